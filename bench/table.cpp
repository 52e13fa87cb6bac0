// Results as a text table: one row a shape, one column a peer family.
#include "bench/table.h"

#include "autoconfig/statistics.h"
#include "bench/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace autoconfig::bench {

namespace {

/// A column: its heading and, for each shape, a text and perhaps a number to summarise.
struct Cell {
    std::string text;
    double ratio = 0; // 0: nothing to summarise
};
struct Column {
    std::string heading;
    std::function<Cell(const ShapeResult&)> cell;
};

std::string word(Status status) {
    switch (status) {
    case Status::Ok: return "ok";
    case Status::Wrong: return "WRONG";
    case Status::Failed: return "failed";
    case Status::NotApplicable: return "-";
    }
    return "";
}

Cell ratio_cell(const ShapeResult& result, const Outcome* other) {
    const Outcome* mine = ours(result);
    if (!mine || !other) return {"-", 0};
    const double ratio = speedup(*mine, *other);
    return {fmt::format("{:.2f}", ratio), ratio};
}

/// The family's fastest; where none ran right, what went wrong with its first.
Cell family_cell(const ShapeResult& result, const std::string& family) {
    if (const Outcome* best = fastest(result, family)) return ratio_cell(result, best);
    for (const Outcome& outcome : result.contestants)
        if (outcome.family == family) return {word(outcome.status), 0};
    return {"-", 0};
}

bool has_kind(const Results& results, Kind kind) {
    for (const ShapeResult& result : results.shapes)
        for (const Outcome& outcome : result.contestants)
            if (outcome.kind == kind) return true;
    return false;
}

std::vector<Column> columns_of(const Results& results) {
    std::vector<Column> columns;
    for (const std::string& family : families(results))
        columns.push_back({family, [family](const ShapeResult& r) { return family_cell(r, family); }});
    if (has_kind(results, Kind::Library))
        columns.push_back(
            {"best library", [](const ShapeResult& r) { return ratio_cell(r, fastest(r, Kind::Library)); }});
    if (has_kind(results, Kind::Stock))
        columns.push_back(
            {"best stock", [](const ShapeResult& r) { return ratio_cell(r, fastest(r, Kind::Stock)); }});
    return columns;
}

std::size_t name_width(const Results& results) {
    std::size_t width = 8;
    for (const ShapeResult& result : results.shapes) width = std::max(width, result.shape.name().size());
    return width;
}

/// Our own two columns.
std::string own_cells(const Results& results, const ShapeResult& result) {
    if (const Outcome* mine = ours(result))
        return fmt::format("{:>8.1f} {:>6.1f}", gflops(result.shape, *mine),
                           100 * peak_fraction(results, result.shape, *mine));
    for (const Outcome& outcome : result.contestants)
        if (outcome.kind == Kind::Ours) return fmt::format("{:>8} {:>6}", word(outcome.status), "");
    return fmt::format("{:>8} {:>6}", "-", "");
}

std::string peers_table(const Results& results) {
    const std::vector<Column> columns = columns_of(results);
    const std::size_t width = name_width(results);
    std::vector<std::vector<double>> ratios(columns.size());
    std::string text = fmt::format("{:<{}} {:>8} {:>6}", "shape", width, "GFLOP/s", "% peak");
    const auto cell_width = [&](std::size_t c) {
        return std::max<std::size_t>(6, columns[c].heading.size());
    };
    for (std::size_t c = 0; c < columns.size(); ++c)
        text += fmt::format("  {:>{}}", columns[c].heading, cell_width(c));
    text += '\n';
    for (const ShapeResult& result : results.shapes) {
        text += fmt::format("{:<{}} {}", result.shape.name(), width, own_cells(results, result));
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const Cell cell = columns[c].cell(result);
            text += fmt::format("  {:>{}}", cell.text, cell_width(c));
            if (cell.ratio > 0) ratios[c].push_back(cell.ratio);
        }
        text += '\n';
    }
    const auto summary = [&](const char* name, const std::function<double(const std::vector<double>&)>& of) {
        text += fmt::format("{:<{}} {:>8} {:>6}", name, width, "", "");
        for (std::size_t c = 0; c < columns.size(); ++c)
            text += ratios[c].empty() ? fmt::format("  {:>{}}", "-", cell_width(c))
                                      : fmt::format("  {:>{}.2f}", of(ratios[c]), cell_width(c));
        text += '\n';
    };
    summary("geomean", geomean);
    summary("worst", [](const std::vector<double>& r) { return *std::min_element(r.begin(), r.end()); });
    return text;
}

/// Why a contestant was not timed, a line each.
std::string reasons(const Results& results) {
    std::string text;
    const auto add = [&](const ShapeResult& result, const Outcome& outcome) {
        if (outcome.status == Status::Wrong || outcome.status == Status::Failed)
            text += fmt::format("{}, {}: {}: {}\n", result.shape.name(), outcome.name, word(outcome.status),
                                outcome.reason);
    };
    for (const ShapeResult& result : results.shapes) {
        for (const Outcome& outcome : result.contestants) add(result, outcome);
        for (const Outcome& outcome : result.space) add(result, outcome);
    }
    return text.empty() ? "" : "\n" + text;
}

std::string oracle_row(const ShapeResult& result, const Oracle& o, std::size_t width) {
    return fmt::format("{:<{}} {:>4}/{:<4} {:>7.1f} {:>6.2f} {:>+8.1f}  {}{}\n", result.shape.name(), width,
                       o.measured, o.space, 100 * o.regret, o.tau, 100 * o.error, o.pick,
                       o.best == o.pick ? "" : fmt::format(" (best: {})", o.best));
}

std::string oracle_table(const Results& results) {
    const std::size_t width = name_width(results);
    std::vector<double> slowdowns, taus, errors;
    std::string rows;
    for (const ShapeResult& result : results.shapes) {
        const std::optional<Oracle> figures = oracle(result);
        if (!figures) continue;
        rows += oracle_row(result, *figures, width);
        slowdowns.push_back(1 + figures->regret);
        errors.push_back(std::abs(figures->error));
        if (!std::isnan(figures->tau)) taus.push_back(figures->tau);
    }
    if (rows.empty()) return "";
    return fmt::format("\n{:<{}} {:>9} {:>7} {:>6} {:>8}  pick\n", "oracle", width, "measured", "regret%",
                       "tau", "error%") +
           rows +
           fmt::format("geomean regret {:.1f} %, median tau {}, median |error| {:.1f} %\n",
                       100 * (geomean(slowdowns) - 1),
                       taus.empty() ? "-" : fmt::format("{:.2f}", median(taus)), 100 * median(errors));
}

} // namespace

std::string text_table(const Results& results) {
    std::string text =
        fmt::format("{}, {} thread{}, peak {:.0f} GFLOP/s a thread; ratios above 1: we are faster\n\n",
                    results.machine, results.threads, results.threads == 1 ? "" : "s", results.peak.gflops);
    return text + peers_table(results) + oracle_table(results) + reasons(results);
}

} // namespace autoconfig::bench
