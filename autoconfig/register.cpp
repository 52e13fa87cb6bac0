// Halide's side of the autoscheduler: its params, the environment, and where the report goes.
#include "autoconfig/autoschedule.h"
#include "autoconfig/error.h"
#include "autoconfig/guarded.h"
#include "autoconfig/halide_compat.h"
#include "autoconfig/host.h"
#include "autoconfig/report_file.h"
#include "lowering/checks.h"
#include "lowering/passes.h"

#include <cstdlib>

namespace autoconfig {

namespace {

/// A param, or the environment variable that stands in for it.
std::string said(const compat::SchedulerParams& params, const char* key, const char* variable) {
    const auto found = params.extra.find(key);
    if (found != params.extra.end()) return found->second;
    const char* value = std::getenv(variable);
    return value ? value : "";
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string scheduled_by_us(const Halide::Pipeline& pipeline, const Halide::Target& target,
                            const compat::SchedulerParams& params) {
    try {
        Options options;
        options.machine = said(params, "machine", "AUTOCONFIG_MACHINE");
        if (options.machine.empty() && is_host(target)) tune_for_host(options);
        options.parallelism = params.parallelism;
        options.last_level_cache = params.last_level_cache;
        Outcome outcome = guarded(pipeline, target, [&](const Halide::Pipeline& whole, bool cautious) {
            options.cautious = cautious;
            return autoschedule(whole, target, options);
        });
        Halide::Pipeline scheduled = pipeline; // a handle
        lowering::check_one_by_one(scheduled);
        lowering::add_passes(scheduled, target, outcome.plan.storage, outcome.threads_pay);
        for (const std::string& warning : warnings(target)) outcome.notes.push_back(warning);
        const std::string pattern = said(params, "explain", "AUTOCONFIG_EXPLAIN");
        const ReportOf about{pipeline.outputs().front().name(), target.to_string()};
        if (!pattern.empty())
            for (const std::string& path : report_paths(pattern, about))
                write_whole(path, ends_with(path, ".json") ? json_report(outcome) : text_report(outcome));
        return outcome.schedule_source;
    } catch (const Error& error) {
        compat::user_error(std::string("AutoConfig: ") + error.what());
    }
}

} // namespace

void register_autoscheduler() {
    static const bool once = (compat::add_autoscheduler("AutoConfig", scheduled_by_us), true);
    (void)once;
}

} // namespace autoconfig
