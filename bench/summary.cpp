// Figures derived from results.
#include "bench/summary.h"

#include "autoconfig/statistics.h"
#include "bench/measure.h"

#include <algorithm>

namespace autoconfig::bench {

namespace {

template<typename Condition>
const Outcome* fastest_of(const std::vector<Outcome>& outcomes, const Condition& condition) {
    const Outcome* best = nullptr;
    for (const Outcome& outcome : outcomes)
        if (outcome.status == Status::Ok && condition(outcome) &&
            (!best || seconds(outcome) < seconds(*best)))
            best = &outcome;
    return best;
}

} // namespace

double seconds(const Outcome& outcome) { return median(outcome.rounds_s); }

double gflops(const Shape& shape, const Outcome& outcome) { return shape.flops() / seconds(outcome) / 1e9; }

double peak_fraction(const Results& results, const Shape& shape, const Outcome& outcome) {
    return gflops(shape, outcome) / (results.peak.gflops * results.threads);
}

double speedup(const Outcome& ours, const Outcome& other) {
    return median_ratio(other.rounds_s, ours.rounds_s);
}

Summary summary_of(const std::vector<double>& ratios) {
    std::vector<double> counted;
    for (const double ratio : ratios) counted.push_back(std::min(ratio, ratio_that_counts));
    return {geomean(counted), median(counted), *std::min_element(counted.begin(), counted.end())};
}

const Outcome* ours(const ShapeResult& result) { return fastest(result, Kind::Ours); }

const Outcome* fastest(const ShapeResult& result, Kind kind) {
    return fastest_of(result.contestants, [&](const Outcome& o) { return o.kind == kind; });
}

const Outcome* fastest(const ShapeResult& result, const std::string& family) {
    return fastest_of(result.contestants, [&](const Outcome& o) { return o.family == family; });
}

std::vector<std::string> families(const Results& results) {
    std::vector<std::string> names;
    for (const ShapeResult& result : results.shapes)
        for (const Outcome& outcome : result.contestants)
            if (outcome.kind != Kind::Ours &&
                std::find(names.begin(), names.end(), outcome.family) == names.end())
                names.push_back(outcome.family);
    return names;
}

std::optional<Oracle> oracle(const ShapeResult& result) {
    const auto mine = std::find_if(result.contestants.begin(), result.contestants.end(),
                                   [](const Outcome& o) { return o.kind == Kind::Ours; });
    if (mine == result.contestants.end()) return std::nullopt;
    const Outcome* pick =
        fastest_of(result.space, [&](const Outcome& o) { return o.name == mine->decision; });
    const Outcome* best = fastest_of(result.space, [](const Outcome&) { return true; });
    if (!pick || !best) return std::nullopt;
    std::vector<double> predicted, measured;
    for (const Outcome& outcome : result.space) {
        if (outcome.status != Status::Ok) continue;
        predicted.push_back(outcome.predicted_s);
        measured.push_back(seconds(outcome));
    }
    Oracle figures;
    figures.pick = pick->name;
    figures.best = best->name;
    figures.measured = static_cast<int>(measured.size());
    figures.space = static_cast<int>(result.space.size());
    figures.regret = median_ratio(pick->rounds_s, best->rounds_s) - 1;
    figures.tau = kendall_tau_b(predicted, measured);
    figures.error = pick->predicted_s / seconds(*pick) - 1;
    return figures;
}

namespace {

void add_figures(nlohmann::json& json, const Results& results, const ShapeResult& result,
                 const Outcome& outcome) {
    if (outcome.status != Status::Ok) return;
    json["seconds"] = seconds(outcome);
    json["spread"] = relative_spread(outcome.rounds_s);
    json["gflops"] = gflops(result.shape, outcome);
    json["peak_fraction"] = peak_fraction(results, result.shape, outcome);
    const Outcome* mine = ours(result);
    if (mine && outcome.kind != Kind::Configuration) json["our_speedup"] = speedup(*mine, outcome);
}

nlohmann::json shape_summary(const Results& results, const ShapeResult& result) {
    nlohmann::json json = result;
    json["name"] = result.shape.name();
    json["flops"] = result.shape.flops();
    json["bytes_once"] = result.shape.bytes_once();
    for (std::size_t i = 0; i < result.contestants.size(); ++i)
        add_figures(json["contestants"][i], results, result, result.contestants[i]);
    for (std::size_t i = 0; i < result.space.size(); ++i)
        add_figures(json["space"][i], results, result, result.space[i]);
    if (const auto figures = oracle(result))
        json["oracle"] = {{"pick", figures->pick},         {"best", figures->best},
                          {"measured", figures->measured}, {"space", figures->space},
                          {"regret", figures->regret},     {"tau", figures->tau},
                          {"error", figures->error}};
    return json;
}

} // namespace

nlohmann::json summarised(const Results& results) {
    nlohmann::json json = results;
    for (std::size_t i = 0; i < results.shapes.size(); ++i)
        json["shapes"][i] = shape_summary(results, results.shapes[i]);
    return json;
}

} // namespace autoconfig::bench
