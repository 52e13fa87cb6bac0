// Channels in groups: a pure loop whose quotient by a constant indexes an operand, as in
// out(k, x) += in(k / 4 * 8 + c, x) * w(k, c), is two loops, one within a group and one over groups.
#pragma once

#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/match/product.h"

#include <cstdint>
#include <optional>
#include <string>

namespace autoconfig::extraction {

/// A pure loop in parts of `size`; the loop over them has a name of its own.
struct Groups {
    std::size_t loop = 0; // dimension of the Func
    std::int64_t size = 1;
    std::string within, over; // names

    /// `index` with the loop written as over * size + within.
    Halide::Expr split(const Halide::Expr& index) const;
};

/// The first pure loop of the Func that an index of an operand divides. Nothing where none is, or where the
/// loop does not begin and end with such a part, as far as is stated.
std::optional<Groups> find_groups(const Node& node, const Product& product, const Regions& regions);

} // namespace autoconfig::extraction
