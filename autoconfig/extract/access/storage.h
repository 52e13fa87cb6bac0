// Where an operand lies in memory: elements between neighbours in each of its dimensions.
#pragma once

#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/arithmetic.h"

#include <cstdint>
#include <vector>

namespace autoconfig::extraction {

using Strides = std::vector<std::int64_t>;

struct Layout {
    Strides strides;
    std::int64_t panel = 0;        // see Operand
    bool run_time_strides = false; // see Operand
};

/// Where lies what `load` reads. Through an inlined Func that reads one thing at an affine place, or in
/// panels (at v % 32 and v / 32), as that thing; by constant stride constraints where there are any; dense
/// otherwise.
Layout layout_of(const Halide::Internal::Call* load, const Graph& graph, const Regions& regions,
                 const Placement& placement);

/// Strides of a Func's own storage, an output's buffer constraints included.
Strides strides_of(const Node& node, const Regions& regions);

} // namespace autoconfig::extraction
