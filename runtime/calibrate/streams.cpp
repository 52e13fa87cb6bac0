// l1_l2_transfer, l2_l3_transfer, l3_mem_transfer, l3_mem_runs.
//
// How: read streams over a block that one level holds and the level inside does not; from memory, slice after
// slice of a block far larger than the caches, so that each slice comes from there: all lines, or three of
// eight.
// For: cycles a line of T_L1L2, T_L2L3, T_block and T_out. Where l2_l3_overlaps, each number is the
// pace of its whole stream; else what the link adds to the one inside.
#include "runtime/calibrate/placed_tiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace autoconfig::runtime {

namespace {

constexpr std::size_t slice_bytes = std::size_t(4) << 20;

/// Far beyond the last cache, but within 512 MiB.
std::size_t slices_in_memory(const Machine& machine) {
    const std::int64_t last = std::max(machine.l2.bytes, machine.l3.bytes);
    const std::int64_t bytes =
        std::min<std::int64_t>(std::max<std::int64_t>(4 * last, 64 << 20), std::int64_t(512) << 20);
    return static_cast<std::size_t>(bytes) / slice_bytes;
}

/// Seconds a line from memory; another slice every time.
class FromMemory {
public:
    explicit FromMemory(const Bench& bench)
        : bench(bench), slices(slices_in_memory(bench.machine)), memory(allocate(slices * slice_bytes)) {}

    double seconds_a_line() {
        return of_a_slice([&](const char* slice) { bench.kernels.read(slice, slice_bytes, 1); }) *
               bench.machine.l1.line_bytes / slice_bytes;
    }
    double seconds_a_line_in_runs() {
        constexpr std::size_t apart = 512, runs = slice_bytes / apart;
        return of_a_slice([&](const char* slice) { bench.kernels.read_runs(slice, runs, apart); }) /
               (runs * run_bytes) * bench.machine.l1.line_bytes;
    }

private:
    const Bench& bench;
    std::size_t slices, next = 0;
    Memory memory;

    template<typename Read>
    double of_a_slice(const Read& read) {
        return bench.seconds([&] { read(memory.get() + slice_bytes * (next++ % slices)); });
    }
};

} // namespace

std::vector<Measurement> measure_streams(const Bench& bench) {
    const Machine& machine = bench.machine;
    const std::size_t near = in_l2(machine), far = has_l3(machine) ? in_l3(machine) : near;
    const Memory near_block = allocate(near), far_block = allocate(far);
    FromMemory memory(bench);
    // A link below L2 is charged what it adds to the stream, unless the links work at the same time.
    const auto added = [&](double below, double above) {
        return machine.l2_l3_overlaps ? below : below - above;
    };
    const std::vector<Samples> samples = bench.repeat_all(
        [&]() -> Times {
            const double l2 = stream_seconds(bench, near_block, near);
            const double l3 = has_l3(machine) ? stream_seconds(bench, far_block, far) : l2;
            return {l2, l3, memory.seconds_a_line(), memory.seconds_a_line_in_runs()};
        },
        [&](const Times& all) -> std::vector<double> {
            return {all[0], added(all[1], all[0]), added(all[2], all[1]), added(all[3], all[1])};
        });
    std::vector<Measurement> all{
        number("l1_l2_transfer", fmt::format("loads of {} KiB", near / 1024), samples[0], 0.1)};
    if (has_l3(machine))
        all.push_back(number("l2_l3_transfer", fmt::format("loads of {} KiB", far / 1024), samples[1], 0.2));
    const std::size_t mebibytes = slices_in_memory(machine) * slice_bytes >> 20;
    all.push_back(
        number("l3_mem_transfer", fmt::format("loads of {} MiB in turn", mebibytes), samples[2], 0.5));
    all.push_back(number("l3_mem_runs", "the same, three lines of eight", samples[3], 0.5));
    return all;
}

} // namespace autoconfig::runtime
