// Builds the pipeline of a spec, schedules it by a given scheduler, compiles it.
#include "autoconfig/cli/kernel.h"

#include "autoconfig/cli/advice.h"
#include "autoconfig/cli/plugins.h"
#include "autoconfig/cli/staging.h"
#include "autoconfig/error.h"
#include "autoconfig/halide_compat.h"
#include "autoconfig/host.h"
#include "autoconfig/report/algorithms.h"
#include "lowering/checks.h"
#include "lowering/fetch_ahead.h"
#include "lowering/passes.h"
#include "lowering/waiting.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <utility>

namespace autoconfig::cli {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Scheduled explained(const Halide::Target& target, Outcome outcome, Clock::time_point start) {
    const double milliseconds = milliseconds_since(start);
    for (const std::string& warning : warnings(target)) outcome.notes.push_back(warning);
    return {target, {}, milliseconds, std::move(outcome), {}, {}};
}

Options with_accuracy(Options options, const Accuracy& accuracy) {
    options.accuracy = accuracy;
    return options;
}

/// Halide finds the arguments of a pipeline; the spec says their order, Halide that of others.
std::vector<Halide::Argument> arguments(Halide::Pipeline pipeline, const KernelSpec& spec) {
    std::vector<Halide::Argument> found = pipeline.infer_arguments();
    const auto position = [&](const Halide::Argument& argument) {
        return std::find(spec.inputs.begin(), spec.inputs.end(), argument.name) - spec.inputs.begin();
    };
    std::stable_sort(found.begin(), found.end(),
                     [&](const auto& a, const auto& b) { return position(a) < position(b); });
    return found;
}

/// The last step of Halide's own Generator::build_module, after the scheduler's.
Halide::Module lower(Halide::Pipeline pipeline, const std::string& function, const Scheduled& scheduled,
                     const Halide::Target& asked_for, const Machine& machine) {
    const Halide::Target target = lowering::keep_requirements(pipeline, asked_for);
    lowering::check_one_by_one(pipeline);
    if (scheduled.outcome)
        lowering::add_passes(pipeline, target, scheduled.outcome->plan.storage,
                             scheduled.outcome->threads_pay);
    const bool fetches = scheduled.outcome && lowering::can_fetch_ahead(target);
    if (fetches) lowering::fetch_ahead(pipeline, lowering::fetch_limits(machine));
    Halide::Module module = pipeline.compile_to_module(arguments(pipeline, scheduled.spec), function, target,
                                                       Halide::LinkageType::ExternalPlusMetadata);
    if (fetches) lowering::add_fetch_code(module, target);
    module.remap_metadata_name(pipeline.outputs().front().name(), scheduled.spec.output);
    module.set_auto_scheduler_results(scheduled.results);
    return module;
}

} // namespace

Scheduler autoconfig_scheduler(const Options& options) {
    return [options](const Halide::Pipeline& pipeline, const Halide::Target& target,
                     const Accuracy& accuracy) {
        const auto start = Clock::now();
        Scheduled result =
            explained(target, autoschedule(pipeline, target, with_accuracy(options, accuracy)), start);
        const compat::SchedulerParams params{{}, options.parallelism, options.last_level_cache};
        result.results = compat::results_of("AutoConfig", target, params, result.outcome->schedule_source);
        return result;
    };
}

Scheduler stock_scheduler(const std::string& name, int threads) {
    if (name == "none")
        return [](const Halide::Pipeline&, const Halide::Target& target, const Accuracy&) {
            return Scheduled{target, {}, 0, std::nullopt, compat::results_of("none", target, {}, "")};
        };
    Halide::load_plugin(plugin_of(name));
    return [name, threads](const Halide::Pipeline& pipeline, const Halide::Target& target, const Accuracy&) {
        const auto start = Clock::now();
        Scheduled result{
            target, {}, 0, std::nullopt, compat::schedule_with(name, pipeline, target, {{}, threads, 0})};
        result.milliseconds = milliseconds_since(start);
        return result;
    };
}

Scheduled analyse(const SpecFor& spec_for, const Halide::Target& target, const Options& options) {
    const auto start = Clock::now();
    const KernelSpec spec = spec_for(machine_for(target, options));
    const Halide::Pipeline pipeline = compat::build_pipeline(spec.generator, spec.params, target);
    Scheduled result = explained(
        target, autoconfig::analyse(pipeline, target, with_accuracy(options, spec.accuracy)), start);
    result.spec = spec;
    return result;
}

namespace {

using Files = std::map<Halide::OutputFileType, std::string>;

/// The spec of a kernel's own, or of its packer.
using Part = std::function<KernelSpec(const KernelSpec&)>;

struct Builder {
    const SpecFor& spec_for;
    const Options& options;
    const Scheduler& scheduler;
    bool waits; // its threads wait our way

    /// Schedules a part of the kernel for a target, with the spec's choice counted as scheduling.
    Scheduled schedule(const Part& part, const Halide::Target& target, const Halide::Target& lowered_for,
                       Halide::Pipeline& pipeline) const {
        const auto start = Clock::now();
        const KernelSpec spec = part(spec_for(machine_for(target, options)));
        const double choosing = milliseconds_since(start);
        pipeline = compat::build_pipeline(spec.generator, spec.params, lowered_for);
        Scheduled result = scheduler(pipeline, target, spec.accuracy);
        result.spec = spec;
        result.milliseconds += choosing;
        return result;
    }

    /// Compiles a part for all targets; one Scheduled a target.
    std::vector<Scheduled> compile(const Part& part, const std::string& name,
                                   const std::vector<Halide::Target>& targets, const Files& files) const {
        std::vector<Scheduled> scheduled;
        // Called once a target, in order. Of several, each is lowered without the runtime that they share.
        const auto make_module = [&](const std::string& function, const Halide::Target& lowered_for) {
            Halide::Pipeline pipeline;
            const Halide::Target& target = targets[scheduled.size()];
            scheduled.push_back(schedule(part, target, lowered_for, pipeline));
            if (waits) lowering::wait_awake(pipeline);
            return lower(pipeline, function, scheduled.back(), lowered_for, machine_for(target, options));
        };
        std::vector<std::string> suffixes;
        for (const Halide::Target& target : targets) suffixes.push_back(target.to_string());
        Halide::compile_multitarget(name, files, targets, suffixes, make_module);
        return scheduled;
    }
};

std::vector<Halide::Target> without_runtime(std::vector<Halide::Target> targets) {
    for (Halide::Target& target : targets) target.set_feature(Halide::Target::NoRuntime);
    return targets;
}

/// Object files of a folder, by name, become a library; the folder goes.
void archive(const std::filesystem::path& objects, const Halide::Target& target, const std::string& library) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(objects))
        files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    Halide::create_static_library(files, target, library);
    std::filesystem::remove_all(objects);
}

} // namespace

std::vector<Scheduled> build(const SpecFor& spec_for, const std::string& name,
                             const std::vector<Halide::Target>& targets, const Options& options,
                             const Scheduler& scheduler, const std::string& directory, bool with_runtime) {
    using Halide::OutputFileType;
    Staging staging(directory);
    const std::filesystem::path objects = staging.path("objects");
    std::filesystem::create_directory(objects);
    const auto files_of = [&](const std::string& function) {
        return Files{{OutputFileType::object, (objects / (function + ".o")).string()},
                     {OutputFileType::c_header, staging.path(function + ".h")}};
    };
    const bool waits = lowering::can_wait_awake(targets.back());
    const Builder builder{spec_for, options, scheduler, waits}, packer{spec_for, options, scheduler, false};
    Files files = files_of(name);
    files[OutputFileType::schedule] = staging.path(name + ".schedule.h");
    const std::vector<Scheduled> scheduled =
        builder.compile([](const KernelSpec& spec) { return spec; }, name,
                        with_runtime ? targets : without_runtime(targets), files);
    if (!scheduled.front().spec.packers.empty())
        packer.compile([](const KernelSpec& spec) { return spec.packers.front(); }, name + "_pack",
                       without_runtime(targets), files_of(name + "_pack"));
    if (waits) staging.write("objects/autoconfig_threads.o", lowering::waiting_object());
    archive(objects, targets.back(), staging.path(name + ".a"));
    if (scheduled.front().outcome) staging.write(name + ".explain.json", to_json(scheduled).dump(2) + "\n");
    staging.publish();
    return scheduled;
}

void build_runtime(const Halide::Target& target, const std::string& library) {
    Halide::compile_standalone_runtime(library, target);
}

nlohmann::json to_json(const std::vector<Scheduled>& scheduled) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Scheduled& one : scheduled) {
        nlohmann::json row = nlohmann::json::parse(json_report(*one.outcome));
        row["target"] = one.target.to_string();
        row["params"] = one.spec.params;
        if (one.spec.algorithm) row["algorithm"] = json_report(explained(*one.spec.algorithm));
        row["scheduling_ms"] = one.milliseconds;
        if (!one.measurement.empty()) row["measured"] = to_json(one.measurement);
        if (!advice(one).empty()) row["advice"] = advice(one);
        rows.push_back(row);
    }
    const KernelSpec& first = scheduled.front().spec;
    return {{"generator", first.generator}, {"inputs", first.inputs}, {"targets", rows}};
}

} // namespace autoconfig::cli
