// How the rows of a Func are cut into vectors.
#pragma once

#include "autoconfig/extract/stages.h"

#include <cstdint>
#include <string>

namespace autoconfig {

/// What the last vector of a row does where the row is no multiple of it.
enum class RowEnd {
    Guard,   // computes what is there
    Overlap, // begins before the one ahead of it ends
    RoundUp  // goes on beyond the row
};

struct RowVectors {
    int lanes = 1;
    RowEnd end = RowEnd::Guard;
    std::string along = {}; // the loop they run along, where that is not the Func's first
};

/// Of a row whose extent is bound (`bound_extent`) and no multiple of so many lanes, the last two vectors of
/// a pure stage overlap, unless it is `in_place` and must not compute an element twice. One vector that is
/// longer than such a row goes on beyond it where the Func `overruns`. Others are guarded, also where the
/// extent is known only at run time (0).
RowVectors row_vectors(int lanes, std::int64_t bound_extent, bool pure, bool in_place = false,
                       bool overruns = false);

/// The same, but no vectors where the row is or may turn out to be of constant length and its last vector
/// would lose its guard by that (FuncStages::loses_guards), and none that needs one where its place would lie
/// before what it reads (FuncStages::goes_back).
RowVectors with_guards_kept(const FuncStages& func, RowVectors rows);

} // namespace autoconfig
