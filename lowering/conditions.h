// Conditions under which a pass writes a statement once more.
#pragma once

#include <Halide.h>

#include <algorithm>
#include <vector>

namespace autoconfig::lowering {

/// Adds a condition that is not there yet.
inline void add_once(std::vector<Halide::Expr>& conditions, const Halide::Expr& condition) {
    const auto is_same = [&](const Halide::Expr& other) { return Halide::Internal::equal(other, condition); };
    if (std::none_of(conditions.begin(), conditions.end(), is_same)) conditions.push_back(condition);
}

} // namespace autoconfig::lowering
