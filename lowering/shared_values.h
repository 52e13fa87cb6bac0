// Tuples whose values are made of the same functions.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Has values of a Tuple that are stored one after the other, and that both call a function of the same
/// operands or look up the same places, computed before both are stored: the weight of a weighted sum and of
/// the sum of weights, as of a bilateral filter. Halide looks for what is common within one value, LLVM does
/// not see through the loads where these are cut differently. For any target without a GPU.
void share_values_of_tuples(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
