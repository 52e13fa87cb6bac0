// Expressions of a fuzzed pipeline, said twice at once: to Halide and as C++ source.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

namespace autoconfig::fuzz {

/// `most`: no value is larger in magnitude. Whole numbers stay exact in every type while `most` is below
/// 2^24.
struct Term {
    Halide::Expr expr;
    std::string text;
    double most = 0;
};
using Terms = std::vector<Term>;

Term constant(int value);
/// A whole number of the same type as another term.
Term like(const Term& other, int value);

Term operator+(const Term& a, const Term& b);
Term operator-(const Term& a, const Term& b);
Term operator*(const Term& a, const Term& b);
Term operator/(const Term& a, const Term& b); // of whole numbers, rounded down
Term operator%(const Term& a, const Term& b); // of whole numbers
Term operator<(const Term& a, const Term& b);
Term operator==(const Term& a, const Term& b);

Term min(const Term& a, const Term& b);
Term max(const Term& a, const Term& b);
Term select(const Term& condition, const Term& then, const Term& otherwise);
Term clamp(const Term& a, const Term& low, const Term& high);
Term cast(Halide::Type type, const Term& a);

// Of whole numbers of at least 32 bits.
Term operator&(const Term& a, const Term& b);
Term operator|(const Term& a, const Term& b);
Term operator^(const Term& a, const Term& b);
Term operator<<(const Term& a, const Term& b);
Term operator>>(const Term& a, const Term& b);

/// The same where it is at most `most`, otherwise brought below it. Narrow integers, which wrap around, stay.
Term limited(const Term& a, int most);

/// "Float(32)".
std::string text_of(Halide::Type type);
/// "a, b".
std::string list_of(const Terms& terms);
std::vector<Halide::Expr> exprs_of(const Terms& terms);

} // namespace autoconfig::fuzz
