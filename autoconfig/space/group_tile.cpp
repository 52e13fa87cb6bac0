// Enumerates tiles of a group.
#include "autoconfig/space/group_tile.h"

#include "autoconfig/integers.h"
#include "autoconfig/space/func_lanes.h"

#include <algorithm>
#include <map>
#include <set>

namespace autoconfig {

namespace {

/// What leaves each core one, two or four equal strips, by the rows of one: how many strips.
std::map<std::int64_t, std::int64_t> shares(std::int64_t extent, const Machine& machine) {
    std::map<std::int64_t, std::int64_t> counts;
    for (int strips : {4, 2, 1}) {
        const std::int64_t parts = static_cast<std::int64_t>(strips) * machine.cores;
        counts[ceil_div(extent, parts)] = parts;
    }
    return counts;
}

/// Can a dimension be cut into parts of what it has at run time, where that is not known before?
bool is_cut_at_run_time(const Dimension& rows) {
    return rows.source != ExtentSource::Bound && rows.at_run_time.has_value();
}

/// Strips of rows that leave each core equal shares, and others of powers of two below the extent.
std::vector<GroupTile> strips(const FuncStages& leader, const GroupTile& like, const Machine& machine) {
    const std::int64_t extent = leader.dimensions[like.row].extent;
    const bool cut = is_cut_at_run_time(leader.dimensions[like.row]);
    std::vector<GroupTile> tiles;
    const auto add = [&](std::int64_t rows, std::int64_t parts) {
        tiles.push_back(like);
        tiles.back().rows = rows;
        tiles.back().parts = parts;
    };
    const std::map<std::int64_t, std::int64_t> equal = shares(extent, machine);
    for (const auto& [rows, parts] : equal) add(rows, cut && (parts > 1 || leader.output) ? parts : 0);
    for (std::int64_t rows = 1; rows < extent; rows *= 2)
        if (cut || equal.count(rows) == 0) add(rows, 0);
    return tiles;
}

constexpr std::int64_t most_block_rows = 128, least_block_rows = 4;

void add_blocks(std::vector<GroupTile>& tiles, const GroupTile& strip, std::int64_t width,
                std::int64_t lanes) {
    if (strip.rows > most_block_rows || strip.rows < least_block_rows) return;
    GroupTile block = strip;
    block.kind = TileKind::Blocks;
    block.parts = 0;
    tiles.push_back(block);
    for (block.columns = 2 * lanes; block.columns < width; block.columns *= 2) tiles.push_back(block);
}

/// Every strip of columns begins with rows that are computed twice: only long ones, or one for each thread.
void add_narrow_strips(std::vector<GroupTile>& tiles, GroupTile strip, const FuncStages& leader,
                       std::int64_t lanes, const Machine& machine) {
    const std::int64_t extent = leader.dimensions[strip.row].extent;
    std::set<std::int64_t> counts{extent};
    for (const auto& [rows, parts] : shares(extent, machine)) counts.insert(rows);
    for (std::int64_t rows : counts) {
        if (rows < least_block_rows) continue;
        strip.rows = rows;
        for (strip.columns = 4 * lanes; strip.columns < leader.dimensions[0].extent; strip.columns *= 2)
            tiles.push_back(strip);
    }
}

void add_line_blocks(std::vector<GroupTile>& tiles, std::int64_t width, std::int64_t lanes) {
    GroupTile block;
    block.kind = TileKind::Blocks;
    for (block.columns = lanes; block.columns < width; block.columns *= 2) tiles.push_back(block);
    block.columns = 0;
    tiles.push_back(block);
}

/// Of the other dimensions, or of one of them: what is scanned along these is made column by column.
void add_column_blocks(std::vector<GroupTile>& tiles, const FuncStages& leader, std::int64_t lanes) {
    GroupTile block;
    block.kind = TileKind::Blocks;
    for (bool inside : {true, false}) {
        if (!inside && leader.dimensions.size() == 2) continue;
        block.others_inside = inside;
        for (block.columns = lanes; block.columns < leader.dimensions[0].extent; block.columns *= 2)
            tiles.push_back(block);
    }
}

/// Beside the first one.
std::size_t longest_dimension(const FuncStages& leader) {
    std::size_t longest = 1;
    for (std::size_t d = 2; d < leader.dimensions.size(); ++d)
        if (leader.dimensions[d].extent > leader.dimensions[longest].extent) longest = d;
    return longest;
}

} // namespace

bool GroupTile::holds(const FuncStages& leader, std::size_t d) const {
    return others_inside || static_cast<int>(d) == row || (row < 0 && d == longest_dimension(leader));
}

std::string GroupTile::name(const FuncStages& leader) const {
    return name_of_rows(leader) + (one_by_one ? ", one by one" : "");
}

std::string GroupTile::name_of_rows(const FuncStages& leader) const {
    const std::string across = leader.dimensions.empty() ? "" : leader.dimensions[0].label();
    const std::string around = others_inside || leader.dimensions.size() < 3 ? "" : ", others around";
    if (row < 0) return columns > 0 ? "block " + std::to_string(columns) + " of " + across + around : "whole";
    const std::string along = leader.dimensions[row].name;
    const std::string of_columns = columns > 0 ? ", " + std::to_string(columns) + " of " + across : "";
    const std::string in_parts = parts > 1 ? " in " + std::to_string(parts) + " equal parts" : "";
    if (kind == TileKind::Rows)
        return "rows " + std::to_string(rows) + " of " + along + in_parts + of_columns + around;
    if (columns == 0) return "strip " + std::to_string(rows) + " of " + along + around;
    return "block " + std::to_string(columns) + "x" + std::to_string(rows) + " of " + across + ", " + along +
           around;
}

namespace {

/// An output with a read whose places follow no rule along a row? Others that gather are cheaper as part of
/// what reads them, and rows that were brought forward, or fused of two loops, are for vectors.
bool gathers(const FuncStages& func) {
    return func.output && func.is_pure() && !func.turned && !func.is_flat() && looks_up(func);
}

/// Updates are made one after the other, each of all rows, or of as many as threads take at a time.
std::vector<GroupTile> shares_of_rows(const FuncStages& leader, const Machine& machine) {
    std::vector<GroupTile> tiles;
    for (int row = 1; row < static_cast<int>(leader.dimensions.size()); ++row) {
        const std::int64_t extent = leader.dimensions[row].extent;
        if (machine.cores == 1)
            tiles.push_back({TileKind::Blocks, row, extent});
        else
            for (const auto& [rows, parts] : shares(extent, machine))
                tiles.push_back({TileKind::Blocks, row, rows});
    }
    return tiles;
}

std::vector<GroupTile> tiles_of_rows(const FuncStages& leader, const Machine& machine) {
    std::vector<GroupTile> tiles;
    const int dimensions = static_cast<int>(leader.dimensions.size());
    if (dimensions == 0) return {GroupTile()};
    if (dimensions > 1 && !leader.is_pure()) return shares_of_rows(leader, machine);
    const std::int64_t width = leader.dimensions[0].extent, lanes = lanes_of(leader, machine);
    if (dimensions == 1) {
        add_line_blocks(tiles, width, lanes);
        return tiles;
    }
    for (int row = 1; row < dimensions; ++row)
        for (bool inside : {true, false}) {
            if (!inside && dimensions == 2) continue;
            const GroupTile lines{TileKind::Rows, row, 1, 0, inside};
            std::set<std::int64_t> blocked;
            for (const GroupTile& strip : strips(leader, lines, machine)) {
                tiles.push_back(strip);
                if (blocked.insert(strip.rows).second) add_blocks(tiles, strip, width, lanes);
            }
            add_narrow_strips(tiles, lines, leader, lanes, machine);
        }
    add_column_blocks(tiles, leader, lanes);
    return tiles;
}

} // namespace

std::vector<GroupTile> group_tiles(const FuncStages& leader, const Machine& machine) {
    std::vector<GroupTile> tiles = tiles_of_rows(leader, machine);
    if (lanes_of(leader, machine) == 1 || !gathers(leader)) return tiles;
    for (std::size_t count = tiles.size(), i = 0; i < count; ++i) {
        tiles.push_back(tiles[i]);
        tiles.back().one_by_one = true;
    }
    return tiles;
}

std::vector<GroupTile> neighbours(const GroupTile& tile, const FuncStages& leader, const Machine& machine) {
    std::vector<GroupTile> near;
    for (const GroupTile& other : group_tiles(leader, machine)) {
        const bool alike =
            other.kind == tile.kind && other.row == tile.row && other.others_inside == tile.others_inside;
        const auto within = [](std::int64_t a, std::int64_t b) { return a <= 2 * b && b <= 2 * a; };
        const bool columns = tile.kind == TileKind::Rows || within(other.columns, tile.columns);
        if (alike && within(other.rows, tile.rows) && columns) near.push_back(other);
    }
    return near;
}

} // namespace autoconfig
