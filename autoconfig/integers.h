// Arithmetic in whole numbers.
#pragma once

#include <cstdint>

namespace autoconfig {

/// What Halide can index: elements of a buffer, and the extents that make them up.
constexpr std::int64_t max_elements = 2147483647;

inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The largest power of two that is no larger than `most`, at least 1.
inline int power_of_two_at_most(std::int64_t most) {
    int power = 1;
    while (power <= most / 2) power *= 2;
    return power;
}

template<typename Whole>
bool is_power_of_two(Whole value) {
    return value > 0 && (value & (value - 1)) == 0;
}

} // namespace autoconfig
