// Indices as sums of terms.
#pragma once

#include "lowering/lets.h"

#include <Halide.h>

#include <cstddef>
#include <cstdint>
#include <map>

namespace autoconfig::lowering {

/// A whole number as a constant and multiples of what is no sum, by structure: differences of indices cancel
/// out in any order of their terms, also behind products.
class Terms {
public:
    explicit Terms(const Halide::Expr& sum);

    /// `this` - other.
    Terms minus(const Terms& other) const;
    /// With what stands behind names, from the innermost of them on, until no more than so many terms are
    /// left.
    Terms spelled_out(const Lets& lets, std::size_t most) const;

    std::int64_t constant = 0;
    std::map<Halide::Expr, std::int64_t, Halide::Internal::IRDeepCompare> factors; // none of them 0

private:
    Terms() = default;
    void add(const Halide::Expr& sum, std::int64_t factor);
    void add_product(const Terms& a, const Terms& b, std::int64_t factor);
    void add_all(const Terms& other, std::int64_t factor);
    void add_term(const Halide::Expr& term, std::int64_t factor);
};

} // namespace autoconfig::lowering
