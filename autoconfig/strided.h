// Strided vectors: what Halide makes of them.
#pragma once

namespace autoconfig {

/// Elements from one lane of a vector to the next that are few enough for Halide to take the lanes out of
/// dense vectors, or to put them into some. Where no loop around them is left that moves them, 14 takes these
/// for aligned, which shows as a crash.
inline bool is_strided_step(double step) { return step >= 2 && step <= 4; }

} // namespace autoconfig
