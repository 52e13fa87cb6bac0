// One table of algorithms and their terms; the chosen one's own report follows it.
#include "autoconfig/report/algorithms.h"

#include "autoconfig/report/format.h"
#include "autoconfig/report/json_parts.h"
#include "autoconfig/report/layout.h"
#include "autoconfig/report/wording.h"

#include <fmt/format.h>

namespace autoconfig {
namespace {

using namespace report;
using Json = nlohmann::ordered_json;

bool counts(const Term& term) { return !term.overlapped && !term.is_elapsed() && term.total > 0; }

std::string layer_line(const Convolution& c) {
    std::string text = fmt::format("{} x {}x{}x{} to {}x{}x{}, window {}x{}", c.n, c.h, c.w, c.c, c.out_h(),
                                   c.out_w(), c.k, c.r, c.s);
    if (c.stride > 1) text += fmt::format(", stride {}", c.stride);
    if (c.dilation > 1) text += fmt::format(", dilation {}", c.dilation);
    if (c.groups > 1) text += fmt::format(", {} groups", c.groups);
    return text +
           fmt::format(", {}, weights {}", si(c.flops(), "FLOP"), c.packed_weights ? "packed" : "plain");
}

void add_rows(std::vector<Lines>& rows, const AlgorithmCandidate& candidate,
              const AlgorithmDecision& decision) {
    const Machine& machine = decision.machine;
    const Cost& cost = candidate.cost;
    const std::string bound = candidate.max_rel_error > 0
                                  ? fmt::format("{} bound {:.1e}", to_string(decision.request.accuracy.bound),
                                                candidate.max_rel_error)
                                  : "exact";
    rows.push_back({to_string(candidate.algorithm), candidate.config.name(), bound, cycles(cost.cycles),
                    si(seconds(cost.cycles, machine), "s")});
    for (const Term& term : cost.terms)
        if (counts(term))
            rows.push_back({"", term.name, term.cycles.formula(), cycles(term.total),
                            percent(term.total / cost.serial_cycles)});
}

Json json_of(const AlgorithmCandidate& candidate) {
    Json terms = Json::array();
    for (const Term& term : candidate.cost.terms)
        if (counts(term)) terms.push_back(report::json_of(term));
    return {{"algorithm", to_string(candidate.algorithm)},
            {"config", candidate.config.name()},
            {"cycles", candidate.cost.cycles},
            {"max_rel_error", candidate.max_rel_error},
            {"terms", terms}};
}

} // namespace

std::string text_report(const AlgorithmDecision& decision) {
    std::vector<Lines> rows;
    for (const AlgorithmCandidate& candidate : decision.ranked) add_rows(rows, candidate, decision);
    for (const Refusal& refused : decision.refused)
        rows.push_back({refused.what, "refused", refused.reason, "", ""});
    std::string text = "convolution " + layer_line(decision.convolution) + "\n" + "algorithm   " +
                       to_string(decision.winner().algorithm) + "\n";
    text += table(rows, {Column::Text, Column::Text, Column::Text, Column::Number, Column::Number}, 2);
    std::vector<Lines> flips;
    for (const Flip& flip : decision.flips) flips.push_back({flip.change, "→ " + flip.winner});
    if (flips.empty()) flips.push_back({"none of the sizes that were tried", ""});
    return text + "would change the algorithm\n" + table(flips, {Column::Text, Column::Text}, 2);
}

Json json_report(const AlgorithmDecision& decision) {
    Json ranked = Json::array();
    for (const AlgorithmCandidate& candidate : decision.ranked) ranked.push_back(json_of(candidate));
    return {{"chosen", to_string(decision.winner().algorithm)},
            {"error_bound", to_string(decision.request.accuracy.bound)},
            {"ranked", ranked},
            {"refused", report::json_of(decision.refused)},
            {"flips", report::json_of(decision.flips)}};
}

} // namespace autoconfig
