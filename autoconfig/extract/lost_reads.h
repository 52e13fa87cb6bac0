// Reads that stand in a definition and do not matter: f(x) - f(x), f(x) * 0.
#pragma once

#include <Halide.h>

namespace autoconfig::extraction {

/// Does the pure definition of a Func, once simplified, no longer read a Func that it reads as it is written?
/// Halide 14 to 21 simplify it where it is specialized, after they have decided what is computed, and crash
/// where another output is read by what the reader has lost.
bool loses_a_read(const Halide::Internal::Function& function);

} // namespace autoconfig::extraction
