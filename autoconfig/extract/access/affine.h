// Index maps: which loops move an index, and by how much.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// Coefficient of each loop in `index` = sum of coefficient * loop + anything that no loop moves.
/// Nothing when it is not of that form (x*y, x/2, clamp, a load, a coefficient of which nothing is known). A
/// coefficient that a parameter says at run time is what its estimate says: right to reckon with, not to rely
/// on.
std::optional<std::vector<std::int64_t>> affine(const Halide::Expr& index,
                                                const std::vector<std::string>& loops);

/// Does `expr` read one of these variables anywhere?
bool uses_any(const Halide::Expr& expr, const std::vector<std::string>& variables);
/// And elsewhere than in the indices of loads?
bool uses_any_outside_loads(const Halide::Expr& expr, const std::vector<std::string>& variables);

/// As a reader would write it: without the outermost parentheses, and cut where it is long.
std::string text(const Halide::Expr& expr);

/// Is `e` a constant 1, 2, 4, ...?
bool is_power_of_two(const Halide::Expr& e);

} // namespace autoconfig::extraction
