// The bench of whole pipelines as the command line tool sees it: AutoConfig against Halide's own
// autoschedulers on the generators of generators/pipelines, and against the schedules of their authors on
// Halide's own applications.
#pragma once

#include "bench/kernel_builder.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// Classic: of images. Network: of layers. Application: one of Halide's own, with a schedule by hand.
enum class Group { Classic, Network, Application };

/// A pipeline of the bench: a Generator that states estimates for all its arguments but those given here.
struct Pipeline {
    std::string name; // of the Generator, or of the application
    Group group = Group::Classic;
    std::map<std::string, std::vector<double>> given; // as in ArgumentChoices
    bool fixed = false;                               // its Generator binds its sizes: no others are timed
};

/// Pipelines that are measured in the same way. They are few and fixed, and live as long as the program.
struct Course {
    std::vector<Pipeline> pipelines;
    bool by_hand = false;          // there are schedules by hand: they take part, and their results are right
    std::vector<double> scales{1}; // every pipeline is timed at its estimates times each
};
const Course& pipelines_course();
const Course& applications_course();

struct PipelineRequest {
    std::string pipeline;                      // name of a course's
    std::map<std::string, std::string> params; // of the Generator
    std::string scheduler;      // "AutoConfig", "Adams2019", "Mullapudi2016", "Li2018"; "root": every Func at
                                // root; "manual": by hand
    int threads = 1;            // parallelism the scheduler may use
    bool schedule_only = false; // nothing is compiled: only schedule_ms comes back
    std::string name;           // C name of the function
    std::string directory;      // existing folder for NAME.a and what comes with it
};

/// As KernelBuilder: called in a forked process, throws autoconfig::Error. The library also holds NAME_argv
/// and NAME_metadata.
using PipelineBuilder = std::function<BuiltKernel(const PipelineRequest&)>;

struct PipelineOptions {
    std::vector<std::string> pipelines; // names of the course's; empty: all
    std::vector<std::string> peers;     // "adams2019", "mullapudi2016", "li2018"; empty: all
    std::vector<int> threads{1};        // every pipeline is scheduled and timed for each
    std::string out_directory;          // created; gets results.json, index.html and the kernels
    bool scaling = false;               // also scheduling time against the number of stages
    double scheduler_limit_s = 120; // a scheduler and the compilation of its schedule are stopped after this
};

/// Runs the bench: table on stdout, progress on stderr, results.json and index.html in the out directory.
/// Error on bad options or an unwritable out directory. A scheduler that fails is reported in the results and
/// does not stop the run.
void run_pipelines(const Course& course, const PipelineOptions& options, const PipelineBuilder& builder);

} // namespace autoconfig::bench
