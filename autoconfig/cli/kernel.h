// From a KernelSpec for each target to a scheduled pipeline and a static library.
//
// The way is Halide's own for several targets, compile_multitarget with a function that makes a module a
// target: it gives the dispatching object files, the header and schedule.h; the objects of a kernel and its
// packer become one library. GenGen's command line is not used
// in between, since it has no place for the decisions to come back, nor, in Halide 14, for AutoConfig's
// params to go in.
#pragma once

#include "autoconfig/autoschedule.h"
#include "autoconfig/cli/kernel_spec.h"
#include "autoconfig/cli/measurement.h"

#include <Halide.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig::cli {

/// A pipeline's schedule for one target.
struct Scheduled {
    Halide::Target target;
    KernelSpec spec;
    double milliseconds = 0;              // taken by choosing the spec and by the scheduler
    std::optional<Outcome> outcome;       // from AutoConfig only; warnings about the target in its notes
    Halide::AutoSchedulerResults results; // for schedule.h
    Measurement measurement = {};         // what the configuration was chosen by, beside the model
};

/// Schedules a pipeline, where the scheduler can to an accuracy; the spec is left empty.
using Scheduler = std::function<Scheduled(const Halide::Pipeline&, const Halide::Target&, const Accuracy&)>;

/// Schedules by AutoConfig.
Scheduler autoconfig_scheduler(const Options& options);

/// Schedules by one of Halide's plugins, "Adams2019", "Li2018" or "Mullapudi2016", or not at all: "none".
/// Error on another name, or where the plugin does not load.
Scheduler stock_scheduler(const std::string& name, int threads);

/// The decisions for a target, without applying them.
Scheduled analyse(const SpecFor& spec_for, const Halide::Target& target, const Options& options);

/// Writes NAME.a, NAME.h, NAME.schedule.h and, from AutoConfig, NAME.explain.json into a directory: all of
/// them or none. A spec with a packer adds NAME_pack.h, and the code of NAME_pack to NAME.a. The last target
/// is the one that runs where no other can. One Scheduled a target, in their order. `options` say what
/// machine a target stands for. Without the runtime, NAME.a needs one that is linked with it. Error on a
/// directory that cannot be written; Halide::Error where Halide refuses.
std::vector<Scheduled> build(const SpecFor& spec_for, const std::string& name,
                             const std::vector<Halide::Target>& targets, const Options& options,
                             const Scheduler& scheduler, const std::string& directory,
                             bool with_runtime = true);

/// Halide's runtime by itself, as a static library of that path.
void build_runtime(const Halide::Target& target, const std::string& library);

/// {"generator", "inputs", "targets": [{"target", "params", "scheduling_ms", "decisions", ...}, ...]}: a row
/// a target, in their order, with what json_report says of it, "measured" where the choice was, and "advice"
/// where it could be. Only scheduling_ms, and what was measured, varies from one run to the next.
nlohmann::json to_json(const std::vector<Scheduled>& scheduled);

} // namespace autoconfig::cli
