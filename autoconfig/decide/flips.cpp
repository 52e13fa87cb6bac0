// Numbers of a contraction and of the machine along which another configuration may win.
#include "autoconfig/decide/flips.h"

#include "autoconfig/decide/bisection.h"
#include "autoconfig/decide/decide.h"

namespace autoconfig {

namespace {

/// Two configurations a reader would call the same decision: tile sizes may adapt to an extent.
bool same_kind(const Config& a, const Config& b) {
    return a.strategy.index() == b.strategy.index() && a.pack_a() == b.pack_a() && a.pack_b() == b.pack_b() &&
           (a.parallel == ParallelLoop::None) == (b.parallel == ParallelLoop::None);
}

/// The name of what wins, where it is of another kind.
std::string other_winner(const Problem& problem, const Machine& machine, const Config& winner) {
    const Config config = best(problem, machine)->config;
    return same_kind(config, winner) ? "" : config.name();
}

void along_extent(std::vector<Flip>& flips, const Problem& problem, const Machine& machine,
                  const Config& winner, Role role) {
    const int loop = problem.innermost(role);
    if (loop < 0) return;
    const auto other = [&](std::int64_t extent) {
        Problem changed = problem;
        changed.loops[loop].extent = extent;
        return other_winner(changed, machine, winner);
    };
    const Number number = {problem.loops[loop].name, problem.loops[loop].extent, other};
    find_flip(flips, number, 1);
    find_flip(flips, number, number.now * 16);
}

void along_l2(std::vector<Flip>& flips, const Problem& problem, const Machine& machine,
              const Config& winner) {
    const std::int64_t step = static_cast<std::int64_t>(machine.l2.ways) * machine.l2.line_bytes * 16;
    const auto other = [&](std::int64_t steps) {
        Machine changed = machine;
        changed.l2.bytes = steps * step;
        return other_winner(problem, changed, winner);
    };
    const auto in_words = [=](std::int64_t steps) { return std::to_string(steps * step / 1024) + "K"; };
    const Number number = {"L2", machine.l2.bytes / step, other, in_words};
    if (number.now >= 8) find_flip(flips, number, number.now / 8);
    find_flip(flips, number, number.now * 8);
}

} // namespace

std::vector<Flip> find_flips(const Problem& problem, const Machine& machine, const Config& winner) {
    std::vector<Flip> flips;
    if (!problem.transforms) along_extent(flips, problem, machine, winner, Role::M); // else counted in tiles
    along_extent(flips, problem, machine, winner, Role::K);
    along_l2(flips, problem, machine, winner);
    return flips;
}

} // namespace autoconfig
