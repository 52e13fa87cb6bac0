// Results of pipelines as a text table: one row a pipeline and number of threads.
#include "autoconfig/statistics.h"
#include "bench/pipelines/results.h"
#include "bench/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace autoconfig::bench {

namespace {

constexpr int name_width = 20, cell_width = 14;

std::string cell(const std::string& text) { return fmt::format(" {:>{}}", text, cell_width); }

std::string word(const Outcome& outcome) { return outcome.status == Status::Wrong ? "WRONG" : "failed"; }

/// Names of the others, in the order of the first row.
std::vector<std::string> rivals(const PipelineResults& results) {
    std::vector<std::string> names;
    for (const PipelineResult& result : results.pipelines)
        for (const Outcome& outcome : result.contestants)
            if (outcome.kind != Kind::Ours &&
                std::find(names.begin(), names.end(), outcome.name) == names.end())
                names.push_back(outcome.name);
    return names;
}

const Outcome* find(const PipelineResult& result, const std::string& name) {
    for (const Outcome& outcome : result.contestants)
        if (outcome.name == name) return &outcome;
    return nullptr;
}

std::string ratio_cell(const PipelineResult& result, const Outcome* other) {
    if (!other) return cell("-");
    if (other->status != Status::Ok) return cell(word(*other));
    return cell(ours(result) ? fmt::format("{:.2f}", speedup(*ours(result), *other)) : "-");
}

std::string scheduling_cell(const Outcome* outcome) {
    return cell(outcome && outcome->schedule_ms > 0 ? fmt::format("{:.1f}", outcome->schedule_ms) : "-");
}

std::string megabytes_cell(const Outcome* outcome) {
    return cell(outcome && outcome->status == Status::Ok
                    ? fmt::format("{:.1f}", 1e-6 * static_cast<double>(outcome->peak_bytes))
                    : "-");
}

std::string scale_text(double scale) { return scale == 1 ? "" : fmt::format(" x{:g}", scale); }

std::string row(const PipelineResult& result, const std::vector<std::string>& others) {
    std::string text = fmt::format("{:<{}} {:>7}", result.pipeline.name + scale_text(result.scale),
                                   name_width, result.threads);
    const Outcome& own = result.contestants.front();
    text += cell(own.status == Status::Ok ? fmt::format("{:.3f}", 1e3 * seconds(own)) : word(own));
    for (const std::string& name : others) text += ratio_cell(result, find(result, name));
    text += best_stock(result) ? ratio_cell(result, best_stock(result)) : cell("-");
    text += scheduling_cell(&own);
    for (const std::string& name : others) text += scheduling_cell(find(result, name));
    text += megabytes_cell(&own);
    for (const std::string& name : others) text += megabytes_cell(find(result, name));
    return text + '\n';
}

std::string heading(const std::vector<std::string>& others) {
    std::string text = fmt::format("{:<{}} {:>7}", "pipeline", name_width, "threads") + cell("ms");
    for (const std::string& name : others) text += cell(name);
    text += cell("best stock");
    for (const char* measure : {"scheduling ms", "peak MB"}) {
        text += cell(measure);
        for (const std::string& name : others) text += cell(name);
    }
    return text + '\n';
}

struct Setting {
    Group group;
    std::string name; // of the group
    int threads;
    double scale;
};

std::string setting_line(const PipelineResults& results, const Setting& setting, const char* against,
                         Rival rival) {
    const std::vector<double> found = ratios(results, setting.group, setting.threads, setting.scale, rival);
    if (found.empty()) return "";
    const Summary summary = summary_of(found);
    return fmt::format(
        "{}{}, {} thread{}: geomean {:.2f}, median {:.2f}, worst {:.2f} of {} against the {}\n", setting.name,
        scale_text(setting.scale), setting.threads, setting.threads == 1 ? "" : "s", summary.geomean,
        summary.median, summary.worst, found.size(), against);
}

std::string setting_lines(const PipelineResults& results) {
    std::set<int> threads;
    std::set<double, std::greater<>> scales;
    for (const PipelineResult& result : results.pipelines) {
        threads.insert(result.threads);
        scales.insert(result.scale);
    }
    const std::pair<Group, const char*> groups[] = {{Group::Classic, "classic pipelines"},
                                                    {Group::Network, "network pipelines"},
                                                    {Group::Application, "applications"}};
    std::string text;
    for (double scale : scales)
        for (int count : threads)
            for (const auto& [group, name] : groups) {
                const Setting setting{group, name, count, scale};
                text += setting_line(results, setting, "schedule by hand", by_hand) +
                        setting_line(results, setting, "best stock schedule", best_stock);
            }
    return text.empty() ? text : text + "(ratios above 2 count as 2, a failure of ours as 0.05)\n";
}

std::string scheduling_line(const PipelineResults& results) {
    std::vector<double> times;
    for (const PipelineResult& result : results.pipelines)
        if (const Outcome* mine = ours(result); mine && mine->schedule_ms > 0)
            times.push_back(mine->schedule_ms);
    if (times.empty()) return "";
    return fmt::format("our scheduling: median {:.1f} ms, slowest {:.1f} ms\n", median(times),
                       *std::max_element(times.begin(), times.end()));
}

std::string scaling_table(const PipelineResults& results) {
    std::vector<std::string> schedulers;
    std::set<int> stages;
    for (const ScalingPoint& point : results.scaling) {
        stages.insert(point.stages);
        if (std::find(schedulers.begin(), schedulers.end(), point.scheduler) == schedulers.end())
            schedulers.push_back(point.scheduler);
    }
    if (stages.empty()) return "";
    std::string text = fmt::format("\n{:<{}}", "scheduling ms, stages", name_width + 8);
    for (const std::string& scheduler : schedulers) text += cell(scheduler);
    text += '\n';
    for (int count : stages) {
        text += fmt::format("{:<{}}", count, name_width + 8);
        for (const std::string& scheduler : schedulers) {
            const auto point =
                std::find_if(results.scaling.begin(), results.scaling.end(), [&](const ScalingPoint& p) {
                    return p.scheduler == scheduler && p.stages == count;
                });
            const bool there = point != results.scaling.end();
            text += cell(!there                  ? "-"
                         : point->reason.empty() ? fmt::format("{:.1f}", point->schedule_ms)
                                                 : "failed");
        }
        text += '\n';
    }
    return text;
}

std::string reasons(const PipelineResults& results) {
    std::string text;
    for (const PipelineResult& result : results.pipelines)
        for (const Outcome& outcome : result.contestants)
            if (outcome.status != Status::Ok)
                text += fmt::format("{}{}, {} thread{}, {}: {}: {}\n", result.pipeline.name,
                                    scale_text(result.scale), result.threads, result.threads == 1 ? "" : "s",
                                    outcome.name, word(outcome), outcome.reason);
    for (const ScalingPoint& point : results.scaling)
        if (!point.reason.empty())
            text += fmt::format("{} stages, {}: failed: {}\n", point.stages, point.scheduler, point.reason);
    return text;
}

} // namespace

std::string text_table(const PipelineResults& results) {
    const std::vector<std::string> others = rivals(results);
    std::string text =
        fmt::format("{}; ratios above 1: we are faster\n\n", results.machine) + heading(others);
    for (const PipelineResult& result : results.pipelines) text += row(result, others);
    return text + setting_lines(results) + scheduling_line(results) + scaling_table(results) +
           reasons(results);
}

} // namespace autoconfig::bench
