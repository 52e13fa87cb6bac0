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

/// What a decision was about, and the configuration that the changes are measured by.
struct Asked {
    const Decision& decision;
    const Config& winner;

    /// The name of what wins, where it is of another kind.
    std::string other_winner(const Problem& problem, const Machine& machine) const {
        const auto then = best(problem, machine, decision.accuracy);
        return !then || same_kind(then->config, winner) ? "" : then->config.name();
    }
};

void along_extent(std::vector<Flip>& flips, const Asked& asked, Role role) {
    const Problem& problem = asked.decision.problem;
    const int loop = problem.innermost(role);
    if (loop < 0) return;
    const auto other = [&](std::int64_t extent) {
        Problem changed = problem;
        changed.loops[loop].extent = extent;
        return asked.other_winner(changed, asked.decision.machine);
    };
    const Number number = {problem.loops[loop].name, problem.loops[loop].extent, other};
    find_flip(flips, number, 1);
    find_flip(flips, number, number.now * 16);
}

void along_l2(std::vector<Flip>& flips, const Asked& asked) {
    const Machine& machine = asked.decision.machine;
    const std::int64_t step = static_cast<std::int64_t>(machine.l2.ways) * machine.l2.line_bytes * 16;
    const auto other = [&](std::int64_t steps) {
        Machine changed = machine;
        changed.l2.bytes = steps * step;
        return asked.other_winner(asked.decision.problem, changed);
    };
    const auto in_words = [=](std::int64_t steps) { return std::to_string(steps * step / 1024) + "K"; };
    const Number number = {"L2", machine.l2.bytes / step, other, in_words};
    if (number.now >= 8) find_flip(flips, number, number.now / 8);
    find_flip(flips, number, number.now * 8);
}

} // namespace

std::vector<Flip> find_flips(const Decision& decision, const Config& winner) {
    std::vector<Flip> flips;
    const Asked asked{decision, winner};
    if (!decision.problem.transforms) along_extent(flips, asked, Role::M); // else counted in tiles
    along_extent(flips, asked, Role::K);
    along_l2(flips, asked);
    return flips;
}

} // namespace autoconfig
