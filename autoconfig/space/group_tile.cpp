// Enumerates tiles of a group.
#include "autoconfig/space/group_tile.h"

#include "autoconfig/integers.h"
#include "autoconfig/strided.h"

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

/// No loop but that along dimension 0 moves the read.
bool moves_along_rows_only(const Read& read, const FuncStages& reader) {
    for (std::size_t loop = 1; loop < reader.dimensions.size(); ++loop) {
        const Dimension& dimension = reader.dimensions[loop];
        const bool once = dimension.source == ExtentSource::Bound && dimension.extent == 1;
        const auto moved = [&](const Movement& move) { return move.moved_by(loop); };
        if (!once && std::any_of(read.at.begin(), read.at.end(), moved)) return false;
    }
    return true;
}

template<typename Condition>
bool reads(const FuncStages& func, const Condition& condition) {
    return std::any_of(func.stages.begin(), func.stages.end(), [&](const StageWork& stage) {
        return std::any_of(stage.reads.begin(), stage.reads.end(), condition);
    });
}

bool reads_strided(const FuncStages& func) { return reads(func, is_strided); }

/// Are the elements of a vector brought together from between others, or from several rows?
bool shuffles(const FuncStages& func) {
    return reads_strided(func) || reads(func, [](const Read& read) { return read.crosses_rows(0); });
}

bool reads_strided_row(const FuncStages& func) {
    return reads(func,
                 [&](const Read& read) { return is_strided(read) && moves_along_rows_only(read, func); });
}

/// Parts that the Func's vectors are made in.
int parts(const FuncStages& func) {
    int most = 1;
    for (const StageWork& stage : func.stages)
        for (const Read& read : stage.reads) most = std::max(most, read.phases);
    return most;
}

/// Loads along a row from places that follow no rule, in an iteration of one stage.
struct Lookups {
    double all = 0;
    double narrow = 0; // those of elements that are put into their lanes one by one
};

/// The most of each that a stage has.
Lookups lookups(const FuncStages& func) {
    Lookups most;
    for (const StageWork& stage : func.stages) {
        Lookups own;
        for (const Read& read : stage.reads) {
            if (!read.scattered_by(0)) continue;
            own.all += read.loads;
            if (read.narrow) own.narrow += read.loads;
        }
        most = {std::max(most.all, own.all), std::max(most.narrow, own.narrow)};
    }
    return most;
}

/// That a vector fills. Lookups begin when the places of the whole vector are known: longer ones wait less
/// often [a table of u8, 4 multiplications before it: 0.33 ns an element in vectors of 64, 0.52 in those of
/// 32; 0.26 and 0.33 behind a clamp alone, Zen 5 machine, 2026-11-27], as long as registers hold of each
/// narrow one its places, whether they are there, what is found and what that is weighed with [images warped
/// by an f32 matrix: 4 places of u8 1.11, 0.89 and 1.24 ms in vectors of 16, 32 and 64, 3 channels of each
/// 2.5, 2.5 and 8.6; 4 places of f32 2.1 in vectors of 32, 1.85 in those of 64, Zen 5 machine, 2026-11-29].
/// Nor longer than that one keeps the core busy, as each lane has its code [8 places of f32, 3 channels of
/// each written out: 8.1, 8.2 and 12.7 ms in vectors of 16, 32 and 64, Zen 5 machine, 2026-11-30]. And what
/// is read in strides or across rows takes as many shuffles for a register of narrow elements that is half
/// full. [u8 computed with as 32 bits, in vectors of 32 instead of 16: interleaved channels and every fourth
/// pixel 0.73 of the time, transposed 0.66; Zen 3 machine, 2026-11-28]
int most_registers(const FuncStages& func, const Machine& machine) {
    constexpr int vectors_of_a_lookup = 4;
    constexpr double busy_lookups = 256;
    const Lookups found = lookups(func);
    if (found.all == 0) return shuffles(func) ? 4 : 2;
    const double lanes = machine.vector_bits / 8.0 / func.widest_bytes;
    int registers = 4;
    while (registers > 1 && (found.narrow * vectors_of_a_lookup * registers > machine.registers ||
                             found.all * lanes * registers > busy_lookups))
        registers /= 2;
    return registers;
}

/// Vectors whose operations are worth making in turns, as one that is as long as all of them, where each
/// iteration needs what the one before has come to: beside arithmetic that waits for its last result that of
/// the others goes on. Terms that may be combined in any order have partial results instead. [f32, speed of
/// four in turns over one: rays that march 24 steps 2.3, a pendulum's 20 by Runge-Kutta 2.2, 20 steps with an
/// exp 2.4; of two: Mandelbrot 1.4, Newton's square root, whose divisions fill their unit, 0.94; Xeon (family
/// 6 model 167, 2 cores, KVM), 2026-12-01]
int vectors_worth_turns(const FuncStages& func, const Machine& machine) {
    constexpr double long_chain = 4;     // operations; of shorter ones the scheduler holds several iterations
    constexpr int most = 4;              // more leave no registers for what an iteration computes with
    if (lookups(func).all > 0) return 1; // each lane has its code
    double turns = 1;
    for (const StageWork& stage : func.stages) {
        const bool waits = stage.reduction == Reduction::Sum && stage.iterations > 1 && stage.along_rows &&
                           !stage.any_order && stage.float_operations > 0 && stage.in_turn >= long_chain;
        if (!waits) continue;
        const double arithmetic = stage.register_bytes / func.widest_bytes / machine.mac_f32.per_cycle;
        turns = std::max(turns, stage.in_turn * machine.mac_f32.latency_cycles / std::max(1.0, arithmetic));
    }
    return turns > 2 ? most : turns > 1.5 ? 2 : 1;
}

/// As many of them in one as leave no part of a row for a guarded one, or of a long row a small part.
int lanes_in_turns(const FuncStages& func, int lanes, const Machine& machine) {
    constexpr int small_part = 8;
    const std::int64_t row = func.dimensions[0].extent;
    for (int turns = vectors_worth_turns(func, machine); turns > 1; turns /= 2) {
        const std::int64_t longer = std::int64_t{lanes} * turns;
        if (row % longer == 0 || row >= small_part * longer) return static_cast<int>(longer);
    }
    return lanes;
}

int full_lanes(const FuncStages& func, const Machine& machine) {
    const int bytes = machine.vector_bits / 8, most = most_registers(func, machine) * bytes;
    return std::max(1, std::min(bytes / func.store_bytes, most / func.widest_bytes)) * parts(func);
}

} // namespace

bool is_strided(const Read& read) {
    return !read.at.empty() && read.at[0].moved_by(0) && is_strided_step(read.at[0].slope[0]);
}

int strided_lanes(const FuncStages& reader, std::int64_t row, int lanes) {
    const auto is_cut = [](const Movement& move) { return move.moved_by(0) && move.has_ends(); };
    if (reads(reader, [&](const Read& read) { return std::any_of(read.at.begin(), read.at.end(), is_cut); }))
        return 1;
    while (lanes > 1 && (row % lanes != 0 || row == lanes)) lanes /= 2;
    return lanes;
}

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

bool has_short_rows(const FuncStages& func, const Machine& machine) {
    return !func.dimensions.empty() && func.dimensions[0].extent <= full_lanes(func, machine);
}

int lanes_of(const FuncStages& func, const Machine& machine) {
    if (func.dimensions.empty() || !func.vectors_compile()) return 1;
    int lanes = full_lanes(func, machine);
    const Dimension& row = func.dimensions[0];
    if (row.source == ExtentSource::Default) return lanes;
    if (row.source == ExtentSource::Bound && reads_strided_row(func))
        return strided_lanes(func, row.extent, lanes);
    while (lanes > 1 && lanes > row.extent) lanes /= 2;
    return lanes_in_turns(func, lanes, machine);
}

int guarded_lanes_of(const FuncStages& func, const Machine& machine) {
    const int most = lanes_of(func, machine);
    if (func.dimensions.empty() || func.dimensions[0].source == ExtentSource::Bound || !reads_strided(func))
        return most;
    const std::int64_t row = func.dimensions[0].extent;
    const auto vectors = [&](int lanes) { return row / lanes + (row % lanes > 0 ? lanes : 0); };
    int best = most;
    for (int lanes = most / 2; lanes > 1; lanes /= 2)
        if (vectors(lanes) < vectors(best)) best = lanes;
    return best;
}

namespace {

/// An output with a read whose places follow no rule along a row? Others that gather are cheaper as part of
/// what reads them, and rows that were brought forward, or fused of two loops, are for vectors.
bool gathers(const FuncStages& func) {
    return func.output && func.is_pure() && !func.turned && !func.is_flat() && lookups(func).all > 0;
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
