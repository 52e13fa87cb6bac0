// Which configurations of a space are measured where there are too many of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace autoconfig::bench {

/// A configuration to measure, and how many of the space it stands for.
struct Selected {
    std::size_t index; // in the model's order, best first
    double weight;
};

/// All of a space of at most `most` configurations, each for itself. Of a larger one the best by the model,
/// up to half of `most`, and as many of the others as there is room for, drawn by the seed: each of these
/// stands for as many as it was drawn from. In the order of their index.
std::vector<Selected> select(std::size_t space, std::size_t most, std::uint64_t seed);

} // namespace autoconfig::bench
