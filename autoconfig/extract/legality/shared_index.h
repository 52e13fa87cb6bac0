// Clamps that Halide does not find where several loads share an index.
#pragma once

#include <Halide.h>

namespace autoconfig::extraction {

/// Would vectors gather through this index everywhere, not only at edges, if several loads shared it? Halide
/// then holds it in a let, from which it takes what constants clamp it to apart (Simplify_Let.cpp), and cuts
/// no loop at a clamp of that let, nor at one within it that is not tagged likely() (PartitionLoops.cpp;
/// GathersSharedClamps in defects.h).
bool shared_index_gathers(const Halide::Expr& index);

} // namespace autoconfig::extraction
