// mac_f32, mac_f64 and their strict forms, loads_per_cycle, stores_per_cycle, lane_sum, lane_load; and
// frequency.
//
// How: twelve independent chains of vector multiply-accumulates in registers for the rate, one for the
// latency; vector loads, and stores, all over a block that L1 holds; twelve vectors whose lanes are added up
// by halves into memory; vectors loaded lane by lane, from lines in L1 that follow each other.
// For: T_OL = MR*n_v / N_fma, T_latency = L, T_nOL = loads / P_ld and stores / P_st, what a vector of a tile
// along k takes in T_tile, and T_compute of what is read across rows.
#include "autoconfig/statistics.h"
#include "runtime/experiment.h"
#include "runtime/memory.h"
#include "runtime/timing.h"

#include <fmt/format.h>

namespace autoconfig::runtime {

namespace {

using Loop = void (*)(std::size_t steps);

/// Seconds of a step.
Samples steps(const Bench& bench, Loop loop) {
    constexpr std::size_t count = 10'000;
    return bench.repeat([&] { return bench.seconds([&] { loop(count); }) / count; });
}

Samples each(Samples samples, double parts) {
    samples.best /= parts;
    for (double& sample : samples.rounds) sample /= parts;
    return samples;
}

void add_mac(std::vector<Measurement>& all, const Bench& bench, const std::string& name, Loop many,
             Loop one) {
    const int chains = bench.kernels.accumulators;
    all.push_back(rate(name + ".per_cycle",
                       fmt::format("{} independent chains of vector multiply-accumulates", chains),
                       each(steps(bench, many), chains)));
    all.push_back(latency(name + ".latency", "one chain of vector multiply-accumulates", steps(bench, one)));
}

/// Seconds of a vector of a block in L1.
Samples vectors(const Bench& bench, const std::function<void(void*, std::size_t, std::size_t)>& pass) {
    constexpr std::size_t times = 200;
    const std::size_t bytes = whole_blocks(bench.machine.l1.bytes / 2);
    const Memory memory = allocate(bytes);
    const double count = static_cast<double>(bytes * times) / bench.kernels.vector_bytes;
    return bench.repeat([&] { return bench.seconds([&] { pass(memory.get(), bytes, times); }) / count; });
}

/// Seconds of an element of half of L1, one a line, loaded into its lane.
Samples lane_loads(const Bench& bench) {
    constexpr std::size_t times = 200;
    const auto line = static_cast<std::size_t>(bench.machine.l1.line_bytes);
    const std::size_t lanes = static_cast<std::size_t>(bench.kernels.vector_bytes) / sizeof(float);
    const std::size_t bytes = whole_blocks(bench.machine.l1.bytes / 2), count = bytes / line / lanes;
    const Memory memory = allocate(bytes);
    const auto pass = [&] { bench.kernels.gather(memory.get(), count, line, times); };
    return bench.repeat([&] { return bench.seconds(pass) / static_cast<double>(times * count * lanes); });
}

} // namespace

std::vector<Measurement> measure_clock(const Bench& bench) {
    Samples ghz;
    for (int round = 0; round < bench.effort.rounds; ++round) ghz.rounds.push_back(1e-9 / seconds_a_cycle());
    ghz.best = quantile(ghz.rounds, 0.5);
    return {number("frequency", "a chain of integer additions, one a cycle", ghz, 0.05)};
}

std::vector<Measurement> measure_in_core(const Bench& bench) {
    const Kernels& kernels = bench.kernels;
    std::vector<Measurement> all;
    add_mac(all, bench, "mac_f32", kernels.macs_f32, kernels.chain_f32);
    add_mac(all, bench, "mac_f64", kernels.macs_f64, kernels.chain_f64);
    add_mac(all, bench, "mac_f32_strict", kernels.macs_f32_strict, kernels.chain_f32_strict);
    add_mac(all, bench, "mac_f64_strict", kernels.macs_f64_strict, kernels.chain_f64_strict);
    all.push_back(rate("loads_per_cycle", "vector loads of half of L1", vectors(bench, kernels.read)));
    all.push_back(rate("stores_per_cycle", "vector stores to half of L1", vectors(bench, kernels.write)));
    all.push_back(number("lane_sum",
                         fmt::format("lanes of {} vectors added up by halves", kernels.accumulators),
                         each(steps(bench, kernels.lane_sums), kernels.accumulators), 0.5));
    all.push_back(number("lane_load", "vectors loaded lane by lane from half of L1, an element a line",
                         lane_loads(bench), 0.1));
    return all;
}

} // namespace autoconfig::runtime
