// Whole numbers by what they leave when they are divided.
#pragma once

#include <Halide.h>

#include <cstdint>

namespace autoconfig::lowering {

/// A sum = divisor * multiples + rest + constant.
class Residue {
public:
    Residue(const Halide::Expr& sum, std::int64_t divisor);

    const Halide::Expr& rest() const { return rest_; }
    std::int64_t constant() const { return constant_; }

    /// Of the sum, where the rest divided by the same leaves so much.
    Halide::Expr quotient(std::int64_t left) const;
    Halide::Expr remainder(std::int64_t left) const;

private:
    const std::int64_t divisor_;
    Halide::Expr multiples_, rest_;
    std::int64_t constant_ = 0;

    void add(const Halide::Expr& sum, std::int64_t times);
};

} // namespace autoconfig::lowering
