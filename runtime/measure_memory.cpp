// Cycles a line takes between levels, and latencies: reads of working sets that fit one level only.
#include "runtime/measure.h"
#include "runtime/timing.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <numeric>
#include <random>

namespace autoconfig {

namespace {

using Memory = std::unique_ptr<char, void (*)(void*)>;

Memory allocate(std::size_t bytes) {
    void* memory = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    if (!memory) throw std::bad_alloc();
    std::memset(memory, 0, bytes);
    return Memory(static_cast<char*>(memory), std::free);
}

/// What Kernels::read takes.
std::size_t whole_blocks(std::int64_t bytes) { return static_cast<std::size_t>(bytes) / 512 * 512; }

/// Cycles a line of a working set that stays in a cache.
double cycles_per_line_cached(const Kernels& kernels, std::int64_t working_set, int line_bytes, double ghz) {
    const std::size_t bytes = whole_blocks(working_set);
    const Memory memory = allocate(bytes);
    const std::size_t times = std::max<std::size_t>((std::size_t(8) << 20) / bytes, 1);
    volatile float result = kernels.read(memory.get(), bytes, 1); // brings it in
    const double seconds = shortest_seconds([&] { result = kernels.read(memory.get(), bytes, times); }, 40);
    return seconds * ghz * 1e9 * line_bytes / (static_cast<double>(bytes) * static_cast<double>(times));
}

/// Cycles a line of a working set far larger than the caches, read slice by slice.
double cycles_per_line_memory(const Kernels& kernels, std::int64_t working_set, int line_bytes, double ghz) {
    constexpr std::size_t slice = std::size_t(8) << 20;
    const std::size_t slices = static_cast<std::size_t>(working_set) / slice;
    const Memory memory = allocate(slices * slice);
    volatile float result = 0;
    std::size_t next = 0;
    const double seconds = lower_quartile_seconds(
        [&] { result = kernels.read(memory.get() + slice * (next++ % slices), slice, 1); },
        static_cast<int>(2 * slices));
    return seconds * ghz * 1e9 * line_bytes / static_cast<double>(slice);
}

/// Cycles from one load to the next that needs its result, lines visited in random order.
double latency_cycles(std::int64_t working_set, int line_bytes, double ghz) {
    const std::size_t lines = static_cast<std::size_t>(working_set) / line_bytes;
    const Memory memory = allocate(lines * line_bytes);
    std::vector<std::size_t> order(lines);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    for (std::size_t i = 0; i < lines; ++i) {
        char* const next = memory.get() + order[(i + 1) % lines] * line_bytes;
        std::memcpy(memory.get() + order[i] * line_bytes, &next, sizeof next);
    }
    char* at = memory.get();
    constexpr std::size_t steps = 1 << 14;
    const double seconds = shortest_seconds(
        [&] {
            for (std::size_t step = 0; step < steps; ++step) std::memcpy(&at, at, sizeof(char*));
            asm volatile("" : "+r"(at));
        },
        static_cast<int>(4 * lines / steps + 20));
    return seconds * ghz * 1e9 / static_cast<double>(steps);
}

/// Far beyond the last cache, but within 1 GiB.
std::int64_t memory_set(const Machine& machine) {
    const std::int64_t last = std::max(machine.l2.bytes, machine.l3.bytes);
    return std::min<std::int64_t>(std::max<std::int64_t>(4 * last, 64 << 20), std::int64_t(1) << 30);
}

} // namespace

std::vector<Measurement> measure_memory(const Machine& machine, const Kernels& kernels, double ghz) {
    const int line = machine.l1.line_bytes;
    const bool has_l3 = machine.l3.bytes > 2 * machine.l2.bytes;
    const std::int64_t in_l2 = std::max(machine.l2.bytes / 2, 2 * machine.l1.bytes);
    const std::int64_t few_pages = std::min(in_l2, 4 * machine.l1.bytes); // within the first-level TLB
    const std::int64_t in_l3 = std::min(machine.l3.bytes / 2, 4 * machine.l2.bytes);

    const double from_l2 = cycles_per_line_cached(kernels, in_l2, line, ghz);
    const double from_l3 = has_l3 ? cycles_per_line_cached(kernels, in_l3, line, ghz) : from_l2;
    const double from_memory = cycles_per_line_memory(kernels, memory_set(machine), line, ghz);
    // A link below L2 is charged what it adds to the stream, unless the links work at the same time.
    const auto added = [&](double below, double above) {
        return machine.l2_l3_overlaps ? below : std::max(below - above, 0.0);
    };
    std::vector<Measurement> measured{{"l1_l2_transfer", from_l2},
                                      {"l2_l3_transfer", has_l3 ? added(from_l3, from_l2) : 0},
                                      {"l3_mem_transfer", added(from_memory, from_l3)},
                                      {"l2_latency", latency_cycles(few_pages, line, ghz)}};
    if (has_l3) measured.push_back({"l3_latency", latency_cycles(in_l3, line, ghz)});
    return measured;
}

} // namespace autoconfig
