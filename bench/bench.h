// The bench as the command line tool sees it: measure shapes of an operator against peers, write the results.
#pragma once

#include "bench/kernel_builder.h"

#include <optional>
#include <string>
#include <vector>

namespace autoconfig::bench {

struct Options {
    std::string op = "matmul";      // operator, one of shape_operators()
    std::string shapes_path;        // CSV, see shapes.h
    std::vector<std::string> peers; // names of peer_names(op); empty: the default_peers(op)
    int threads = 1;
    int processes = 3;                   // that time each shape, one after the other
    std::string out_directory;           // created; gets results.json, index.html and the kernels
    bool packed_weights = false;         // our weights are packed once, outside of the timing
    double max_rel_error = 0;            // error budget for our choice of an algorithm; 0: not stated
    std::string algorithm;               // of ours, instead of the best; empty: the best
    std::vector<std::string> algorithms; // of ours, to be measured beside the chosen one
    bool oracle = false;                 // also build and measure every configuration of our own space
    bool bias = false;                   // epilogue of every shape
    std::string activation;              // "", "relu", "gelu" (tanh form), "gelu_erf"
    double scheduler_limit_s = 120; // a scheduler and the compilation of its schedule are stopped after this
    int build_jobs = 1;             // kernels compiled at a time
};

/// Of an operator: "openblas", "blis", "onednn_packed", "libxsmm", "scalar", "adams2019", ...
std::vector<std::string> peer_names(const std::string& op);
std::vector<std::string> default_peers(const std::string& op);

/// Runs the bench: table on stdout, progress on stderr, results.json and index.html in the out directory.
/// Error on bad options, an unreadable shapes file, an unwritable out directory. A kernel or peer that fails
/// is reported in the results and does not stop the run.
void run(const Options& options, const KernelBuilder& builder);

/// The bench times each shape in a process of its own: it executes /proc/self/exe with these arguments.
/// main() calls this first; a value is the exit status of such a process, nothing means an ordinary start.
std::optional<int> run_if_child(int argc, char** argv);

} // namespace autoconfig::bench
