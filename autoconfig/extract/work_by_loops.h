// Work by the loops that move it: arithmetic, in bytes of results, or loads. What no step along a row changes
// is computed once, before the row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace autoconfig {

/// Some of a Func's pure loops, a bit each: the lowest is that of its first dimension.
using LoopSet = std::uint64_t;

constexpr LoopSet all_loops = ~LoopSet(0);
/// Of a loop beyond those that there are bits for: all.
constexpr LoopSet only(std::size_t loop) { return loop < 64 ? LoopSet(1) << loop : all_loops; }

/// Of work that a share of so many iterations does, what is the same for all: where their loop is written
/// out, it is done once for all of them, and share - (1 - 1 / iterations) * in_common is left for each.
double in_common(double share, double iterations);

class WorkByLoops {
public:
    bool empty() const { return work_.empty(); }
    void add(LoopSet moved_by, double work) { work_[moved_by] += work; }
    /// The same work so often: by the loops of a reader, which `loops_of` says for a loop of its own, and
    /// `chosen_by` others.
    template<typename LoopsOf>
    void add(const WorkByLoops& other, double times, const LoopsOf& loops_of, LoopSet chosen_by = 0) {
        other.for_each([&](LoopSet moved_by, double work) {
            LoopSet loops = chosen_by;
            for (std::size_t loop = 0; loop < 64; ++loop)
                if ((moved_by & only(loop)) != 0) loops |= loops_of(loop);
            add(loops, times * work);
        });
    }
    /// Calls visit(loops that move it, work).
    template<typename Visit>
    void for_each(const Visit& visit) const {
        for (const auto& [moved_by, work] : work_) visit(moved_by, work);
    }
    /// Takes so much away from what all that has part in the value moves.
    void take_from_last(double work);
    double all() const;
    /// What is the same all along the loop.
    double held_along(std::size_t loop) const;
    /// Of these, those that another loop changes.
    double held_along(std::size_t loop, std::size_t changed_by) const;
    /// Loop `d` becomes the first.
    WorkByLoops with_first(std::size_t d) const;
    /// The first two loops become one.
    WorkByLoops with_first_two_fused() const;

private:
    std::map<LoopSet, double> work_;
};

} // namespace autoconfig
