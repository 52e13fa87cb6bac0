// Real decisions for the report's tests, and problems and machines of round numbers for its wording.
#pragma once

#include "autoconfig/decide/algorithm.h"
#include "autoconfig/decide/decision.h"
#include "autoconfig/decide/fusion.h"

#include <string>
#include <vector>

namespace autoconfig::samples {

/// 32 registers of 512 bit, three cache levels, 2 cores.
Machine avx512();
/// 32 registers of 128 bit, two cache levels, 1 core.
Machine neon();

/// C(n, m) += A(k, m) * B(n, k) in f32, row-major, all sizes bound.
Problem matmul(std::int64_t m, std::int64_t n, std::int64_t k);
/// The same 2x4x3 of u8*i8 -> i32.
Problem integers();

template<typename Decided>
struct Named {
    std::string name;
    Decided decision;
};

/// 128x3072x768 NT with an epilogue and a note, sizes estimated, one thread; 1024x1024x1024 on two threads;
/// 1x1x1; a single row along k; 384x384x64 sums of absolute differences. Decided once.
const std::vector<Named<Decision>>& decisions();
const Decision& decision(const std::string& name);

/// 56x56 64->64 3x3 within an error of 1e-2, weights packed; 28x28 512->512 in 32 groups,
/// stride 2.
const std::vector<Named<AlgorithmDecision>>& layers();

/// A pointwise output on one thread; a blur in two passes on two; an equalisation, whose histogram is
/// scattered to and whose curve is read at places that nothing bounds.
const std::vector<Named<Fusion>>& fusions();
const Fusion& fusion(const std::string& name);

} // namespace autoconfig::samples
