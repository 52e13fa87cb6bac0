// autoconfig build OPERATOR ...: a static library with its header, schedule and explanation.
#include "autoconfig/cli/commands.h"
#include "autoconfig/cli/function_name.h"
#include "autoconfig/cli/kernel.h"
#include "autoconfig/cli/operator.h"
#include "autoconfig/cli/scheduling_options.h"
#include "autoconfig/cli/targets.h"

#include <fmt/core.h>

namespace autoconfig::cli {

namespace {

struct BuildOptions {
    std::string name, directory = ".";
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
    }
    std::vector<std::string> endings = {".a", ".h", ".schedule.h", ".explain.json"};
    if (!scheduled.front().spec.packers.empty()) endings.insert(endings.begin() + 2, "_pack.h");
    for (const std::string& ending : endings)
        fmt::print("{}/{}{}\n", options.directory, options.name, ending);
}

void build_kernel(const SpecFor& spec, const BuildOptions& build_options,
                  const SchedulingOptions& scheduling) {
    check_function_name(build_options.name);
    const std::vector<Scheduled> scheduled =
        build(spec, build_options.name, parse_targets(scheduling.targets), scheduling.options(),
              autoconfig_scheduler(scheduling.options()), build_options.directory);
    print_summary(build_options, scheduled);
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
        sub->callback([=] { build_kernel(spec(), *build_options, *scheduling); });
    }
}

} // namespace autoconfig::cli
