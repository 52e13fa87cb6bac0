// The report's tables and its JSON.
#include "bench/regret/report.h"

#include "bench/regret/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace autoconfig::bench {

namespace {

std::string percent(double value) { return std::isnan(value) ? "-" : fmt::format("{:.1f} %", 100 * value); }
std::string change(double value) { return std::isnan(value) ? "-" : fmt::format("{:+.2f}", 100 * value); }
std::string correlation(double value) { return std::isnan(value) ? "-" : fmt::format("{:.2f}", value); }

std::vector<std::string> cells(const std::string& name, const RegretSummary& summary) {
    return {name,
            std::to_string(summary.shapes),
            percent(summary.regret),
            percent(summary.p95),
            percent(summary.worst),
            correlation(summary.tau),
            percent(summary.error)};
}

const std::vector<std::string> summary_heading = {"", "shapes", "regret", "p95", "worst", "τ", "error"};

std::string summary_table(const RegretReport& report) {
    PaddedTable table{summary_heading, {}};
    for (const Part& part : report.parts) table.rows.push_back(cells(part.name, part.summary));
    return to_text(table);
}

/// The change is of the geomean regret, in percentage points: above zero the term earns its place.
std::string ablation_table(const Part& part) {
    PaddedTable table{summary_heading, {cells("all terms", part.summary)}};
    table.heading.front() = part.name + ", without";
    table.heading.push_back("change, points");
    table.rows.front().push_back("");
    for (const AblationRow& row : part.ablation) {
        table.rows.push_back(cells(row.term, row.without));
        table.rows.back()[1] = std::to_string(row.shapes);
        table.rows.back().push_back(change(row.without.regret - part.summary.regret));
    }
    return to_text(table);
}

std::string search_table(const Part& part) {
    PaddedTable table{{part.name + ", regret after"}, {}};
    for (int trials : reported_trials()) table.heading.push_back(std::to_string(trials));
    for (const SearchRow& search : part.searches) {
        table.rows.push_back({search.name});
        for (double regret : search.regrets) table.rows.back().push_back(percent(regret));
    }
    return to_text(table) +
           "\nColumns are measured trials; with one, the best of the model is its choice, which needs "
           "none.\n";
}

std::string shapes_table(const RegretReport& report) {
    std::vector<ShapeRow> worst = report.shapes;
    std::stable_sort(worst.begin(), worst.end(), [](const ShapeRow& a, const ShapeRow& b) {
        return a.judgement.regret > b.judgement.regret;
    });
    PaddedTable table{{"shape", "regret", "τ", "error", "chosen", "best"}, {}};
    for (const ShapeRow& row : worst)
        table.rows.push_back({row.op + " " + row.shape, percent(row.judgement.regret),
                              correlation(row.judgement.tau), percent(row.judgement.error), row.chosen,
                              row.best == row.chosen ? "" : row.best});
    return to_text(table);
}

/// What the numbers do not cover, a line each.
std::string notes(const RegretReport& report) {
    std::string text;
    for (const ShapeRow& row : report.shapes)
        if (row.unknown > 0)
            text +=
                fmt::format("{} {}: {} configurations of today's space were not measured; remove its file "
                            "to measure it again\n",
                            row.op, row.shape, row.unknown);
    for (const auto& [shape, reason] : report.missing)
        text += fmt::format("{}: not measured: {}\n", shape, reason);
    return text.empty() ? "" : "\n" + text;
}

nlohmann::json number(double value) { return std::isnan(value) ? nlohmann::json() : nlohmann::json(value); }

nlohmann::json json_of(const RegretSummary& summary) {
    return {{"shapes", summary.shapes},           {"regret", number(summary.regret)},
            {"p95", number(summary.p95)},         {"worst", number(summary.worst)},
            {"kendall_tau", number(summary.tau)}, {"error", number(summary.error)}};
}

nlohmann::json json_of(const Part& part) {
    nlohmann::json json = {{"name", part.name}, {"summary", json_of(part.summary)}};
    for (const AblationRow& row : part.ablation)
        json["ablation"].push_back(
            {{"term", row.term}, {"shapes", row.shapes}, {"without", json_of(row.without)}});
    for (const SearchRow& row : part.searches)
        json["searches"].push_back(
            {{"name", row.name}, {"trials", reported_trials()}, {"regrets", row.regrets}});
    return json;
}

nlohmann::json json_of(const ShapeRow& row) {
    return {{"op", row.op},
            {"shape", row.shape},
            {"chosen", row.chosen},
            {"best", row.best},
            {"measured", row.measured},
            {"unknown", row.unknown},
            {"regret", row.judgement.regret},
            {"kendall_tau", number(row.judgement.tau)},
            {"error", row.judgement.error}};
}

} // namespace

std::string to_text(const RegretReport& report) {
    std::string text = fmt::format("{}, {}, seed {}, {} thread{}\n\n", report.machine, report.date,
                                   report.seed, report.threads, report.threads == 1 ? "" : "s");
    text += summary_table(report);
    for (const Part& part : report.parts)
        if (!part.searches.empty()) text += "\n" + search_table(part);
    for (const Part& part : report.parts)
        if (!part.ablation.empty()) text += "\n" + ablation_table(part);
    if (!report.shapes.empty()) text += "\n" + shapes_table(report);
    return text + notes(report);
}

nlohmann::json to_json(const RegretReport& report) {
    nlohmann::json json = {{"machine", report.machine},
                           {"date", report.date},
                           {"seed", report.seed},
                           {"threads", report.threads},
                           {"parts", nlohmann::json::array()},
                           {"shapes", nlohmann::json::array()},
                           {"missing", nlohmann::json::array()}};
    for (const Part& part : report.parts) json["parts"].push_back(json_of(part));
    for (const ShapeRow& row : report.shapes) json["shapes"].push_back(json_of(row));
    for (const auto& [shape, reason] : report.missing)
        json["missing"].push_back({{"shape", shape}, {"reason", reason}});
    return json;
}

} // namespace autoconfig::bench
