// Loops that add products of integers to sums.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

namespace autoconfig::lowering {

/// Of one product; what is the same in all lanes of a vector stands first.
struct Factors {
    Halide::Expr a, b;
};

/// sum[index] += a * b, for each of the factors one after another, in vectors of integers of 32 bits.
struct IntegerSum {
    const Halide::Internal::Store* store; // the first one there
    std::vector<Factors> products;
};

/// The sums of a loop whose body does nothing else, each of them once; none where it does, or where what is
/// added depends on a sum, or where a sum lies depends on the loop.
std::vector<IntegerSum> integer_sums(const Halide::Internal::For& loop);

/// Are there two products at least for each vector that is no element in all lanes, so that it pays to
/// interleave two of them?
bool is_register_tile(const std::vector<IntegerSum>& sums);

/// Is of a buffer nothing read but sums of all lanes of a vector, and what is added to it?
bool matters_by_its_lanes_sum(const Halide::Internal::Allocate& buffer);

} // namespace autoconfig::lowering
