// Loops of one stage, as they are right at every size: guarded vectors along rows.
#pragma once

#include "autoconfig/decide/fusion.h"
#include "schedules/script.h"

#include <string>
#include <vector>

namespace autoconfig {

/// Loops of an update that run over its Func's own dimensions, in place.
std::vector<Halide::Var> pure_loops(const Halide::Internal::Function& function, std::size_t update);

Halide::TailStrategy tail_of(RowEnd end);

/// A loop in tasks of so many elements, which threads share; of one, the loop itself. The tasks run outside
/// of the loops `around` it: threads start once. The loop within a task.
Axis share_out(Script& script, StageScript& stage, const Axis& loop, std::int64_t task,
               std::vector<Axis> around = {});

/// x -> vector, lane. The loop over vectors. Tasks and blocks of a row are made of whole vectors: one that is
/// guarded twice loads lane by lane what is not dense, and where one that lies wholly beyond the row would
/// read beyond a stored Func of constant length, Halide 14 takes it for unreachable, drops the guards of its
/// whole block with it, and writes beyond the row.
Axis vectorize_rows(Script& script, StageScript& stage, const Axis& x, const RowVectors& vectors);

/// The same for a loop that is not the first of these `pure` ones, which then runs within them:
/// lane, vector, the others.
void vectorize_turned(Script& script, StageScript& stage, const RowVectors& vectors,
                      const std::vector<Halide::Var>& pure);

/// Storage with these dimensions innermost, the others in their order.
void store_innermost(FuncScript& func, const std::vector<Axis>& first);

/// A loop of a Func's pure definition in such tasks, outside of all others; where vectors do not run `along`
/// the first dimension, these stay within.
void share_out_pure(Script& script, FuncScript& func, const SharedLoop& shared,
                    const std::string& along = "");

/// A Func whose rows are those along `vectors.along`: innermost in storage, vectors along them. Threads share
/// a loop of each stage where that is named.
void schedule_turned(Script& script, FuncScript& func, const RowVectors& vectors,
                     const std::vector<UpdateForm>& updates, const std::vector<SharedLoop>& shared = {});

/// Every update of a Func, each in its form: vectors along its rows where those are a pure loop. Threads
/// share one of its pure loops where that is named for the stage.
void schedule_updates(Script& script, FuncScript& func, const RowVectors& rows,
                      const std::vector<UpdateForm>& forms, const std::vector<SharedLoop>& shared = {});

} // namespace autoconfig
