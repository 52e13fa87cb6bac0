// Bisection along one number for where the winner changes.
#pragma once

#include "autoconfig/decide/decision.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace autoconfig {

/// A number of the problem or the machine.
struct Number {
    std::string name; // "L2"
    std::int64_t now;
    std::function<std::string(std::int64_t)> other_winner; // at a value; empty where it is the same as now
    /// A value with its unit: "512K".
    std::function<std::string(std::int64_t)> in_words = [](std::int64_t value) {
        return std::to_string(value);
    };
};

/// Appends the value nearest to `now` in the direction of `to` at which another winner takes over; nothing
/// where the winner at `to` is the same.
void find_flip(std::vector<Flip>& flips, const Number& number, std::int64_t to);

} // namespace autoconfig
