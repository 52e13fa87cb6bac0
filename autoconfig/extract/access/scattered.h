// Indices whose places follow no rule as a loop goes on: data, roundings, remainders.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

namespace autoconfig::extraction {

/// Does `index` depend on data, or on a rounding or remainder that vectors do not follow? Of a choice the
/// side tagged likely() counts alone.
bool is_irregular(const Halide::Expr& index);

/// 3 where the index has a remainder by 3 that the loop moves, which vectors made in as many parts repeat;
/// else 1.
int parts_by_remainders(const Halide::Expr& index, const std::string& loop);

/// One a loop: whether what is irregular in `index` depends on it.
std::vector<bool> scattered_by(const Halide::Expr& index, const std::vector<std::string>& loops);

/// Is a float rounded to an integer in `index`?
bool rounds_a_float(const Halide::Expr& index);

/// Loads of Funcs in floats that `index` rounds to integers.
std::vector<const Halide::Internal::Call*> rounded_loads(const Halide::Expr& index);

} // namespace autoconfig::extraction
