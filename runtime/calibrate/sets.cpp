// set_fill.
//
// How: a vector is stored in each of the rows that half of L2 holds, a page apart, so that all of their lines
// fall on one set of L1; then in the next line of each, until the rows are full.
// For: T_out = lines * set_fill / sets, of a result that is written column by column.
#include "runtime/calibrate/placed_tiles.h"

#include <fmt/format.h>

namespace autoconfig::runtime {

namespace {

Measurement measure_set_fill(const Bench& bench) {
    constexpr auto page = static_cast<std::size_t>(page_bytes);
    const auto line = static_cast<std::size_t>(bench.machine.l1.line_bytes);
    const std::size_t rows = in_l2(bench.machine) / page, columns = page / line;
    const Memory block = allocate(rows * page);
    const Samples samples = bench.repeat([&] {
        const double seconds = bench.seconds([&] {
            for (std::size_t column = 0; column < columns; ++column)
                bench.kernels.write_vectors(block.get() + column * line, rows, page);
        });
        return seconds / static_cast<double>(rows * columns);
    });
    return number("set_fill", fmt::format("lines written in columns of {} rows a page apart", rows), samples,
                  1);
}

} // namespace

std::vector<Measurement> measure_sets(const Bench& bench) { return {measure_set_fill(bench)}; }

} // namespace autoconfig::runtime
