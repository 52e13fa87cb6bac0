// Bisection along one number of the problem or the machine at a time.
#include "autoconfig/decide/flips.h"

#include "autoconfig/model/evaluate.h"
#include "autoconfig/space/space.h"

#include <fmt/format.h>

#include <functional>

namespace autoconfig {

namespace {

Config best(const Problem& problem, const Machine& machine) {
    const Facts facts(problem, machine);
    const Space space = enumerate(problem, machine);
    const Config* winner = &space.configs.front();
    double least = evaluate(facts, *winner, Words::No).cycles;
    for (const Config& config : space.configs) {
        const double cycles = evaluate(facts, config, Words::No).cycles;
        if (cycles < least) {
            least = cycles;
            winner = &config;
        }
    }
    return *winner;
}

/// Two configurations a reader would call the same decision: tile sizes may adapt to an extent.
bool same_kind(const Config& a, const Config& b) {
    return a.strategy == b.strategy && a.k_vectorised == b.k_vectorised && a.pack_a == b.pack_a &&
           a.pack_b == b.pack_b && (a.parallel == ParallelLoop::None) == (b.parallel == ParallelLoop::None);
}

using Winner = std::function<Config(std::int64_t)>;

/// The value nearest to `from` in the direction of `to` with a winner of another kind, or `from` if none.
std::int64_t nearest_flip(std::int64_t from, std::int64_t to, const Config& winner, const Winner& at) {
    if (same_kind(at(to), winner)) return from;
    std::int64_t same = from, other = to;
    while (other - same > 1 || same - other > 1) {
        const std::int64_t middle = same + (other - same) / 2;
        (same_kind(at(middle), winner) ? same : other) = middle;
    }
    return other;
}

Problem with_extent(Problem problem, int loop, std::int64_t extent) {
    problem.loops[loop].extent = extent;
    return problem;
}

void along_extent(std::vector<Flip>& flips, const Problem& problem, const Machine& machine,
                  const Config& winner, Role role) {
    const int loop = problem.innermost(role);
    if (loop < 0) return;
    const std::int64_t extent = problem.loops[loop].extent;
    const Winner at = [&](std::int64_t e) { return best(with_extent(problem, loop, e), machine); };
    for (std::int64_t to : {std::int64_t{1}, extent * 16}) {
        const std::int64_t flip = nearest_flip(extent, to, winner, at);
        if (flip != extent)
            flips.push_back(
                {fmt::format("{} {} {}", problem.loops[loop].name, flip < extent ? "<=" : ">=", flip),
                 at(flip).name()});
    }
}

void along_l2(std::vector<Flip>& flips, const Problem& problem, const Machine& machine,
              const Config& winner) {
    const std::int64_t step = static_cast<std::int64_t>(machine.l2.ways) * machine.l2.line_bytes * 16;
    const Winner at = [&](std::int64_t steps) {
        Machine other = machine;
        other.l2.bytes = steps * step;
        return best(problem, other);
    };
    const std::int64_t now = machine.l2.bytes / step;
    for (std::int64_t to : {now / 8, now * 8}) {
        if (to < 1) continue;
        const std::int64_t flip = nearest_flip(now, to, winner, at);
        if (flip != now)
            flips.push_back(
                {fmt::format("L2 {} {}K", flip < now ? "<=" : ">=", flip * step / 1024), at(flip).name()});
    }
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
