// How many elements of a Func one vector has.
#pragma once

#include "autoconfig/extract/stages.h"
#include "autoconfig/machine/machine.h"

#include <cstdint>

namespace autoconfig {

/// Is dimension 0 of the producer read in strided vectors (strided.h) along the reader's?
bool is_strided(const Read& read);

/// At most so many lanes for such reads along a row of known length, so that every vector is one of a loop
/// over several whole ones. One where Halide cuts the first or last of these out of the loop for an index of
/// the reader that is clamped.
int strided_lanes(const FuncStages& reader, std::int64_t row, int lanes);

/// Elements of a Func in one vector: those of its narrowest value in a register, at most two registers of the
/// widest type computed with, or four where it looks up or shuffles, as often as there are parts that it is
/// made in (Read::parts), and no more than a row holds, by estimates too: a guarded vector costs as much as
/// a whole one, or more. Two or four times as many where iterations wait for each other, and the row is
/// filled so. strided_lanes() where no other loop moves what is read in strides.
int lanes_of(const FuncStages& func, const Machine& machine);

/// The same where the last vector of a row may go on beyond it: a vector as long as a row of constant extent,
/// rounded up, is made at once.
int overrunning_lanes_of(const FuncStages& func, const Machine& machine);

/// The same where rows end with a guarded vector: one of strided reads loads lane by lane, each behind a
/// branch, and takes as long as so many whole ones.
int guarded_lanes_of(const FuncStages& func, const Machine& machine);

/// Parts that the Func's vectors are made in (Read::parts).
int parts_of_vectors(const FuncStages& func);

/// Is a row no longer than a full vector?
bool has_short_rows(const FuncStages& func, const Machine& machine);

/// Does it load from places along a row that follow no rule?
bool looks_up(const FuncStages& func);

} // namespace autoconfig
