// A group of Funcs in one loop nest, and how its members follow the leader through it.
#pragma once

#include "autoconfig/extract/stages.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/model/together.h"
#include "autoconfig/space/group_tile.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace autoconfig {

/// A leader and the members made at its tiles, consumers before producers; what is inlined has become part
/// of its consumers in `funcs`.
struct Group {
    Group(const std::vector<FuncStages>& all, std::vector<int> those);

    const std::vector<FuncStages>& funcs;
    std::vector<int> members; // the leader first
    /// Which members may be computed for more of dimension 0 than is read of them: they read no image and no
    /// output further for it, directly or through others, and nothing bounds them.
    std::vector<bool> overruns;

    const FuncStages& leader() const { return funcs[members.front()]; }
    const FuncStages& member(std::size_t m) const { return funcs[members[m]]; }
    /// Which member `func` is; -1 outside.
    int position(int func) const {
        const auto found = std::find(members.begin(), members.end(), func);
        return found == members.end() ? -1 : static_cast<int>(found - members.begin());
    }
    /// Calls visit(position of the reader, read, position of what is read) for all that members read of
    /// members.
    template<typename Visit>
    void for_each_inner_read(const Visit& visit) const {
        for (std::size_t m = 0; m < members.size(); ++m)
            for_each_inner_read_of(m, [&](const Read& read, int p) { visit(m, read, p); });
    }
    /// The same of one reader: visit(read, position of what is read).
    template<typename Visit>
    void for_each_inner_read_of(std::size_t m, const Visit& visit) const {
        for (const StageWork& stage : member(m).stages)
            for (const Read& read : stage.reads)
                if (const int p = position(read.producer); p > 0) visit(read, p);
    }
};

/// For every member the dimension along which its window slides as the rows of the leader go on, its own row
/// dimension for the leader; -1 where it cannot follow and is made once for a tile: it has to move in one
/// dimension, forwards, and all that read it have to follow.
std::vector<int> sliding_dimensions(const Group& group, int row);

/// Which members are read again by later rows of the leader, and so have rows to keep: all but those of which
/// a row of the leader reads one row, another one each time.
std::vector<bool> keeps_rows(const Group& group, int row);

/// Which of these keep all rows of a strip if left to Halide: it folds the storage of a sliding window where
/// it proves that the first row asked for moves forwards only, and fails to (14) where the first line, which
/// makes the rows of a reader that keeps rows for the first time, asks for rows of its own, or where the
/// leader goes on by parts of a row. Nor where the number of rows is none in the code.
std::vector<bool> keeps_strips(const Group& group, int row);
/// The same where strips overlap instead of ending with a guard: the first line makes nothing for the first
/// time there, but Halide (14) folds no storage of what has updates (tests/schedules/sliding_rows_test.cpp).
std::vector<bool> keeps_overlapping_strips(const Group& group, int row);
/// Do the first lines of an overlapping strip, which only fill windows, ask for rows that no line needs of
/// what is outside the group? Members that read that, and no window which takes more of these lines than
/// their own, may be made in these lines, too (Halide's sliding_window() guards the consumers of a window).
bool overlapping_strips_ask_for_more(const Group& group, int row);

/// Storage that keeps so many rows of a member's dimension at a time, the next over the first.
struct FoldedRows {
    int along = -1;
    std::int64_t rows = 0; // none where 0
};
/// Of these, rows to which the storage is folded by name, a power of two: as many as the first line asks for,
/// where that is known.
std::vector<FoldedRows> folded_rows(const Group& group, const GroupTile& tile);

/// Elements in a vector of each member: one where its rows are single elements of a sliding window, or one
/// vector of strided reads.
std::vector<int> lanes_of(const Group& group, const GroupTile& tile, const Machine& machine);

/// Elements along each dimension.
using Region = std::vector<double>;

double elements(const Region& region);
/// Rows along dimension 0 in a region.
double rows_of(const Region& region);
Region whole_region(const FuncStages& func);
/// What a reader that computes `consumer` reads of what is `stored`, whole lines along dimension 0: all of it
/// where nothing bounds the index.
Region region_read(const Read& read, const Region& consumer, const Region& stored);

/// What each member computes for one tile of the leader; a dimension that is scattered to or scanned is
/// computed whole.
std::vector<Region> tile_regions(const Group& group, const GroupTile& tile);

/// May this dimension of a Func be computed for more than is read of it?
bool may_overrun(const std::vector<FuncStages>& funcs, int f, int dimension);
bool may_overrun(const StageGraph& graph, const std::string& func, int dimension);

/// Can the group be computed tile by tile so? Not line by line where no member follows, in columns that
/// nothing runs down and that share nothing across, or where tiles cut turned members' vectors.
bool fits(const Group& group, const GroupTile& tile, const Machine& machine);

/// Sets the regions of these members, each one element so far, to what their readers' regions ask for.
void widen_guests(std::vector<Region>& regions, const Group& group, const std::vector<int>& guests);

/// Inputs of elements of its size that the output f reads each where it is written: they may be one buffer.
std::vector<int> in_place_images(const std::vector<FuncStages>& funcs, int f);

/// Where the leader's rows hold a vector, do they end with one that overlaps the one before it? Those of an
/// output whose guarded vectors would go lane by lane, each behind a branch, and which computes no element
/// from what may be written already.
bool overlaps_long_rows(const Group& group, const GroupTile& tile, const Machine& machine);

/// Share of a member's vectors that gather what is clamped, because they reach beyond it or because Halide
/// does not tell them from others that do. `at_once`: what the member computes at a time.
double edge_share(const Group& group, const GroupTile& tile, std::size_t member, const Region& at_once,
                  int lanes);

/// Does dimension 0 of the reader lead from row to row of the producer, whose rows its other loops follow?
bool crosses_rows(const Read& read);

struct CrossedLines {
    double lines = 0, cycles = 0;

    void operator+=(const CrossedLines& more) {
        lines += more.lines;
        cycles += more.cycles;
    }
};

/// Lines of producers that come again for every row of a member's stage, where members compute `regions` so
/// many times: they are read across their own rows, and L1 cannot keep one for each element. Of producers
/// outside the group, none for sums, whose loops Halide runs inside those of the row; and of all where the
/// member or the producer is turned.
CrossedLines crossed_lines(const Group& group, std::size_t member, const StageWork& stage,
                           const std::vector<Region>& regions, double times, const Machine& machine);

/// The same of lines that a member's stage reads at places which follow no rule: one for each element, where
/// L1 does not hold all that these may be.
CrossedLines scattered_lines(const Group& group, std::size_t member, const StageWork& stage,
                             const GroupTile& tile, const std::vector<Region>& regions, double times,
                             const Machine& machine);

/// A loop over rows, or part of one.
struct RowLoop {
    std::size_t dimension;
    double count;
};
/// The leader's, innermost first, where a tile's rows are of one dimension.
std::vector<RowLoop> loops_over_rows(const FuncStages& leader, const GroupTile& tile);

/// Runs going on in turns that a prefetcher keeps apart: what the L2 streamer does (Intel 64 and IA-32
/// Architectures Optimization Reference Manual, data prefetching).
constexpr double streams_followed = 32;

/// Runs of memory in which the leader's rows, or pieces of them where blocks or columns cut them, are
/// written, and how many of these go on in turns.
struct Runs {
    double count = 1, streams = 1;
};
Runs runs(const FuncStages& leader, const GroupTile& tile);

/// Does what is read lie in memory as the leader does, dimension by dimension?
bool lies_as(const Read& read, const FuncStages& leader, const FuncStages& producer);

/// Half a cache is for the members; the rest for what streams through it.
bool stays_in_l1(double bytes, const Machine& machine);

/// A pure member around some of whose loops others are made, one slice of it at a time.
struct Host {
    int member = 0;          // its position
    std::vector<int> loops;  // its dimensions that run around its guests, innermost first
    std::vector<int> guests; // positions; it alone reads them, directly or through each other
    double slices = 1;       // of a tile, those loops' extents multiplied
};

/// Hosts of a tile whose members would not stay in L1 together. A guest is taken in where no element of it
/// belongs to two slices.
std::vector<Host> hosts(const Group& group, const GroupTile& tile, const Machine& machine);

/// Elements of a sum that are made together in the leader's vectors, as they have much in common, and those
/// of the leader that read them and are computed after each other: as where pixels of several channels share
/// their weights.
struct SumTogether {
    Together sum, leader;

    explicit operator bool() const { return static_cast<bool>(sum); }
};
/// Of a member that only the leader reads, once or at several places along that dimension.
SumTogether sum_together(const Group& group, const GroupTile& tile, int member);

/// Members that are sums and stay in the registers of the vectors that read them.
struct SumsInVectors {
    /// Of each the position of the member whose vectors these are; -1 for others. Its only reader is a pure
    /// Func and has vectors as long, and one vector goes through all of the sum before the next one does. It
    /// reads the sum element by element, or:
    std::vector<int> reader;
    std::vector<SumTogether> together; // of each, none where it stays by itself
    std::vector<int> lanes;            // of each member's vectors: those of `lanes_of`, or of its reader's
};
SumsInVectors sums_in_vectors(const Group& group, const GroupTile& tile, const Machine& machine);

/// What members that compute `regions` for a tile compute at a time: guests for one slice of their host, the
/// others for the tile.
std::vector<Region> regions_at_once(const Group& group, std::vector<Region> regions,
                                    const std::vector<Host>& hosts);

/// What members that compute `regions` for a tile compute at a time: those that follow the leader line by
/// line what one line reads; or as above.
std::vector<Region> computed_at_once(const Group& group, GroupTile tile, const std::vector<Region>& regions,
                                     const std::vector<Host>& hosts);

/// What members that compute `regions` for a tile, and `computed` at a time, hold at a time: that, or all
/// rows of a strip where their storage is not folded, or one element of what is `summed_in` registers.
std::vector<Region> held_at_once(const Group& group, const GroupTile& tile,
                                 const std::vector<Region>& regions, std::vector<Region> computed,
                                 const std::vector<int>& summed_in);

/// Bytes of so much of the members beside the leader.
double member_bytes(const Group& group, const std::vector<Region>& regions);

/// Of each member: what it computes for a tile, what of that at a time, and what is held of it meanwhile.
struct GroupRegions {
    const std::vector<Region>&tile, &computed, &held;
};

/// Lines of the members that a tile writes, and those that come back to L1 for their readers, where they do
/// not stay there. Guests of `hosts` are there for one slice, and `sums` stay in registers.
double member_lines(const GroupRegions& regions, const Group& group, const std::vector<Host>& hosts,
                    const SumsInVectors& sums, const Machine& machine);

/// Lines of a producer outside the group that come to L1 for a tile when they have been there, and have been
/// lost: from L2, or from where the producer is.
struct LinesAgain {
    int producer = -1;
    double from_l2 = 0, from_beyond = 0;
};
std::vector<LinesAgain> lines_again(const GroupRegions& regions, const Group& group,
                                    const std::vector<Host>& hosts, const Machine& machine);

/// Has a member of a single row no vectors in blocks? Its row is of constant length there, and Halide drops
/// the guard of the last vector of one: only where that is whole.
bool has_scalar_rows(const FuncStages& member, std::int64_t bound_row, int lanes, const GroupTile& tile);

/// Extent of each member's tile along its dimension 0, where that is the same for every tile; else 0.
std::vector<std::int64_t> bound_rows(const Group& group, const GroupTile& tile);

} // namespace autoconfig
