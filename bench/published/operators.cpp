// Tables of single operators.
#include "bench/published/tables.h"
#include "bench/summary.h"

namespace autoconfig::bench {

namespace {

Cell against_library(const ShapeResult& result) {
    return against(ours(result), fastest(result, Kind::Library));
}

Cell against_family(const ShapeResult& result, const std::string& family) {
    return against(ours(result), fastest(result, family));
}

/// The same shape in other results; one that nobody was measured on where they lack it.
ShapeResult same_shape(const Results& results, const ShapeResult& result) {
    for (const ShapeResult& other : results.shapes)
        if (other.shape.name() == result.shape.name()) return other;
    return {result.shape, {}, {}};
}

Cell speed(const ShapeResult& result) {
    return ours(result) ? number(gflops(result.shape, *ours(result)), 1) : words("-");
}

Cell share_of_peak(const Results& results, const ShapeResult& result) {
    return ours(result) ? number(100 * peak_fraction(results, result.shape, *ours(result)), 0) : words("-");
}

} // namespace

std::string matmul_table(const Raw& raw) {
    const Results &one = raw.operators("matmul-1"), &two = raw.operators("matmul-2");
    MarkdownTable table{{"shape", "GFLOP/s", "% of peak", "OpenBLAS", "BLIS", "oneDNN", "oneDNN packed",
                         "best, 1 thread", "best, 2 threads"},
                        {},
                        {7, 8}};
    for (const ShapeResult& result : one.shapes) {
        std::vector<Cell> row{words(result.shape.name()), speed(result), share_of_peak(one, result)};
        for (const char* family : {"openblas", "blis", "onednn", "onednn_packed"})
            row.push_back(against_family(result, family));
        row.push_back(against_library(result));
        row.push_back(against_library(same_shape(two, result)));
        table.rows.push_back(row);
    }
    return markdown(table) + "\n" + origin(raw, {"matmul-1", "matmul-2"}, {});
}

std::string conv2d_table(const Raw& raw) {
    const std::vector<std::string> names = {"conv2d-packed-1", "conv2d-packed-2", "conv2d-plain-1",
                                            "conv2d-plain-2"};
    std::vector<const Results*> all;
    for (const std::string& name : names) all.push_back(&raw.operators(name));
    MarkdownTable table{{"layer (input H×W×C-K, window)", "ours", "GFLOP/s", "packed, 1 thread",
                         "packed, 2 threads", "plain, 1 thread", "plain, 2 threads",
                         "plain against reordered, 1 thread", "and 2 threads"},
                        {},
                        {3, 4}};
    for (const ShapeResult& result : all[0]->shapes) {
        std::vector<Cell> row{words(result.shape.name()), words(ours(result) ? ours(result)->algorithm : "-"),
                              speed(result)};
        for (const Results* results : all) row.push_back(against_library(same_shape(*results, result)));
        for (std::size_t plain : {2, 3})
            row.push_back(against_family(same_shape(*all[plain], result), "onednn_nhwc_reordered"));
        table.rows.push_back(row);
    }
    return markdown(table) + "\n" + origin(raw, names, {});
}

} // namespace autoconfig::bench
