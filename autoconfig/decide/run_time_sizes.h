// What varies where sizes are not bound: rows, columns and the reduction, and what can be asked of them at
// run time.
#pragma once

#include "autoconfig/extract/problem.h"

#include <cstdint>
#include <vector>

namespace autoconfig {

/// At run time loops have so many steps in all, or more.
struct AtLeast {
    std::vector<int> loops;
    std::int64_t steps = 1;
};

/// May the loop, if it is one, have another extent at run time?
bool varies(const Problem& problem, int loop);

/// Is there something that has the loop's extent at run time?
bool can_be_asked(const Problem& problem, int loop);

/// The extents of all loops.
using Sizes = std::vector<std::int64_t>;

/// Of each loop sizes from 1 to 4 times the estimate are taken to be equally likely on a logarithmic scale,
/// whatever those of others are. Where only the reduction varies nothing is asked.
class RunTimeSizes {
public:
    static constexpr double times_the_estimate = 4;

    explicit RunTimeSizes(const Problem& problem);

    /// Nothing varies, or it cannot be asked for.
    bool empty() const { return loops_.empty(); }
    /// How many of the tests ask one loop: the two innermost ones of rows, the innermost one of columns and
    /// of the reduction, as far as they vary.
    std::size_t of_one_loop() const { return single_; }
    /// The loop that each of these asks, and at the end all loops that vary together where they are several.
    const std::vector<std::vector<int>>& asked() const { return asked_; }

    /// The sizes as they are estimated.
    const Sizes& estimates() const { return estimates_; }
    /// Each loop that varies, those of rows first and the reduction's last, at a place from 0, where its
    /// extent is 1, to 1, where it is the largest.
    Sizes at(const std::vector<double>& places) const;
    /// Spread evenly over all sizes, always the same.
    std::vector<Sizes> sample(int count = 64) const;

private:
    std::vector<int> loops_; // that vary, those of rows first, innermost first
    std::size_t single_ = 0;
    std::vector<std::vector<int>> asked_;
    Sizes estimates_;
};

/// The problem at some sizes. Elements behind a dimension of a single one lie side by side only where a body
/// asks for that.
Problem at_sizes(const Problem& estimated, const Sizes& sizes);

/// 1, 2, 3, 4, 6, 8, 12 ...: powers of two up to `most`, and half as much again as each.
std::vector<std::int64_t> round_numbers(std::int64_t most);

/// Steps of some loops together.
std::int64_t steps_of(const std::vector<int>& loops, const Sizes& sizes);

} // namespace autoconfig
