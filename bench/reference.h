// A reference element and whether a result is near enough to it.
#pragma once

#include "bench/operands.h"

#include <cmath>
#include <cstdint>
#include <set>
#include <string>

namespace autoconfig::bench {

/// The activation in double precision.
double activate(double x, const std::string& activation);

/// Up to `count` indices below `extent`: both ends, where tails go wrong, and places in between.
std::set<std::int64_t> sample(std::int64_t extent, std::int64_t count);

/// A sum in double precision with what its tolerance needs.
struct Sum {
    double value = 0, magnitude = 0;
    std::int64_t terms = 0;

    void add(double term) {
        value += term;
        magnitude += std::abs(term);
        ++terms;
    }
};

/// An element as it should be.
struct Wanted {
    double value = 0, tolerance = 0; // absolute

    /// As Operands::check says.
    Wanted(const Sum& sum, const std::string& activation, double max_rel_error);
    bool agrees(float got) const { return std::abs(got - value) <= tolerance; }
    /// "is 1.5, should be 1 within 0.1"
    std::string difference(float got) const;
};

} // namespace autoconfig::bench
