// Published tables by name, and what they come to.
#include "bench/published/tables.h"

#include "autoconfig/error.h"
#include "autoconfig/statistics.h"
#include "bench/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace autoconfig::bench {

namespace {

using Ratios = std::vector<double>;

void add(Ratios& ratios, const Cell& cell) {
    if (cell.ratio > 0) ratios.push_back(cell.ratio);
}

Ratios against_libraries(const Results& results, const std::string& family = "") {
    Ratios ratios;
    for (const ShapeResult& result : results.shapes)
        add(ratios,
            against(ours(result), family.empty() ? fastest(result, Kind::Library) : fastest(result, family)));
    return ratios;
}

/// What is measured, and the ratios on one and on two threads.
std::vector<Cell> overview_row(const std::string& name, const Ratios& one, const Ratios& two) {
    std::vector<Cell> row{words(fmt::format("{} {}", one.size(), name))};
    for (const auto figure : {&Summary::geomean, &Summary::median, &Summary::worst})
        for (const Ratios* ratios : {&one, &two})
            row.push_back(ratios->empty() ? words("-") : ratio_of(summary_of(*ratios).*figure));
    return row;
}

/// How long our scheduler took, in the median and at most.
template<typename Cases>
std::string scheduling(const std::string& name, const Cases& cases) {
    std::vector<double> times;
    for (const auto& one : cases)
        if (const Outcome* mine = ours(one); mine && mine->schedule_ms > 0)
            times.push_back(mine->schedule_ms);
    if (times.empty()) return "";
    return fmt::format("{:.1f} ms for {} in the median (at most {:.0f})", median(times), name,
                       *std::max_element(times.begin(), times.end()));
}

} // namespace

Cell against(const Outcome* mine, const Outcome* other) {
    if (!other) return words("-");
    return mine ? ratio_of(speedup(*mine, *other)) : Cell{"failed", ratio_of_failure};
}

std::string overview_table(const Raw& raw) {
    const PipelineResults &own = raw.pipelines("pipelines"), &applications = raw.pipelines("applications");
    const auto operators = [&](const std::string& what, const std::string& name,
                               const std::string& family = "") {
        return overview_row(what, against_libraries(raw.operators(name + "-1"), family),
                            against_libraries(raw.operators(name + "-2"), family));
    };
    const auto pipelines = [&](const std::string& what, const PipelineResults& results, Group group,
                               Rival rival) {
        return overview_row(what, ratios(results, group, 1, 1, rival), ratios(results, group, 2, 1, rival));
    };
    MarkdownTable table{{"", "geomean, 1 thread", "2 threads", "median, 1 thread", "2 threads",
                         "worst, 1 thread", "2 threads"},
                        {},
                        {1, 2}};
    table.rows = {
        operators("matrix products, best of OpenBLAS, BLIS and oneDNN of each", "matmul"),
        operators("convolutions, packed weights, best of oneDNN's algorithms", "conv2d-packed"),
        operators("convolutions, plain weights, direct sum, oneDNN's on plain weights", "conv2d-plain"),
        operators("of these, oneDNN's on weights reordered outside of the timing", "conv2d-plain",
                  "onednn_nhwc_reordered"),
        pipelines("classic pipelines, best stock autoscheduler of each", own, Group::Classic, best_stock),
        pipelines("networks, best stock autoscheduler of each", own, Group::Network, best_stock),
        pipelines("of Halide's applications, the schedules by hand", applications, Group::Application,
                  by_hand),
        pipelines("of Halide's applications, Mullapudi2016", applications, Group::Application, best_stock)};
    return markdown_rows(table) +
           fmt::format(
               "\nTo schedule takes {}, {} and {}.\n",
               scheduling("a matrix product", raw.operators("matmul-1").shapes),
               scheduling("a convolution with packed weights", raw.operators("conv2d-packed-1").shapes),
               scheduling("one of the pipelines", own.pipelines));
}

std::string published_table(const std::string& name, const Raw& raw) {
    static const std::map<std::string, std::string (*)(const Raw&)> all = {
        {"overview", overview_table},
        {"matmul", matmul_table},
        {"conv2d", conv2d_table},
        {"pipelines", pipelines_table},
        {"applications", applications_table}};
    const auto table = all.find(name);
    if (table == all.end()) throw Error(fmt::format("no published table is called '{}'", name));
    return table->second(raw);
}

} // namespace autoconfig::bench
