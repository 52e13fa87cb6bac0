// A group as it is to be scheduled: what each member computes, keeps and may overrun at the tile chosen.
#pragma once

#include "autoconfig/decide/inlined_graph.h"
#include "autoconfig/decide/row_vectors.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/model/cost.h"
#include "autoconfig/model/group.h"
#include "autoconfig/model/group_cost.h"
#include "autoconfig/model/together.h"
#include "autoconfig/space/group_tile.h"

#include <optional>
#include <string>
#include <vector>

namespace autoconfig {

/// How an update's reduction runs.
struct UpdateForm {
    /// So many reduced loops, from the innermost on, are written out; where there are more, these run around
    /// the vectors of a row.
    int written_out = 0;
    int abreast = 1;           // so many elements along the first pure loop in turns
    RowSweep sweep = {};       // rows go by around the vectors of a row of results
    Partials partials = {};    // side by side along the innermost reduced loop, instead of the row's vectors
    int lanes = 1;             // of vectors along the row
    bool free_rows = false;    // the row is the innermost reduced loop's (StageWork::free_rows)
    std::string together = {}; // dimension of the Func all of whose elements each step adds to, or empty
};

/// Where a member is made: for all of the leader, for a tile of it, or line by line of one; Window: what
/// is read again by later lines stays; Vector: for each vector of its reader, in registers.
enum class MadeAt { Root, Tile, Line, Window, Vector };

/// A buffer of the user's that is taken to have so many elements side by side at each place: its first
/// dimension is [0, elements), and the second one's stride is as much.
struct InterleavedBuffer {
    std::string func;
    int elements = 0;
};

/// Storage that keeps `rows` of a dimension at a time, the next over the first; none where 0.
struct Fold {
    std::string along;
    std::int64_t rows = 0;
};

/// A leader, stored, and the members made at its tiles.
struct FusedGroup {
    std::vector<std::string> funcs; // the leader first, consumers before producers
    std::vector<RowVectors> rows;   // of each
    /// Of the leader, where its result holds a vector; rows.front() then stands for others.
    std::optional<RowVectors> long_row;
    std::vector<RowVectors> update_rows; // of each: those of its updates
    std::vector<MadeAt> made_at;         // of each; the leader: Root
    std::vector<Fold> folds;             // of each, where Halide would not fold it by itself
    std::vector<int> summed_in;          // of each that is made at a Vector: which of these reads it; else -1
    std::vector<bool> added;             // of each: a copy or a clone, made for the schedule
    std::vector<std::vector<UpdateForm>> updates; // of each
    std::vector<double> bytes;                    // of each: what it holds at a time; the leader: all of it
    std::vector<Host> hosts;                      // members around some of whose loops others are made
    std::vector<InterleavedBuffer> interleaved;   // read or written so, if they turn out to be at run time
    bool stores_interleaved = false;              // the leader stores all elements of a place together
    Together together;                            // elements of the leader for each vector
    std::vector<std::string> dense;               // buffers of any stride whose rows turn out to be dense
    FuncStages leader;
    GroupTile tile;
    bool parallel = false; // threads share the strips; the blocks where there are none
    /// Equal parts begin earlier where they would end behind the last row: Halide does not see how windows
    /// slide in strips that end with a guard and whose length it does not know.
    bool strips_overlap = false;
    /// Of a strip that is a part of the rows at run time: fewer are done sooner than threads are woken.
    std::int64_t least_rows = 1;
    Cost cost;
};

/// Of the updates of one of the `funcs`, whose vectors have so many lanes and which is computed for `region`
/// at a time.
std::vector<UpdateForm> forms_of_updates(const std::vector<FuncStages>& funcs, int f, int lanes,
                                         const Region& region, const Machine& machine);

/// Bytes that each member holds at a time: a tile, or the rows that one row of the leader reads, or all rows
/// of a strip where their storage is not folded; guests a slice of their host; the leader all of itself.
std::vector<double> bytes_held(const Group& group, const GroupTile& tile, const Machine& machine);

/// The tile as it is scheduled: strips that divide a bound extent are longer by a row. Where strips divide
/// the extent there is no guard, and Halide warms sliding windows up by running the loop over lines from
/// before its start, which reads inputs before theirs. Equal parts in which windows slide overlap; these are
/// strips of a number of rows where overlapping would keep all rows of a window, ask for rows of an input
/// that nobody needs, or compute a leader twice that may be written over an input.
GroupTile legal_tile(GroupTile tile, const Group& group);

/// These members, the leader first, at a tile that suits them.
FusedGroup fused_group(const InlinedGraph& funcs, const std::vector<int>& members, const GroupTile& tile,
                       const Machine& machine);

} // namespace autoconfig
