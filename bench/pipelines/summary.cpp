// Figures derived from the results of pipelines.
#include "bench/summary.h"
#include "autoconfig/statistics.h"
#include "bench/pipelines/results.h"

namespace autoconfig::bench {

namespace {

const Outcome* fastest_of(const PipelineResult& result, Kind kind) {
    const Outcome* best = nullptr;
    for (const Outcome& outcome : result.contestants)
        if (outcome.status == Status::Ok && outcome.kind == kind &&
            (!best || seconds(outcome) < seconds(*best)))
            best = &outcome;
    return best;
}

double ratio(const Outcome* mine, const Outcome* other) { return mine && other ? speedup(*mine, *other) : 0; }

} // namespace

const Outcome* ours(const PipelineResult& result) { return fastest_of(result, Kind::Ours); }
const Outcome* best_stock(const PipelineResult& result) { return fastest_of(result, Kind::Stock); }

const Outcome* by_hand(const PipelineResult& result) { return fastest_of(result, Kind::Manual); }

double ratio_to_best(const PipelineResult& result) { return ratio(ours(result), best_stock(result)); }
double ratio_to_hand(const PipelineResult& result) { return ratio(ours(result), by_hand(result)); }

std::vector<double> ratios(const PipelineResults& results, Group group, int threads, double scale,
                           Rival rival) {
    std::vector<double> found;
    for (const PipelineResult& result : results.pipelines) {
        if (result.pipeline.group != group || result.threads != threads || result.scale != scale) continue;
        const Outcome *mine = ours(result), *other = rival(result);
        if (other) found.push_back(mine ? speedup(*mine, *other) : ratio_of_failure);
    }
    return found;
}

nlohmann::json summarised(const PipelineResults& results) {
    nlohmann::json json = results;
    for (std::size_t p = 0; p < results.pipelines.size(); ++p) {
        const PipelineResult& result = results.pipelines[p];
        nlohmann::json& row = json["pipelines"][p];
        if (const double ratio = ratio_to_best(result); ratio > 0) {
            row["ratio_to_best_stock"] = ratio;
            row["best_stock"] = best_stock(result)->name;
        }
        if (const double ratio = ratio_to_hand(result); ratio > 0) row["ratio_to_hand"] = ratio;
        for (std::size_t c = 0; c < result.contestants.size(); ++c) {
            const Outcome& outcome = result.contestants[c];
            if (outcome.status != Status::Ok) continue;
            row["contestants"][c]["seconds"] = seconds(outcome);
            row["contestants"][c]["spread"] = relative_spread(outcome.rounds_s);
            if (const Outcome* mine = ours(result))
                row["contestants"][c]["our_speedup"] = speedup(*mine, outcome);
        }
    }
    return json;
}

} // namespace autoconfig::bench
