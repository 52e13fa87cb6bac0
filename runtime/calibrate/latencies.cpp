// l2_latency, l3_latency and failed_forward.
//
// How: a chain of loads, each from the address that the last one gave, over lines in random order: of L2 on
// pages that the first-level TLB holds. failed_forward: eight bytes are stored, four of them stored again,
// and all eight loaded, which is what the next round stores. For: the latencies for the report only, as start
// times are measured by themselves; failed_forward for sums along k whose last vector is not whole.
#include "runtime/calibrate/placed_tiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
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

void store_twice_and_load(std::size_t steps) {
    alignas(64) char block[64] = {};
    std::uint64_t value = 1;
    for (std::size_t step = 0; step < steps; ++step) {
        std::memcpy(block, &value, sizeof value);
        asm volatile("" ::: "memory");
        const auto half = static_cast<std::uint32_t>(value);
        std::memcpy(block + sizeof half, &half, sizeof half);
        asm volatile("" ::: "memory");
        std::memcpy(&value, block, sizeof value);
    }
    asm volatile("" : : "r"(value));
}

Measurement measure_failed_forward(const Bench& bench) {
    constexpr std::size_t steps = 4096;
    const Samples samples =
        bench.repeat([&] { return bench.seconds([&] { store_twice_and_load(steps); }) / steps; });
    return number("failed_forward", "loads of what two stores left, one after the other", samples, 1);
}

} // namespace

std::vector<Measurement> measure_latencies(const Bench& bench) {
    const Machine& machine = bench.machine;
    const std::size_t few_pages =
        std::min(in_l2(machine), whole_blocks(std::int64_t(page_bytes) * machine.tlb_entries / 2));
    std::vector<Measurement> all{measure_latency(bench, "l2_latency", few_pages),
                                 measure_failed_forward(bench)};
    if (has_l3(machine)) all.push_back(measure_latency(bench, "l3_latency", in_l3(machine)));
    return all;
}

} // namespace autoconfig::runtime
