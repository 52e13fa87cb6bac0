// What an experiment has at hand, and the list of them. Each file in calibrate/ says in its head which
// numbers it measures, how, and which equation of the model they go into.
#pragma once

#include "autoconfig/machine/machine.h"
#include "runtime/estimate.h"
#include "runtime/halide_runtime.h"
#include "runtime/kernels.h"

#include <functional>
#include <vector>

namespace autoconfig::runtime {

/// How often an experiment is repeated. What else the machine does lengthens times, often for many
/// milliseconds on end: tries are apart, and of each time the shortest counts.
struct Effort {
    int rounds = 9;    // each gives one sample of each number
    int tries = 8;     // of a round
    int runs = 10;     // of a try
    int pause_ms = 15; // before each try
};

using Times = std::vector<double>;

struct Bench {
    Machine machine; // the family's numbers, and those measured so far
    const Kernels& kernels;
    HalideRuntime halide;
    Effort effort;

    double seconds(const std::function<void()>& work) const; // the shortest of a try's runs

    /// Samples of several numbers. `times` returns seconds, several at once, so that each is taken in every
    /// try; `numbers` gets each time's shortest in core cycles and gives the numbers.
    std::vector<Samples> repeat_all(const std::function<Times()>& times,
                                    const std::function<std::vector<double>(const Times&)>& numbers) const;

    /// The same of one number, and of one time that is the number itself.
    Samples repeat(const std::function<Times()>& times,
                   const std::function<double(const Times&)>& number) const;
    Samples repeat(const std::function<double()>& time) const;
};

std::vector<Measurement> measure_clock(const Bench& bench);
std::vector<Measurement> measure_in_core(const Bench& bench);
std::vector<Measurement> measure_loops(const Bench& bench);
std::vector<Measurement> measure_overlaps(const Bench& bench);
std::vector<Measurement> measure_packing(const Bench& bench);
std::vector<Measurement> measure_streams(const Bench& bench);
std::vector<Measurement> measure_latencies(const Bench& bench);
std::vector<Measurement> measure_sets(const Bench& bench);
std::vector<Measurement> measure_starts(const Bench& bench);
std::vector<Measurement> measure_pages(const Bench& bench);
std::vector<Measurement> measure_threads(const Bench& bench);
std::vector<Measurement> measure_overheads(const Bench& bench);

} // namespace autoconfig::runtime
