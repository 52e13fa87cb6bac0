// Conditions made of equalities, and what one equality says of others.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace autoconfig::lowering {

/// a == k of whole numbers; of a remainder, k without what a adds to it.
struct Equality {
    Halide::Expr a;
    std::int64_t k = 0;
    std::int64_t divisor = 0; // of a remainder

    /// Nothing for any other condition, and for vectors.
    static std::optional<Equality> of(const Halide::Expr& condition);

    Halide::Expr condition() const;
};

struct Decision {
    Equality equality;
    bool holds;

    /// What it says of another condition, if it does.
    std::optional<bool> says(const Equality& other) const;
    /// What the rest (residue.h) leaves when it is divided, if it says so.
    std::optional<std::int64_t> leaves(const Halide::Expr& rest, std::int64_t divisor) const;
};

/// What a name stands for, or what is given.
using Behind = std::function<Halide::Expr(const Halide::Expr&)>;
/// Whether an equality holds, where that is known.
using Holds = std::function<std::optional<bool>(const Halide::Internal::EQ&)>;

/// What is left of a condition that is made of equalities and others by and, or, not: true or false where
/// that follows, the same expression where nothing does.
Halide::Expr decided(const Halide::Expr& condition, const Behind& behind, const Holds& holds);

} // namespace autoconfig::lowering
