// Functions of two numbers whose values are whole numbers, the same however they are computed.
#pragma once

#include "tests/fuzz/term.h"

namespace autoconfig::fuzz {

/// One of `roundings` functions of two numbers that libraries approximate (exp, tanh, a quotient, ...),
/// rounded to a whole number: no value of it comes near a half, so that it is the same in every
/// approximation.
constexpr int roundings = 10;
Term rounded(int which, const Term& a, const Term& b);

/// One of `fixed_points` ways of narrow arithmetic: averages, high halves of products, saturation, ...
constexpr int fixed_points = 8;
Term fixed_point(int which, const Term& a, const Term& b);

} // namespace autoconfig::fuzz
