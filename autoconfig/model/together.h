// Elements of an output that are computed one after the other for each vector: because they lie side by side
// in memory, or because they are made of the same.
#pragma once

#include "autoconfig/extract/stages.h"

namespace autoconfig {

/// A loop over so many elements runs within that over vectors, written out; none where `dimension` is -1.
struct Together {
    int dimension = -1;
    int elements = 1;

    explicit operator bool() const { return dimension >= 0; }
};

/// Is it an interleaved output whose vectors run from place to place, so that one of each element, computed
/// after each other, make dense ones?
bool stores_interleaved(const FuncStages& func);

/// Of an output: all elements of a place where it stores them so; else a few along a dimension, by the
/// estimates, that have a good part of their arithmetic and loads in common, as channels that are weighted
/// alike.
Together together(const FuncStages& func);

/// Can it be computed so?
bool may_have_together(const FuncStages& leader);

/// Are there a few elements along the Func's dimension d, as far as is known, so that the stage's code may be
/// repeated for each?
bool may_be_together(const FuncStages& func, const StageWork& stage, int d);

/// Of what one element of a stage takes, arithmetic and loads, what all of these have in common.
double share_in_common(const FuncStages& func, const StageWork& stage, const Together& together);
/// A good part of it.
constexpr double least_share_in_common = 0.25;

/// Bytes of results of a stage's vectors that its elements together have in common.
double bytes_in_common(const StageWork& stage, const Together& together);

/// Loads of one of these elements; what all of them load is loaded once for them.
double made(const Read& read, const Together& together);

/// So often in a row? Bounds the size of the code, in which each value of a Tuple has loads of its own.
bool can_be_repeated(const FuncStages& func, const StageWork& stage, double times);

} // namespace autoconfig
