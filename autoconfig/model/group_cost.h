// What a group of Funcs costs when it is computed tile by tile of its leader: named terms in cycles.
#pragma once

#include "autoconfig/model/cost.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/model/group.h"

#include <optional>
#include <vector>

namespace autoconfig {

/// The cost of all tiles; nothing where the tile does not suit a member, as a sliding window that cannot be
/// followed.
std::optional<Cost> cost_of(const Group& group, const GroupTile& tile, const Machine& machine, Words words);

/// Within a boundary condition, or in a tile that crosses it: there what is clamped is gathered, because
/// Halide cuts the loop around tiles into those without clamps and those with, and cuts no loop in the
/// latter.
enum class Clamps { Free, Hold };

/// How many of a window's reduced loops, from the innermost on, are written out one iteration after the
/// other: all, so that the sum stays in a register, or fewer, around which run the row's vectors and around
/// these the other reduced loops. An iteration waits for the one before, and while it does for a place in the
/// scheduler, which holds scheduler_entries / iterations of such chains: a row's vectors take turns where
/// that is less than hides the latency, and the sum goes through L1 from chain to chain. 0 where the code
/// would grow too large, or for other reductions.
int loops_written_out(const FuncStages& func, const StageWork& stage, int lanes,
                      const std::vector<FuncStages>& funcs, const Machine& machine);

/// How many elements along its first pure loop a scan or a reduction to a Tuple, without vectors, of a Func
/// at root takes in turns, as none waits for another: L * N_fma, or 1 where there are fewer or the code would
/// grow too large. Sums to one value LLVM takes apart itself, in vectors along what is summed.
int abreast(const FuncStages& func, const StageWork& stage, const Machine& machine);

/// Cycles of one vector of so many lanes of a stage with all data in L1: the largest of arithmetic, loads,
/// stores, front end and, of a reduction, what each of so many elements `abreast` waits for the one before.
/// Of a window, an iteration's share, in the best of its forms.
double vector_cycles(const FuncStages& func, const StageWork& stage, int lanes,
                     const std::vector<FuncStages>& funcs, const Machine& machine,
                     Clamps clamps = Clamps::Free, int abreast = 1);

} // namespace autoconfig
