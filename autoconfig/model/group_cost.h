// What a group of Funcs costs when it is computed tile by tile of its leader: named terms in cycles.
#pragma once

#include "autoconfig/model/cost.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/model/group.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace autoconfig {

/// The cost of all tiles; nothing where the tile does not suit a member, as a sliding window that cannot be
/// followed.
std::optional<Cost> cost_of(const Group& group, const GroupTile& tile, const Machine& machine, Words words);

/// What a vector meets. Hold: a boundary condition, or a tile that crosses one: there what is clamped is
/// gathered, because Halide cuts the loop around tiles into those without clamps and those with, and cuts no
/// loop in the latter. Mask: the end of its row, where Halide loads what is not dense lane by lane, each
/// behind a branch.
enum class Clamps { Free, Hold, Mask };

/// Of a stage's vectors along rows, of which so much is computed at a time, in a Func whose vectors have so
/// many `lanes`. One where it has none; where a reduction gathers them from as many rows, no more than there
/// are, and than L1 keeps lines that fall on one set.
int lanes_of(const StageWork& stage, int lanes, double row, const std::vector<FuncStages>& funcs,
             const Machine& machine);

/// Is it a sum whose vectors along dimension 0 take each lane from another line, as they go across the rows
/// of a producer?
bool sums_rows_abreast(const StageWork& stage, const std::vector<FuncStages>& funcs, const Machine& machine);

/// What stays in registers: a stage's result, of an update that of all elements which are made together, and
/// what it reads of these Funcs.
struct InRegisters {
    bool result = false;
    std::vector<int> producers = {};
    Together together = {};

    bool holds(int producer) const {
        return std::find(producers.begin(), producers.end(), producer) != producers.end();
    }
};

/// How many of a window's reduced loops, from the innermost on, are written out one iteration after the
/// other: all, so that the sum stays in a register, or fewer, around which run the row's vectors and around
/// these the other reduced loops. An iteration waits for the one before, and while it does for a place in the
/// scheduler, which holds scheduler_entries / iterations of such chains: a row's vectors take turns where
/// that is less than hides the latency, and the sum goes through L1 from chain to chain. 0 where the code
/// would grow too large, or for other reductions.
int loops_written_out(const FuncStages& func, const StageWork& stage, int lanes,
                      const std::vector<FuncStages>& funcs, const Machine& machine);

/// How many elements along its first pure loop, of which there are so many `rows`, a scan or a reduction that
/// keeps its order takes in turns without vectors, as none waits for another: twice the latency, or 1 where
/// there are fewer or the code would grow too large.
int abreast(const FuncStages& func, const StageWork& stage, double rows, const Machine& machine);
/// The same in all of the Func.
int abreast(const FuncStages& func, const StageWork& stage, const Machine& machine);

/// Partial results of a reduction, side by side along its innermost loop and combined in the end: so many
/// vectors, which hide the latency of each other. One vector of one lane: none.
struct Partials {
    int lanes = 1, vectors = 1;
    int width() const { return lanes * vectors; }
};

/// Those that make a reduction faster than vectors of so many `lanes` along the row do, or none: where its
/// order matters, or its innermost loop is shorter than a vector.
Partials partials(const FuncStages& func, const StageWork& stage, int lanes,
                  const std::vector<FuncStages>& funcs, const Machine& machine);

/// A sum across rows: these go by `rows` at a time over so many `columns` of results (0: all), which stay in
/// L1. No rows: each vector of results goes through all of them before the next one does.
struct RowSweep {
    int rows = 0;
    std::int64_t columns = 0;
};

/// Where the innermost reduced loop leads from row to row of what is read, and its lines for one vector would
/// not stay in L1 for the next, or come from beyond L2 in more runs than a prefetcher follows.
RowSweep row_sweep(const FuncStages& func, const StageWork& stage, int lanes,
                   const std::vector<FuncStages>& funcs, const Machine& machine);

/// Scalar instructions for what all vectors of a row share: once before it, or in each iteration of reduced
/// loops.
double scalars_of_a_row(const FuncStages& func, const StageWork& stage);

/// Cycles of one vector of so many lanes of a stage with all data in L1: the largest of arithmetic, loads,
/// stores, front end and, of a reduction, what each of so many elements `abreast` waits for the one before.
/// Of a window or a reduction, an iteration's share, in the best of its forms. What stays in registers is
/// neither stored nor loaded.
double vector_cycles(const FuncStages& func, const StageWork& stage, int lanes,
                     const std::vector<FuncStages>& funcs, const Machine& machine,
                     Clamps clamps = Clamps::Free, int abreast = 1, const InRegisters& in_registers = {});

} // namespace autoconfig
