// Loops of one stage, as they are right at every size: guarded vectors along rows.
#pragma once

#include "autoconfig/decide/fusion.h"
#include "schedules/script.h"

#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig {

/// Loops of an update that run over its Func's own dimensions, in place.
std::vector<Halide::Var> pure_loops(const Halide::Internal::Function& function, std::size_t update);

/// How rows are cut into vectors.
struct RowVectors {
    int lanes = 1;
    Halide::TailStrategy tail = Halide::TailStrategy::GuardWithIf;
    std::string along = {}; // the loop they run along, where that is not the Func's first
};

/// Guarded vectors where the extent is known only at run time (`bound_extent` 0) or divides. Halide 14 drops
/// a guard whose vector reads past the end of a producer of constant size, so a pure stage of bound extent
/// overlaps its last two vectors instead, and an update, or a row shorter than a vector, takes as many lanes
/// as divide it. So does a stage with `in_place`, which must not compute an element twice.
RowVectors row_vectors(int lanes, std::int64_t bound_extent, bool pure, bool in_place = false);

/// x -> vector, lane. The loop over vectors.
Axis vectorize_rows(Script& script, StageScript& stage, const Axis& x, const RowVectors& vectors);

/// The same for a loop that is not the first of these `pure` ones, which then runs within them:
/// lane, vector, the others.
void vectorize_turned(Script& script, StageScript& stage, const RowVectors& vectors,
                      const std::vector<Halide::Var>& pure);

/// Storage with that dimension innermost, the others in their order.
void store_innermost(FuncScript& func, const Axis& first);

/// A Func whose rows are those along `vectors.along`: innermost in storage, vectors along them, threads,
/// where a loop for them is named, along that.
void schedule_turned(Script& script, FuncScript& func, const RowVectors& vectors,
                     const std::vector<UpdateForm>& updates, const std::string& threads = "");

/// Every update of a Func, each in its form: vectors along its rows where those are a pure loop; where a loop
/// for `threads` is named, threads along that, or along the outermost pure loop where that one is not pure.
void schedule_updates(Script& script, FuncScript& func, const RowVectors& rows,
                      const std::vector<UpdateForm>& forms, const std::string& threads = "");

} // namespace autoconfig
