// run_start, page_walk, tlb_miss and tlb_gather: what a new page costs.
//
// How: runs of three lines from L3, each on another page than the last one, on pages that the second-level
// TLB holds; what a run takes beyond three lines of the stream is run_start. On twice as many pages as that
// TLB holds: what it takes beyond the first kind is page_walk. Then tiles whose rows of b lie in L1, one a
// page, on more pages than the first-level TLB holds, against the same rows side by side; and vectors loaded
// lane by lane, from lines in L1 that lie one a page on as many, against lines that follow each other.
// For: T_start = runs * (run_start + page_walk), tlb_miss a step of panels on many pages, and tlb_gather an
// element of rows that are read across.
#include "runtime/calibrate/placed_tiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace autoconfig::runtime {

namespace {

/// Seconds of a run on so many pages, which pass by until as much as `bytes` was read.
double run_seconds(const Bench& bench, const Memory& block, std::size_t pages, std::size_t bytes) {
    const std::size_t passes =
        std::min(std::max<std::size_t>(bytes / (pages * run_bytes), 1), page_bytes / run_bytes);
    const double seconds = bench.seconds([&] {
        for (std::size_t pass = 0; pass < passes; ++pass)
            bench.kernels.read_runs(block.get() + pass * run_bytes, pages, page_bytes);
    });
    return seconds / static_cast<double>(passes * pages);
}

void add_runs(std::vector<Measurement>& all, const Bench& bench) {
    const Machine& machine = bench.machine;
    const auto many = static_cast<std::size_t>(2 * machine.tlb2_entries);
    const std::size_t bytes = in_l3(machine), few = std::min(bytes / page_bytes, many / 4);
    const Memory block = allocate(many * page_bytes);
    const double lines = static_cast<double>(run_bytes) / machine.l1.line_bytes;
    const std::vector<Samples> samples = bench.repeat_all(
        [&]() -> Times {
            return {lines * stream_seconds(bench, block, bytes), run_seconds(bench, block, few, bytes),
                    run_seconds(bench, block, many, bytes)};
        },
        [](const Times& all) -> std::vector<double> {
            return {all[1] - all[0], all[2] - all[1]};
        });
    all.push_back(number("run_start",
                         fmt::format("runs of {:g} lines on {} pages against a stream", lines, few),
                         samples[0], 1));
    all.push_back(number("page_walk",
                         fmt::format("runs of {:g} lines on {} pages against {}", lines, many, few),
                         samples[1], 1));
}

Measurement measure_tlb_miss(const Bench& bench) {
    const auto pages = static_cast<std::size_t>(3 * bench.machine.tlb_entries);
    const std::size_t apart = page_bytes + row_of_b(bench); // on the next sets of L1
    const Memory a = allocate(pages * element_bytes), b = allocate(pages * apart);
    const auto step = [&](std::size_t from_row_to_row) {
        TileRun run;
        run.a = a.get();
        run.b = b.get();
        run.b_step = from_row_to_row;
        run.steps = pages;
        run.tiles = 40;
        return tile_seconds(bench, run) / static_cast<double>(pages);
    };
    const Samples samples = bench.repeat(
        [&]() -> Times {
            return {step(apart), step(row_of_b(bench))};
        },
        [](const Times& all) { return all[0] - all[1]; });
    return number("tlb_miss",
                  fmt::format("tiles with rows of b on {} pages against rows side by side", pages), samples,
                  0.25);
}

Measurement measure_tlb_gather(const Bench& bench) {
    constexpr std::size_t times = 40;
    const auto line = static_cast<std::size_t>(bench.machine.l1.line_bytes);
    const std::size_t apart = page_bytes + line; // on the next set of L1
    const std::size_t lanes = static_cast<std::size_t>(bench.kernels.vector_bytes) / element_bytes;
    const std::size_t vectors = static_cast<std::size_t>(3 * bench.machine.tlb_entries) / lanes;
    const Memory block = allocate(vectors * lanes * apart);
    const auto element = [&](std::size_t from_one_to_the_next) {
        const double seconds =
            bench.seconds([&] { bench.kernels.gather(block.get(), vectors, from_one_to_the_next, times); });
        return seconds / static_cast<double>(times * vectors * lanes);
    };
    const Samples samples = bench.repeat(
        [&]() -> Times {
            return {element(apart), element(line)};
        },
        [](const Times& all) { return all[0] - all[1]; });
    return number(
        "tlb_gather",
        fmt::format("vectors loaded lane by lane from {} pages against lines side by side", vectors * lanes),
        samples, 0.25);
}

} // namespace

std::vector<Measurement> measure_pages(const Bench& bench) {
    std::vector<Measurement> all;
    if (has_l3(bench.machine)) add_runs(all, bench);
    all.push_back(measure_tlb_miss(bench));
    all.push_back(measure_tlb_gather(bench));
    return all;
}

} // namespace autoconfig::runtime
