// What the bench asks of the command line tool: a matmul compiled to a static library by a named
// scheduler. The bench itself links no Halide; the tool passes its builder in as a callback.
#pragma once

#include "bench/shapes.h"

#include <functional>
#include <string>

namespace autoconfig::bench {

struct KernelRequest {
    MatmulShape shape;                    // f32, every size bound at compile time
    bool bias = false;                    // adds bias (n) to every row
    std::string activation;               // "", "relu", "gelu", "gelu_erf": generators/activation.h
    std::string scheduler = "AutoConfig"; // "AutoConfig", "Adams2019", "Mullapudi2016", "Li2018"; "none":
                                          // Halide's default schedule, a scalar loop nest
    int threads = 1;                      // parallelism the scheduler may use
    std::string force_config;             // AutoConfig only: Config::name() to use instead of the best
    std::string name;                     // C name of the function
    std::string directory;                // existing folder for NAME.a and what comes with it
};

/// A static library holding `int name(halide_buffer_t* A, B, [bias,] out)` and Halide's runtime.
/// Dimension 0 is innermost: A (k, m[, batch]), or (m, k[, batch]) when transposed; B (n, k[, batch]), or
/// (k, n[, batch]); bias (n); out (n, m[, batch]). The batch dimension is there when shape.batch > 1.
struct BuiltKernel {
    std::string library;         // path of NAME.a
    std::string function;        // C name
    double schedule_ms = 0;      // time the scheduler took, compilation apart
    double predicted_cycles = 0; // AutoConfig's own estimate with these threads; 0 for other schedulers
    double frequency_ghz = 0;    // the machine description's, turns predicted cycles into time; 0 for others
    std::string decision;        // Config::name() of what was built; empty for other schedulers
    std::string explain_path;    // NAME.explain.json of `autoconfig build`; empty for other schedulers
};

/// Called in a forked process of its own that may be stopped by a time limit. Throws autoconfig::Error on
/// failure; what() becomes the reason in the results.
using KernelBuilder = std::function<BuiltKernel(const KernelRequest&)>;

} // namespace autoconfig::bench
