// Random shapes: what the model is judged on is drawn, so that nobody has fitted anything to it.
#pragma once

#include "bench/shapes.h"

#include <cstdint>
#include <vector>

namespace autoconfig::bench {

/// Multiply-adds of a call: enough to be timed, few enough for every configuration to be.
constexpr double least_work = 1e5, most_work = 4e9;

/// So many shapes, all different; the same for the same seed, and the first of a longer draw.
///
/// Matrix products: work, M and N are log-uniform, K follows from them. Sizes are 1 to 4096; half of them are
/// rounded to multiples of 8, 16, 32 or 64 where they are larger than that. B is stored as it is or
/// transposed, with equal chance.
std::vector<Shape> draw_matmuls(int count, std::uint64_t seed);

/// Convolution layers of one image: work and channels (1 to 1024, half of them rounded as above) are
/// log-uniform, the output's height and width (4 to 224) follow from them; one in two is square. Windows are
/// 1x1, 3x3 or 5x5, padded so that the output is as large as the input at stride 1; one layer in four has
/// stride 2, one in three of those with a window is depthwise.
std::vector<Shape> draw_convolutions(int count, std::uint64_t seed);

} // namespace autoconfig::bench
