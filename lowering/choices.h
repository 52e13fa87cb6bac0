// What a statement chooses by, told by names from outside of it.
#pragma once

#include "lowering/decisions.h"
#include "lowering/lets.h"
#include "lowering/residue.h"

#include <Halide.h>

#include <optional>
#include <string>

namespace autoconfig::lowering {

/// The conditions of selects of vectors, and the quotients and remainders, that are the same in all lanes and
/// in each iteration of a loop but for multiples of what they are divided by.
class Choices {
public:
    /// `loop`: its variable; none of a statement beside loops.
    Choices(const Lets& outside, const std::string& loop)
        : outside_(outside), inside_{{loop, Halide::Expr()}} {}

    void enter(const std::string& name, const Halide::Expr& value) { inside_.emplace_back(name, value); }
    void leave() { inside_.pop_back(); }

    /// Nothing where the loop changes it.
    std::optional<Equality> of(const Halide::Internal::EQ& condition) const;
    /// Of what is divided, where the rest is something, and from outside.
    std::optional<Residue> of(const Halide::Expr& divided, std::int64_t divisor) const;
    /// What is left of the condition of a select of vectors, as far as it is known what holds.
    Halide::Expr left_of(const Halide::Internal::Select& select, const Holds& holds) const;

private:
    const Lets& outside_;
    Lets inside_; // the loop first

    Halide::Expr behind(const Halide::Expr& expr) const { return behind_name(expr, inside_, outside_); }
    Halide::Expr spelled(const Halide::Expr& expr) const;
    bool is_from_outside(const Halide::Expr& expr) const;
};

} // namespace autoconfig::lowering
