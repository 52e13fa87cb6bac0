// How the loops of a group of Funcs are tiled: the group's leader, which is stored, and the members that are
// made for each tile of it.
#pragma once

#include "autoconfig/extract/stages.h"
#include "autoconfig/machine/machine.h"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace autoconfig {

/// Rows:   strips of rows, whole or of some columns; members go along row by row, and keep as many rows as
///         are read (sliding windows), so that only the first rows of a strip are computed twice. Those that
///         cannot are made for the strip before.
/// Blocks: columns x rows; members are made whole before the block, halo included.
enum class TileKind { Rows, Blocks };

struct GroupTile {
    TileKind kind = TileKind::Rows;
    int row = -1;             // dimension of the leader that strips share out; -1: it has one dimension only
    std::int64_t rows = 1;    // of a strip or block
    std::int64_t columns = 0; // along dimension 0; 0: all
    /// The leader's other dimensions run within the tile, not around it; of columns from the first row to the
    /// last the dimension with the most rows always does.
    bool others_inside = true;
    /// The leader goes element by element, not in vectors: these gather.
    bool one_by_one = false;
    /// Strips are so many equal parts of the rows that there are at run time, `rows` each by the estimates;
    /// 0: `rows` each, whatever there is.
    std::int64_t parts = 0;

    /// "rows 64 of y", "rows 64 of y, 256 of x", "block 256x32 of x, y".
    std::string name(const FuncStages& leader) const;
    /// Columns from the first row to the last of a leader that has several.
    bool is_columns(const FuncStages& leader) const {
        return row < 0 && columns > 0 && leader.dimensions.size() > 1;
    }
    /// Do threads share the blocks of a row of them, because one strip is all?
    bool shares_blocks(const FuncStages& leader) const {
        return columns > 0 && (row < 0 || rows >= leader.dimensions[row].extent);
    }
    /// Does dimension d of the leader, not the first one, run within the tile?
    bool holds(const FuncStages& leader, std::size_t d) const;
    auto key() const { return std::tie(kind, row, rows, columns, others_inside, one_by_one, parts); }
    bool operator<(const GroupTile& other) const { return key() < other.key(); }

private:
    std::string name_of_rows(const FuncStages& leader) const;
};

/// Tiles worth costing: along each free dimension but the first, in powers of two and in one share for every
/// core; what has updates is cut into these alone; each also one by one where vectors of the leader, an
/// output, gather.
std::vector<GroupTile> group_tiles(const FuncStages& leader, const Machine& machine);
/// The tile and those half and twice as large; line by line all columns.
std::vector<GroupTile> neighbours(const GroupTile& tile, const FuncStages& leader, const Machine& machine);

} // namespace autoconfig
