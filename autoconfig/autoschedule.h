// The whole way from a pipeline to its schedule: extract, decide, apply, report.
#pragma once

#include "autoconfig/decide/decision.h"
#include "autoconfig/decide/plan.h"
#include "autoconfig/extract/extract.h"

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace autoconfig {

/// What a caller may say beside the pipeline and the target.
struct Options {
    std::string machine;               // file or built-in name; empty: from the target
    std::string cpu;                   // LLVM's name of the CPU to tune for, as far as a target has features
                                       // that its description asks for; empty: whatever the features say
    int parallelism = 0;               // threads; 0: the machine's cores
    std::int64_t last_level_cache = 0; // bytes; 0: the machine's
    bool host_caches = false;          // ask hwloc for the caches of this machine
    Accuracy accuracy;                 // of every contraction
    std::string force;                 // name of the configuration to use for every contraction that has
                                       // it in its space (bench --oracle); Error when none has
    bool cautious = false;             // no vectors of what Halide may fail to compile (FuncStages::doubtful)
};

struct Outcome {
    std::string schedule_source;     // C++ that repeats the schedule on the unscheduled pipeline
    std::vector<Decision> decisions; // why, of each of the plan's contractions
    Plan plan;                       // what is scheduled
    std::map<std::string, Halide::Expr> threads_pay; // where sizes decide that: when, by Func
    std::vector<Unmodelled> unmodelled;
    std::map<std::string, std::string> left; // Funcs that are left alone, and why
    bool doubtful = false;                   // Halide may fail to compile it (FuncStages::doubtful)
    std::vector<std::string> notes; // on Funcs apart from contractions: their sizes, what was done to them
};

/// The machine that a target, or `options.machine`, stands for. Error on a file that is not one.
Machine machine_for(const Halide::Target& target, const Options& options);

/// The decisions alone; the pipeline is in canonical form then (extract/canonical/canonical.h), and has no
/// schedule.
Outcome analyse(const Halide::Pipeline& pipeline, const Halide::Target& target, const Options& options);

/// The decisions, applied to the pipeline's Funcs.
Outcome autoschedule(const Halide::Pipeline& pipeline, const Halide::Target& target, const Options& options);

/// Report of a whole pipeline: one section a contraction, one a group of fused Funcs, then the rest.
std::string text_report(const Outcome& outcome);
/// {"decisions": [...], "unmodelled": [...], "fusion": {...}, "memory": {...}, "notes": [...]}
std::string json_report(const Outcome& outcome);

/// Makes "AutoConfig" known to Halide in this process (the plugin does it on loading).
void register_autoscheduler();

} // namespace autoconfig
