// The report for people: the decision, its terms, the losers. One function a section, in order.
#include "autoconfig/model/tiling.h"
#include "autoconfig/report/format.h"
#include "autoconfig/report/layout.h"
#include "autoconfig/report/losers.h"
#include "autoconfig/report/report.h"
#include "autoconfig/report/text_input.h"
#include "autoconfig/report/times.h"
#include "autoconfig/report/wording.h"

#include <fmt/format.h>

#include <utility>

namespace autoconfig {
namespace {

using namespace report;

std::string duration(double cycles, const Machine& machine) { return si(seconds(cycles, machine), "s"); }

std::string decision_section(const Decision& d) {
    const Candidate& winner = d.winner();
    const int used = threads(winner.config, d.machine);
    const std::string time =
        used == 1 ? duration(winner.cost.cycles, d.machine) + " on one thread"
                  : fmt::format("{} on {} threads ({} on one)", duration(winner.cost.cycles, d.machine), used,
                                duration(winner.cost.serial_cycles, d.machine));
    const std::string rate = si(flops_per_second(d), work_unit(d.problem) + "/s");
    const Lines items{winner.config.name(),
                      fmt::format("{}, {}, {} of peak", time, rate, percent(winner.cost.peak_fraction))};
    return labelled("decision", flow(items, "     ", page_width - section_column), 0, section_column);
}

std::string per_step(const Term& term) { return term.a_step ? fmt::format("{:.2f}", term.per_step()) : ""; }

/// "fma", "ahead, first row of tiles".
std::string where(const Term& term) {
    const bool in_all_or_alone = term.phase == Phase::AllSteps || term.phase == Phase::Alone;
    return std::string(to_string(term.resource)) +
           (in_all_or_alone ? "" : ", " + std::string(to_string(term.phase)));
}

Lines term_row(const Term& term, const Cost& cost) {
    return {term.name,
            term.cycles.formula(),
            term.cycles.numbers(),
            per_step(term),
            cycles(term.total),
            where(term),
            term.name == cost.binding && term.phase == Phase::AllSteps ? "binds"
            : term.overlapped                                          ? "overlaps"
                                                                       : ""};
}

std::string terms_section(const Cost& cost) {
    std::vector<Lines> rows{{"term", "formula", "numbers", "cy/(k, tile)", "cycles", "on", ""}};
    for (const Term& term : cost.terms) rows.push_back(term_row(term, cost));
    return table(rows,
                 {Column::Text, Column::Text, Column::Text, Column::Number, Column::Number, Column::Text,
                  Column::Text},
                 2);
}

std::string tile_line(const Decision& d) {
    const Config& c = d.winner().config;
    const CacheBlock block = block_of(Facts(d.problem, d.machine), c);
    const std::string rows = c.b_rows() > 1 ? fmt::format(" columns × {} rows of B", c.b_rows()) : "";
    Lines items{fmt::format("MR {}{} × NR {} ({} of {}{})", c.MR, way_of(d.problem), c.NR(),
                            counted(c.n_v, "vector"), c.lanes, rows)};
    const std::pair<const char*, std::int64_t> blocks[] = {
        {"KC", block.KC}, {"MC", block.MC}, {"NC", block.NC}, {"RB", c.RB()}, {"packed k", c.k_pack()}};
    for (const auto& [name, extent] : blocks)
        if (extent > 0) items.push_back(fmt::format("{} {}", name, extent));
    return item_row("tile", items, "   ");
}

/// "MR*n_v + n_v + 1 = 14*2 + 2 + 1", with what chains and general steps take where there are some.
std::string registers_sum(const Problem& problem, const Config& c) {
    const bool chains = c.chains() > 1;
    std::string formula = std::string(chains ? "chains*" : "") + "MR*n_v + n_v + 1";
    std::string numbers =
        fmt::format("{}{}*{} + {} + 1", chains ? fmt::format("{}*", c.chains()) : "", c.MR, c.n_v, c.n_v);
    if (problem.step) {
        formula += " + temporaries";
        numbers += fmt::format(" + {}", problem.step->temporaries);
    }
    return formula + " = " + numbers;
}

std::string registers_line(const Decision& d) {
    const Config& c = d.winner().config;
    const int available = d.machine.registers;
    const int used = registers_used(c.MR, c, d.problem), next = registers_used(c.MR + 1, c, d.problem);
    const std::string fit = used > available   ? "spills"
                            : next > available ? fmt::format("tight: MR {} needs {}", c.MR + 1, next)
                                               : fmt::format("{} free", available - used);
    return item_row("registers",
                    {fmt::format("{} = {} {} {}", registers_sum(d.problem, c), used,
                                 used > available ? ">" : "≤", available),
                     fit},
                    "     ");
}

std::string symbolic(const Term& term) {
    const std::string each = term.a_step ? " → " + per_step(term) + " per (k, tile)" : "";
    return term.cycles.formula() + " → " + term.cycles.numbers() + each;
}

/// The term that makes it lose: "T_OL +589.8k cycles: MR*n_v / N_fma → 14*2 / 2 → 14.00 per (k,
/// tile)".
std::string losing_term(const Loser& loser, const Config& config) {
    const std::string excess = " +" + cycles(loser.excess_cycles) + " cycles";
    if (loser.term) return loser.term->name + excess + ": " + symbolic(*loser.term);
    if (!loser.by_threads)
        return loser.slower > 0 ? "no term above the winner's" : "as fast; the tie goes to the first name";
    if (config.parallel == ParallelLoop::None) return "one thread" + excess;
    return fmt::format("{} of loop {}{}", counted(config.tasks, "task"), to_string(config.parallel), excess);
}

std::string reason(const Loser& loser, const Cost& winner) {
    const Cost& cost = loser.candidate->cost;
    Lines parts{losing_term(loser, loser.candidate->config)};
    if (cost.tail_waste > winner.tail_waste) parts.push_back("tail_waste " + percent(cost.tail_waste));
    for (const std::string& change : loser.wins_with) parts.push_back("wins with: " + change);
    return join(parts, "; ");
}

std::string why_not_section(const Decision& d) {
    std::vector<Lines> rows;
    for (const Loser& loser : best_losers(d))
        rows.push_back(
            {loser.candidate->config.name(), signed_percent(loser.slower), reason(loser, d.winner().cost)});
    for (const Refusal& refusal : d.refused) rows.push_back({refusal.what, "refused", refusal.reason});
    if (rows.empty()) return "why not\n  the space holds nothing else\n";
    const double others = static_cast<double>(d.ranked.size() - 1);
    return "why not (best of each kind among " + counted(others, "other") + ")\n" +
           table(rows, {Column::Text, Column::Number, Column::Text}, 2);
}

std::string flips_section(const Decision& d) {
    std::vector<Lines> rows;
    for (const Flip& flip : d.flips) rows.push_back({flip.change, "→ " + flip.winner});
    if (rows.empty()) rows.push_back({"nothing that was tried", ""});
    return "would change the decision\n" + table(rows, {Column::Text, Column::Text}, 2);
}

std::string not_modelled_section(const Machine& machine) {
    std::string text = "not modelled\n";
    for (const std::string& item : not_modelled(machine))
        text += labelled("", wrap(item, page_width - 2), 0, 2);
    return text;
}

} // namespace

std::string text_report(const Decision& decision) {
    return problem_section(decision.problem, decision.machine) +
           machine_section(decision.problem, decision.machine) + decision_section(decision) + "\n" +
           terms_section(decision.winner().cost) + times_table(decision.winner().cost, decision.machine) +
           tile_line(decision) + registers_line(decision) + "\n" + why_not_section(decision) +
           flips_section(decision) + not_modelled_section(decision.machine);
}

} // namespace autoconfig
