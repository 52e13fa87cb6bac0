// Results of pipelines as a text table: one row a pipeline and number of threads.
#include "autoconfig/statistics.h"
#include "bench/pipelines/results.h"
#include "bench/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace autoconfig::bench {

namespace {

constexpr int name_width = 20, cell_width = 14;

std::string cell(const std::string& text) { return fmt::format(" {:>{}}", text, cell_width); }

std::string word(const Outcome& outcome) { return outcome.status == Status::Wrong ? "WRONG" : "failed"; }

/// Names of the stock schedulers, in the order of the first row.
std::vector<std::string> stock_names(const PipelineResults& results) {
    std::vector<std::string> names;
    for (const PipelineResult& result : results.pipelines)
        for (const Outcome& outcome : result.contestants)
            if (outcome.kind == Kind::Stock &&
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

std::string row(const PipelineResult& result, const std::vector<std::string>& stock) {
    std::string text = fmt::format("{:<{}} {:>7}", result.pipeline.name, name_width, result.threads);
    const Outcome& own = result.contestants.front();
    text += cell(own.status == Status::Ok ? fmt::format("{:.3f}", 1e3 * seconds(own)) : word(own));
    for (const std::string& name : stock) text += ratio_cell(result, find(result, name));
    text += best_stock(result) ? ratio_cell(result, best_stock(result)) : cell("-");
    text += scheduling_cell(&own);
    for (const std::string& name : stock) text += scheduling_cell(find(result, name));
    return text + '\n';
}

std::string heading(const std::vector<std::string>& stock) {
    std::string text = fmt::format("{:<{}} {:>7}", "pipeline", name_width, "threads") + cell("ms");
    for (const std::string& name : stock) text += cell(name);
    text += cell("best stock") + cell("scheduling ms");
    for (const std::string& name : stock) text += cell(name);
    return text + '\n';
}

/// Geomean and worst ratio to the best stock schedule over the pipelines of a group.
std::string group_line(const PipelineResults& results, Group group, int threads, const std::string& name) {
    std::vector<double> ratios;
    for (const PipelineResult& result : results.pipelines)
        if (result.pipeline.group == group && result.threads == threads && ratio_to_best(result) > 0)
            ratios.push_back(ratio_to_best(result));
    if (ratios.empty()) return "";
    return fmt::format(
        "{}, {} thread{}: geomean {:.2f}, worst {:.2f} of {} against the best stock schedule\n", name,
        threads, threads == 1 ? "" : "s", geomean(ratios), *std::min_element(ratios.begin(), ratios.end()),
        ratios.size());
}

std::string scheduling_line(const PipelineResults& results) {
    std::vector<double> times;
    for (const PipelineResult& result : results.pipelines)
        if (const Outcome* mine = ours(result)) times.push_back(mine->schedule_ms);
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
                text +=
                    fmt::format("{}, {} thread{}, {}: {}: {}\n", result.pipeline.name, result.threads,
                                result.threads == 1 ? "" : "s", outcome.name, word(outcome), outcome.reason);
    for (const ScalingPoint& point : results.scaling)
        if (!point.reason.empty())
            text += fmt::format("{} stages, {}: failed: {}\n", point.stages, point.scheduler, point.reason);
    return text;
}

} // namespace

std::string text_table(const PipelineResults& results) {
    const std::vector<std::string> stock = stock_names(results);
    std::string text = fmt::format("{}; ratios above 1: we are faster\n\n", results.machine) + heading(stock);
    std::set<int> threads;
    for (const PipelineResult& result : results.pipelines) {
        text += row(result, stock);
        threads.insert(result.threads);
    }
    for (int count : threads)
        text += group_line(results, Group::Classic, count, "classic pipelines") +
                group_line(results, Group::Network, count, "network pipelines");
    return text + scheduling_line(results) + scaling_table(results) + reasons(results);
}

} // namespace autoconfig::bench
