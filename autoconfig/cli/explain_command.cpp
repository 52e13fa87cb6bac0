// autoconfig explain OPERATOR ...: the decision, without compiling.
#include "autoconfig/cli/advice.h"
#include "autoconfig/cli/commands.h"
#include "autoconfig/cli/kernel.h"
#include "autoconfig/cli/operator.h"
#include "autoconfig/cli/scheduling_options.h"
#include "autoconfig/cli/targets.h"
#include "autoconfig/report/algorithms.h"

#include <fmt/core.h>

namespace autoconfig::cli {

namespace {

void print_text(const std::vector<Scheduled>& scheduled) {
    for (const Scheduled& one : scheduled) {
        if (scheduled.size() > 1) fmt::print("target {}\n\n", one.target.to_string());
        if (one.spec.algorithm) fmt::print("{}\n", text_report(explained(*one.spec.algorithm)));
        fmt::print("{}", text_report(*one.outcome));
        if (!advice(one).empty()) fmt::print("{}\n", advice(one));
    }
}

void explain(const SpecFor& spec, const SchedulingOptions& options, bool json) {
    std::vector<Scheduled> scheduled;
    for (const Halide::Target& target : parse_targets(options.targets))
        scheduled.push_back(analyse(spec, target, options.options()));
    if (json)
        fmt::print("{}\n", to_json(scheduled).dump(2));
    else
        print_text(scheduled);
}

} // namespace

void add_explain(CLI::App& app) {
    CLI::App* command = app.add_subcommand("explain", "print the decision and its reasons");
    command->require_subcommand(1);
    for (const Operator& op : operators()) {
        CLI::App* sub = command->add_subcommand(op.name, op.description);
        const auto spec = op.add_options(*sub);
        const auto options = add_scheduling_options(*sub);
        const auto json = std::make_shared<bool>(false);
        sub->add_flag("--json", *json, "print JSON");
        sub->callback([=] { explain(spec(), *options, *json); });
    }
}

} // namespace autoconfig::cli
