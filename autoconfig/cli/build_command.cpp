// autoconfig build OPERATOR ...: a static library with its header, schedule and explanation.
#include "autoconfig/cli/advice.h"
#include "autoconfig/cli/commands.h"
#include "autoconfig/cli/function_name.h"
#include "autoconfig/cli/kernel.h"
#include "autoconfig/cli/measure.h"
#include "autoconfig/cli/operator.h"
#include "autoconfig/cli/scheduling_options.h"
#include "autoconfig/cli/targets.h"
#include "autoconfig/error.h"
#include "autoconfig/host.h"

#include <fmt/core.h>

namespace autoconfig::cli {

namespace {

struct BuildOptions {
    std::string name, directory = ".";
    MeasureOptions measure;
};

void print_summary(const BuildOptions& options, const std::vector<Scheduled>& scheduled) {
    for (const Scheduled& one : scheduled) {
        if (one.spec.algorithm)
            fmt::print("{}: {}\n", one.target.to_string(), to_string(one.spec.algorithm->winner().algorithm));
        for (const Decision& decision : one.outcome->decisions)
            fmt::print("{}: {} by {}, scheduled in {:.1f} ms\n", one.target.to_string(),
                       decision.problem.func, decision.winner().config.name(), one.milliseconds);
        for (const std::string& note : one.outcome->notes)
            fmt::print("{}: note: {}\n", one.target.to_string(), note);
        if (!one.measurement.empty()) fmt::print("{}: {}", one.target.to_string(), to_text(one.measurement));
        if (!advice(one).empty()) fmt::print("{}: note: {}\n", one.target.to_string(), advice(one));
    }
    std::vector<std::string> endings = {".a", ".h", ".schedule.h", ".explain.json"};
    if (!scheduled.front().spec.packers.empty()) endings.insert(endings.begin() + 2, "_pack.h");
    for (const std::string& ending : endings)
        fmt::print("{}/{}{}\n", options.directory, options.name, ending);
}

/// Error unless what is asked for can be measured here.
void check(const MeasureOptions& measure, const std::vector<Halide::Target>& targets,
           const SchedulingOptions& scheduling) {
    if (measure.count < 0)
        throw Error(
            fmt::format("--measure is {}: give a number of configurations, or 0 for none", measure.count));
    if (!(measure.seconds > 0))
        throw Error(fmt::format("--measure-seconds is {}: give a time above 0", measure.seconds));
    if (measure.count == 0) return;
    if (!scheduling.config.empty())
        throw Error("--measure and --config both choose the configuration: give one of them");
    if (targets.size() > 1) throw Error("--measure is for one target: build each target by itself");
    if (!runs_here(targets.front()))
        throw Error(
            fmt::format("--measure: this machine does not run {}: build without --measure, or on one that "
                        "does",
                        targets.front().to_string()));
}

/// The scheduler's result with what its configuration was chosen by.
Scheduler with_measurement(const Scheduler& scheduler, const Measurement& measurement) {
    return [=](const Halide::Pipeline& pipeline, const Halide::Target& target, const Accuracy& accuracy) {
        Scheduled scheduled = scheduler(pipeline, target, accuracy);
        scheduled.measurement = measurement;
        return scheduled;
    };
}

void build_kernel(const SpecFor& spec, const BuildOptions& build_options,
                  const SchedulingOptions& scheduling) {
    check_function_name(build_options.name);
    const std::vector<Halide::Target> targets = parse_targets(scheduling.targets);
    Options options = scheduling.options();
    check(build_options.measure, targets, scheduling);
    Measurement measurement;
    if (build_options.measure.count > 0) {
        measurement =
            measure_best(spec, targets.front(), options, build_options.measure, build_options.directory);
        options.force = fastest(measurement).config;
    }
    print_summary(build_options, build(spec, build_options.name, targets, options,
                                       with_measurement(autoconfig_scheduler(options), measurement),
                                       build_options.directory));
}

} // namespace

void add_build(CLI::App& app) {
    CLI::App* command = app.add_subcommand("build", "compile to a static library");
    command->require_subcommand(1);
    for (const Operator& op : operators()) {
        CLI::App* sub = command->add_subcommand(op.name, op.description);
        const auto spec = op.add_options(*sub);
        const auto scheduling = add_scheduling_options(*sub);
        const auto build_options = std::make_shared<BuildOptions>();
        build_options->name = op.name;
        sub->add_option("--name", build_options->name, "C name of the function and of the files")
            ->capture_default_str();
        sub->add_option("-o,--out", build_options->directory, "folder for the files")->capture_default_str();
        sub->add_option("--measure", build_options->measure.count,
                        "configurations, the best by the model, to time on this machine; the fastest is kept")
            ->capture_default_str();
        sub->add_option("--measure-seconds", build_options->measure.seconds, "of timing, all together, about")
            ->capture_default_str();
        sub->callback([=] { build_kernel(spec(), *build_options, *scheduling); });
    }
}

} // namespace autoconfig::cli
