// Sizes at run time, and conditions on them, each with its C++ source.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig {

/// A size at run time and its C++ source.
struct Extent {
    Halide::Expr expr;
    std::string source;
    bool is_sum = false; // to be bracketed where it is multiplied or divided

    /// One of so many equal parts, rounded up; 1 where there is nothing, as Halide splits by no less.
    Extent part(std::int64_t parts) const;
};

Extent operator+(const Extent& a, std::int64_t b);
Extent operator-(const Extent& a, std::int64_t b);
Extent operator*(const Extent& a, std::int64_t b);
Extent operator/(const Extent& a, std::int64_t b);
Extent max(const Extent& a, std::int64_t b);
Extent min(const Extent& a, const Extent& b);

/// A condition on run-time sizes and its C++ source.
struct Condition {
    Halide::Expr expr;
    std::string source;

    /// The product of some extents.
    void add(const std::vector<Extent>& extents, std::int64_t least);
    void add_equal(const Extent& size, int value);
    /// What another one asks, if anything.
    void add(const Condition& other);

private:
    void add(const Halide::Expr& one, const std::string& text);
};

} // namespace autoconfig
