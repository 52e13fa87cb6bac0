// Tables of whole pipelines.
#include "bench/published/tables.h"
#include "bench/summary.h"

#include <fmt/format.h>

namespace autoconfig::bench {

namespace {

/// The same pipeline on so many threads, at so many times its sizes; null where it was not measured.
const PipelineResult* find(const PipelineResults& results, const std::string& name, int threads,
                           double scale) {
    for (const PipelineResult& result : results.pipelines)
        if (result.pipeline.name == name && result.threads == threads && result.scale == scale)
            return &result;
    return nullptr;
}

Cell milliseconds(const PipelineResult* result) {
    return result && ours(*result) ? words(fmt::format("{:.3g}", 1e3 * seconds(*ours(*result)))) : words("-");
}

Cell against_stock(const PipelineResult* result) {
    return result ? against(ours(*result), best_stock(*result)) : words("-");
}

Cell against_hand(const PipelineResult* result) {
    return result ? against(ours(*result), by_hand(*result)) : words("-");
}

/// The pipelines of a group, on one and on two threads.
std::string group_table(const PipelineResults& results, Group group) {
    MarkdownTable table{
        {"pipeline", "ms, 1 thread", "best stock", "ms, 2 threads", "best stock, 2 threads"}, {}, {2, 4}};
    for (const PipelineResult& one : results.pipelines) {
        if (one.pipeline.group != group || one.threads != 1 || one.scale != 1) continue;
        const PipelineResult* two = find(results, one.pipeline.name, 2, 1);
        table.rows.push_back({words(one.pipeline.name), milliseconds(&one), against_stock(&one),
                              milliseconds(two), against_stock(two)});
    }
    return markdown(table);
}

} // namespace

std::string pipelines_table(const Raw& raw) {
    const PipelineResults& results = raw.pipelines("pipelines");
    return group_table(results, Group::Classic) + "\n" + group_table(results, Group::Network) + "\n" +
           origin(raw, {}, {"pipelines"});
}

std::string applications_table(const Raw& raw) {
    const PipelineResults& results = raw.pipelines("applications");
    MarkdownTable table{{"application", "ms, 1 thread", "by hand", "at 0.6", "Mullapudi2016", "ms, 2 threads",
                         "by hand, 2 threads", "at 0.6", "Mullapudi2016"},
                        {},
                        {2, 6}};
    for (const PipelineResult& one : results.pipelines) {
        if (one.threads != 1 || one.scale != 1) continue;
        std::vector<Cell> row{words(one.pipeline.name)};
        for (int threads : {1, 2}) {
            const PipelineResult* there = find(results, one.pipeline.name, threads, 1);
            const PipelineResult* smaller = find(results, one.pipeline.name, threads, 0.6);
            row.insert(row.end(), {milliseconds(there), against_hand(there), against_hand(smaller),
                                   against_stock(there)});
        }
        table.rows.push_back(row);
    }
    return markdown(table) + "\n" + origin(raw, {}, {"applications"});
}

} // namespace autoconfig::bench
