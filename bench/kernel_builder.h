// What the bench asks of the command line tool: a shape of an operator compiled to a static library by a
// named scheduler. The bench itself links no Halide; the tool passes its builder in as a callback.
#pragma once

#include "bench/shapes.h"

#include <functional>
#include <string>

namespace autoconfig::bench {

struct KernelRequest {
    Shape shape;                          // f32, every size bound at compile time
    bool bias = false;                    // adds a bias to every row of the result
    std::string activation;               // "", "relu", "gelu", "gelu_erf": generators/activation.h
    std::string scheduler = "AutoConfig"; // "AutoConfig", "Adams2019", "Mullapudi2016", "Li2018"; "none":
                                          // Halide's default schedule, a scalar loop nest
    int threads = 1;                      // parallelism the scheduler may use
    bool packed_weights = false;          // AutoConfig only: weights packed once, outside of the kernel
    double max_rel_error = 0;             // AutoConfig only: error budget for the choice of an algorithm
    std::string algorithm;                // AutoConfig only: instead of the best; empty: the best
    std::string force_config;             // AutoConfig only: Config::name() to use instead of the best
    std::string name;                     // C name of the function
    std::string directory;                // existing folder for NAME.a and what comes with it
    std::string runtime;                  // library of Halide's runtime to link with; empty: NAME.a has it
};

/// A static library holding `int name(halide_buffer_t*...)` of the operands' arguments (operands.h), and
/// Halide's runtime unless that is a library of its own.
struct BuiltKernel {
    std::string library;         // path of NAME.a
    std::string runtime;         // path of the runtime's library; empty: NAME.a has it
    std::string function;        // C name
    std::string packer;          // C name of the function that packs the weights; empty: they are plain
    std::string algorithm;       // what computes it, where that was a choice: "winograd2"
    double max_rel_error = 0;    // of the algorithm, relative to the sum of |a||b|; 0: as a dot product
    double schedule_ms = 0;      // time the scheduler took, compilation apart
    double predicted_cycles = 0; // AutoConfig's own estimate with these threads; 0 for other schedulers
    double frequency_ghz = 0;    // the machine description's, turns predicted cycles into time; 0 for others
    std::string decision;        // Config::name() of what was built; empty for other schedulers
    std::string explain_path;    // NAME.explain.json of `autoconfig build`; empty for other schedulers
};

/// Called in a forked process of its own that may be stopped by a time limit. Throws autoconfig::Error on
/// failure; what() becomes the reason in the results.
using KernelBuilder = std::function<BuiltKernel(const KernelRequest&)>;

/// Compiles Halide's runtime to a static library of that path: many kernels are compiled faster without it.
using RuntimeBuilder = std::function<void(const std::string& library)>;

} // namespace autoconfig::bench
