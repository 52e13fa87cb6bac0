// Which members of a group are made slice by slice of another: Funcs over (x, y, shift) whose reader sums
// over shifts need only be there for one shift at a time.
#include "autoconfig/model/group.h"
#include "autoconfig/model/group_cost.h"

#include <algorithm>

namespace autoconfig {

namespace {

bool reads(const FuncStages& reader, int producer) {
    for (const StageWork& stage : reader.stages)
        for (const Read& read : stage.reads)
            if (read.producer == producer) return true;
    return false;
}

/// Members that `host` alone reads, directly or through each other.
std::vector<int> followers(const Group& group, int host) {
    std::vector<int> found;
    const auto follows = [&](int m) { return m == host || std::count(found.begin(), found.end(), m) > 0; };
    for (int p = host + 1; p < static_cast<int>(group.members.size()); ++p) {
        int inside = 0, outside = 0;
        for (int m = 0; m < p; ++m)
            if (reads(group.member(m), group.members[p])) ++(follows(m) ? inside : outside);
        if (inside > 0 && outside == 0) found.push_back(p);
    }
    return found;
}

/// What the guests compute while the host's loops stand still.
void narrow(std::vector<Region>& regions, const Group& group, const Host& host) {
    for (int loop : host.loops) regions[host.member][loop] = 1;
    for (int guest : host.guests) regions[guest].assign(regions[guest].size(), 1);
    widen_guests(regions, group, host.guests);
}

/// Does every slice compute elements of its own, in each of the guests?
bool shares_nothing(const Group& group, const std::vector<Region>& whole, const Host& host) {
    std::vector<Region> slice = whole;
    narrow(slice, group, host);
    return std::all_of(host.guests.begin(), host.guests.end(), [&](int guest) {
        return elements(slice[guest]) * host.slices <= elements(whole[guest]);
    });
}

/// Would a slice leave a guest too few rows to be summed side by side?
bool parts_rows(const Group& group, const std::vector<Region>& whole, const Host& host,
                const Machine& machine) {
    std::vector<Region> slice = whole;
    narrow(slice, group, host);
    return std::any_of(host.guests.begin(), host.guests.end(), [&](int guest) {
        const std::vector<StageWork>& stages = group.member(guest).stages;
        return std::any_of(stages.begin(), stages.end(), [&](const StageWork& stage) {
            return sums_rows_abreast(stage, group.funcs, machine) && slice[guest][0] < whole[guest][0];
        });
    });
}

/// Outer loops first, until a slice stays in L1.
Host host_at(const Group& group, int member, const std::vector<Region>& whole, const Machine& machine) {
    Host host{member, {}, followers(group, member), 1};
    double bytes = 0;
    for (int guest : host.guests) bytes += elements(whole[guest]) * group.member(guest).bytes;
    for (int loop = static_cast<int>(whole[member].size()) - 1; loop >= 1; --loop) {
        if (whole[member][loop] <= 1 || stays_in_l1(bytes / host.slices, machine)) continue;
        Host more = host;
        more.loops.insert(more.loops.begin(), loop);
        more.slices *= whole[member][loop];
        if (shares_nothing(group, whole, more) && !parts_rows(group, whole, more, machine)) host = more;
    }
    return host;
}

} // namespace

double member_bytes(const Group& group, const std::vector<Region>& regions) {
    double bytes = 0;
    for (std::size_t m = 1; m < regions.size(); ++m) bytes += elements(regions[m]) * group.member(m).bytes;
    return bytes;
}

std::vector<Host> hosts(const Group& group, const GroupTile& tile, const Machine& machine) {
    std::vector<Host> found;
    if (tile.kind != TileKind::Blocks) return found;
    const std::vector<Region> whole = tile_regions(group, tile);
    if (stays_in_l1(member_bytes(group, whole), machine)) return found;
    for (std::size_t m = 1; m < group.members.size(); ++m)
        if (group.member(m).turned) return found; // made whole: slices would cut its vectors short
    std::vector<bool> taken(group.members.size(), false);
    for (std::size_t m = 1; m < group.members.size(); ++m) {
        if (taken[m] || !group.member(m).is_pure()) continue;
        const Host host = host_at(group, static_cast<int>(m), whole, machine);
        if (host.loops.empty()) continue;
        for (int guest : host.guests) taken[guest] = true;
        found.push_back(host);
    }
    return found;
}

std::vector<Region> regions_at_once(const Group& group, std::vector<Region> regions,
                                    const std::vector<Host>& hosts) {
    for (const Host& host : hosts) {
        const Region whole = regions[host.member];
        narrow(regions, group, host);
        regions[host.member] = whole;
    }
    return regions;
}

std::vector<Region> computed_at_once(const Group& group, GroupTile tile, const std::vector<Region>& regions,
                                     const std::vector<Host>& hosts) {
    if (tile.kind != TileKind::Rows) return regions_at_once(group, regions, hosts);
    tile.rows = 1;
    std::vector<Region> computed = tile_regions(group, tile);
    if (tile.row < 0) return computed;
    const std::vector<int> along = sliding_dimensions(group, tile.row);
    for (std::size_t m = 1; m < computed.size(); ++m)
        if (along[m] < 0) computed[m] = regions[m];
    return computed;
}

std::vector<Region> held_at_once(const Group& group, const GroupTile& tile,
                                 const std::vector<Region>& regions, std::vector<Region> computed,
                                 const std::vector<int>& summed_in) {
    if (tile.kind == TileKind::Rows && tile.row >= 0) {
        const std::vector<bool> unfolded = keeps_strips(group, tile.row);
        const std::vector<FoldedRows> folded = folded_rows(group, tile);
        for (std::size_t m = 0; m < computed.size(); ++m) {
            if (folded[m].rows > 0)
                computed[m][folded[m].along] = static_cast<double>(folded[m].rows);
            else if (unfolded[m])
                computed[m] = regions[m];
        }
    }
    for (std::size_t m = 0; m < computed.size(); ++m)
        if (summed_in[m] >= 0) computed[m].assign(computed[m].size(), 1);
    return computed;
}

} // namespace autoconfig
