// l2_latency and l3_latency.
//
// How: a chain of loads, each from the address that the last one gave, over lines in random order: of L2 on
// pages that the first-level TLB holds.
// For: lines of one set of L1 that come one after the other; that of L3 for the report only, as start times
// are measured by themselves.
#include "runtime/calibrate/placed_tiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

namespace autoconfig::runtime {

namespace {

/// Lines of a block that lead from one to the next.
class Chain {
public:
    Chain(std::size_t bytes, std::size_t line)
        : lines(bytes / line), memory(allocate(bytes)), at(memory.get()) {
        std::vector<std::size_t> order(lines);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), std::mt19937(1));
        for (std::size_t i = 0; i < lines; ++i) {
            char* const next = memory.get() + order[(i + 1) % lines] * line;
            std::memcpy(memory.get() + order[i] * line, &next, sizeof next);
        }
        follow(lines); // brings it in
    }

    void follow(std::size_t steps) {
        for (std::size_t step = 0; step < steps; ++step) std::memcpy(&at, at, sizeof at);
        asm volatile("" : "+r"(at));
    }

private:
    std::size_t lines;
    Memory memory;
    char* at;
};

Measurement measure_latency(const Bench& bench, const std::string& key, std::size_t bytes) {
    constexpr std::size_t steps = 4096;
    Chain chain(bytes, static_cast<std::size_t>(bench.machine.l1.line_bytes));
    const Samples samples = bench.repeat([&] { return bench.seconds([&] { chain.follow(steps); }) / steps; });
    return number(key, fmt::format("loads that wait for each other, of {} KiB", bytes / 1024), samples, 1);
}

} // namespace

std::vector<Measurement> measure_latencies(const Bench& bench) {
    const Machine& machine = bench.machine;
    const std::size_t few_pages =
        std::min(in_l2(machine), whole_blocks(std::int64_t(page_bytes) * machine.tlb_entries / 2));
    std::vector<Measurement> all{measure_latency(bench, "l2_latency", few_pages)};
    if (has_l3(machine)) all.push_back(measure_latency(bench, "l3_latency", in_l3(machine)));
    return all;
}

} // namespace autoconfig::runtime
