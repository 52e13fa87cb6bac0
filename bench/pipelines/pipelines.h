// The bench of whole pipelines as the command line tool sees it: AutoConfig against Halide's own
// autoschedulers on the generators of generators/pipelines.
#pragma once

#include "bench/kernel_builder.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// Classic: of images. Network: of layers.
enum class Group { Classic, Network };

/// A pipeline of the bench: a registered Generator that states estimates for all its arguments.
struct Pipeline {
    std::string name; // of the Generator
    Group group = Group::Classic;
};
const std::vector<Pipeline>& known_pipelines();

struct PipelineRequest {
    std::string generator;
    std::map<std::string, std::string> params; // of the Generator
    std::string scheduler; // "AutoConfig", "Adams2019", "Mullapudi2016", "Li2018"; "root": every Func at root
    int threads = 1;       // parallelism the scheduler may use
    bool schedule_only = false; // nothing is compiled: only schedule_ms comes back
    std::string name;           // C name of the function
    std::string directory;      // existing folder for NAME.a and what comes with it
};

/// As KernelBuilder: called in a forked process, throws autoconfig::Error. The library also holds NAME_argv
/// and NAME_metadata.
using PipelineBuilder = std::function<BuiltKernel(const PipelineRequest&)>;

struct PipelineOptions {
    std::vector<std::string> pipelines; // names of known_pipelines(); empty: all
    std::vector<std::string> peers;     // "adams2019", "mullapudi2016", "li2018"; empty: all
    std::vector<int> threads{1};        // every pipeline is scheduled and timed for each
    std::string out_directory;          // created; gets results.json, index.html and the kernels
    bool scaling = false;               // also scheduling time against the number of stages
    double scheduler_limit_s = 120; // a scheduler and the compilation of its schedule are stopped after this
};

/// Runs the bench: table on stdout, progress on stderr, results.json and index.html in the out directory.
/// Error on bad options or an unwritable out directory. A scheduler that fails is reported in the results and
/// does not stop the run.
void run_pipelines(const PipelineOptions& options, const PipelineBuilder& builder);

} // namespace autoconfig::bench
