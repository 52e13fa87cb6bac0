// Decisions made by hand for the report's tests. The figures hang together but are nobody's measurement.
#pragma once

#include "autoconfig/decide/decision.h"

namespace autoconfig::samples {

/// 32 registers of 512 bit, three cache levels, 2 cores.
Machine avx512();
/// 32 registers of 128 bit, two cache levels, 1 core.
Machine neon();

/// C(n, m) += A(k, m) * B(n, k) in f32, row-major, all sizes bound.
Problem matmul(std::int64_t m, std::int64_t n, std::int64_t k);

/// 128x3072x768 with a GELU epilogue, sizes estimated: blocked and packed, on 2 threads; losers of every
/// kind of reason, refusals, flips.
Decision blocked();
/// 256x256x256: all of K in registers; one loser of the same kind, one of another; nothing refused.
Decision register_tile();
/// 2x4x3 of u8*i8 on one core: the only configuration there is.
Decision tiny();

} // namespace autoconfig::samples
