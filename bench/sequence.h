// Reproducible values for the data of contestants.
#pragma once

#include <cstdint>

namespace autoconfig::bench {

/// 32 bits at a time, by a linear congruential generator (Knuth's MMIX constants).
class Sequence {
public:
    explicit Sequence(std::uint64_t seed) : state_(seed) {}

    std::uint32_t next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state_ >> 32);
    }

private:
    std::uint64_t state_;
};

} // namespace autoconfig::bench
