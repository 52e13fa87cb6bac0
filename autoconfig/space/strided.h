// Strided vectors: what Halide 14 makes of them.
#pragma once

namespace autoconfig {

/// Elements from one lane of a vector to the next that Halide 14 takes for the start of aligned, denser
/// vectors where no loop around them is left that moves them, which shows as a crash.
inline bool is_strided_step(double step) { return step >= 2 && step <= 4; }

} // namespace autoconfig
