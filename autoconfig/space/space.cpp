// Enumeration of the space, strategy by strategy, in the order in which refusals are reported. What rules out
// several strategies at once is said here, all else in the files of their names.
#include "autoconfig/space/space.h"

#include "autoconfig/space/choices.h"

#include <set>

namespace autoconfig {

namespace {

/// B passes by in one run, along n or along k.
void add_streams(Space& space, const Facts& facts) {
    if (facts.problem.clips())
        return space.refuse("stream", "a clipped window: its loops run around register tiles");
    if (facts.b_panel > 0) return space.refuse("stream", "B lies in panels: register tiles are as wide");
    Stream::enumerate(space, facts);
    AlongK::enumerate(space, facts);
}

} // namespace

Space enumerate(const Problem& problem, const Machine& machine) {
    Space space;
    if (problem.columns() < 0) {
        space.refuse("all", "no loop to vectorise outside the reduction");
        return space;
    }
    const Facts facts(problem, machine);
    if (problem.transforms) Winograd::enumerate(space, facts);
    if (!space.configs.empty()) return space;
    if (facts.b_wants_packing && !facts.b_wrappable)
        space.refuse("register_tile, blocked",
                     "packed B: B is not read through a Func of its own, so it is read where it lies");
    RegisterTile::enumerate(space, facts);
    if (facts.groups > 1) {
        space.refuse("stream, blocked", "channels in groups: sums are short");
    } else {
        Blocked::enumerate(space, facts);
        add_streams(space, facts);
    }
    for (Config& config : space.configs) set_k_pack(config, facts);
    const std::set<Config> once(space.configs.begin(), space.configs.end());
    space.configs.assign(once.begin(), once.end());
    return space;
}

bool makes_b_where_read(const Problem& problem, const Config& config) {
    const bool by_rows = config.is<RegisterTile>() || config.is<Stream>();
    return problem.b.movable && !config.pack_b() && by_rows && problem.extent(Role::Window) == 1 &&
           problem.extent(Role::M) <= config.MR;
}

} // namespace autoconfig
