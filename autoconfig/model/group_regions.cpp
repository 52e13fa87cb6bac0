// What the members of a group compute for a tile of its leader.
#include "autoconfig/model/group.h"

#include <algorithm>

namespace autoconfig {

namespace {

Region leader_region(const FuncStages& leader, const GroupTile& tile) {
    Region region = whole_region(leader);
    for (std::size_t d = 0; d < region.size(); ++d) {
        if (static_cast<int>(d) == tile.row)
            region[d] = std::min(region[d], static_cast<double>(tile.rows));
        else if (d == 0 && tile.columns > 0)
            region[d] = std::min(region[d], static_cast<double>(tile.columns));
        else if (d > 0 && !tile.holds(leader, d))
            region[d] = 1;
    }
    return region;
}

void widen(Region& region, const Read& read, const Region& consumer, const FuncStages& producer) {
    for (std::size_t d = 0; d < region.size(); ++d) {
        const double whole = static_cast<double>(producer.dimensions[d].extent);
        const double read_now = producer.dimensions[d].free ? read.at[d].footprint(consumer) : whole;
        region[d] = std::max(region[d], std::min(whole, read_now));
    }
}

bool is_constant(const Movement& movement, const std::vector<bool>& loops) {
    bool constant = movement.exact;
    for (std::size_t loop = 0; loop < loops.size(); ++loop)
        constant = constant && (loops[loop] || !movement.moved_by(loop));
    return constant;
}

/// For every dimension of a member whether a tile of the leader always asks for as much of it.
std::vector<std::vector<bool>> constant_extents(const Group& group, const GroupTile& tile) {
    const FuncStages& leader = group.leader();
    std::vector<std::vector<bool>> constant(group.members.size());
    for (std::size_t d = 0; d < leader.dimensions.size(); ++d) {
        const bool bound = leader.dimensions[d].source == ExtentSource::Bound;
        const bool cut = static_cast<int>(d) == tile.row;
        constant[0].push_back((bound && !cut) || (d == 0 && tile.columns > 0));
    }
    for (std::size_t m = 1; m < constant.size(); ++m)
        for (const Dimension& dimension : group.member(m).dimensions)
            constant[m].push_back(dimension.free || dimension.source == ExtentSource::Bound);
    group.for_each_inner_read([&](std::size_t m, const Read& read, int p) {
        for (std::size_t d = 0; d < read.at.size(); ++d)
            constant[p][d] = constant[p][d] && is_constant(read.at[d], constant[m]);
    });
    return constant;
}

} // namespace

double elements(const Region& region) {
    double product = 1;
    for (double extent : region) product *= extent;
    return product;
}

double rows_of(const Region& region) {
    double rows = 1;
    for (std::size_t d = 1; d < region.size(); ++d) rows *= region[d];
    return rows;
}

Region whole_region(const FuncStages& func) {
    Region whole;
    for (const Dimension& dimension : func.dimensions) whole.push_back(static_cast<double>(dimension.extent));
    return whole;
}

Region region_read(const Read& read, const Region& consumer, const Region& stored) {
    Region region;
    for (std::size_t d = 0; d < read.at.size(); ++d) {
        const Movement& move = read.at[d];
        const double elements = d == 0 ? move.footprint(consumer) : move.touched(consumer);
        region.push_back(std::min(stored[d], move.known ? elements : stored[d]));
    }
    return region;
}

std::vector<Region> tile_regions(const Group& group, const GroupTile& tile) {
    std::vector<Region> regions{leader_region(group.leader(), tile)};
    for (std::size_t m = 1; m < group.members.size(); ++m)
        regions.emplace_back(group.member(m).dimensions.size(), 1);
    group.for_each_inner_read([&](std::size_t m, const Read& read, int p) {
        widen(regions[p], read, regions[m], group.member(p));
    });
    return regions;
}

void widen_guests(std::vector<Region>& regions, const Group& group, const std::vector<int>& guests) {
    group.for_each_inner_read([&](std::size_t m, const Read& read, int p) {
        if (std::find(guests.begin(), guests.end(), p) != guests.end())
            widen(regions[p], read, regions[m], group.member(p));
    });
}

bool stays_in_l1(double bytes, const Machine& machine) {
    return bytes <= static_cast<double>(machine.l1.bytes) / 2;
}

bool has_scalar_rows(const FuncStages& member, std::int64_t bound_row, int lanes, const GroupTile& tile) {
    return tile.columns > 0 && member.dimensions.size() == 1 && (bound_row == 0 || bound_row % lanes != 0);
}

std::vector<std::int64_t> bound_rows(const Group& group, const GroupTile& tile) {
    const std::vector<Region> regions = tile_regions(group, tile);
    const std::vector<std::vector<bool>> constant = constant_extents(group, tile);
    std::vector<std::int64_t> rows;
    for (std::size_t m = 0; m < regions.size(); ++m) {
        if (regions[m].empty()) {
            rows.push_back(0);
            continue;
        }
        const auto extent = static_cast<std::int64_t>(regions[m][0]);
        const Dimension& whole = group.member(m).dimensions[0];
        const bool is_whole = whole.source == ExtentSource::Bound && whole.extent == extent;
        const bool leads_blocks = m == 0 && tile.columns > 0; // whole vectors, or guarded
        rows.push_back((constant[m][0] && !leads_blocks) || is_whole ? extent : 0);
    }
    return rows;
}

} // namespace autoconfig
