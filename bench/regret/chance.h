// Random draws that a seed determines, the same on every machine.
#pragma once

#include "bench/sequence.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace autoconfig::bench {

class Chance {
public:
    explicit Chance(std::uint64_t seed) : sequence_(seed) {}

    /// From 0 up to 1, which is not reached.
    double uniform() { return sequence_.next() * 0x1p-32; }
    /// From 0 to count - 1.
    std::size_t below(std::size_t count) {
        return static_cast<std::size_t>(uniform() * static_cast<double>(count));
    }
    bool one_in(std::size_t count) { return below(count) == 0; }
    /// Every doubling between the two is as likely as every other.
    double log_uniform(double least, double most) { return least * std::pow(most / least, uniform()); }

private:
    Sequence sequence_;
};

} // namespace autoconfig::bench
