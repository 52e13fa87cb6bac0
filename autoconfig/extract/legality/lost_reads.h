// Reads that stand in a definition and do not matter: f(x) - f(x), f(x) * 0.
#pragma once

#include <Halide.h>

namespace autoconfig::extraction {

/// Does the pure definition of a Func, once simplified, no longer read a Func that it reads as it is written?
/// Halide simplifies it where it is specialized, after it has decided what is computed, and crashes where
/// another output is read by what the reader has lost (LosesReadsWhereSpecialized in defects.h).
bool loses_a_read(const Halide::Internal::Function& function);

} // namespace autoconfig::extraction
