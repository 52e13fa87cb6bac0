// What a Generator states about its buffers: bounds and dense strides of the sizes that are known, estimates
// of all.
#pragma once

#include <Halide.h>

#include <cstddef>
#include <vector>

namespace autoconfig {

/// A size of a dimension: known, or known only at run time.
struct Size {
    int fixed;    // 0: at run time
    int estimate; // what to expect

    explicit Size(int known) : fixed(known), estimate(known) {}
    Size(int known, int expected) : fixed(known), estimate(known > 0 ? known : expected) {}
};

/// Binds the dimensions of known size, dense as far as all inner sizes are known; estimates all.
/// Dimension 0 first.
template<typename Port>
void state_sizes(Port& port, const std::vector<Size>& sizes) {
    int stride = 1; // 0: not known
    for (std::size_t d = 0; d < sizes.size(); d++) {
        auto dim = port.dim(static_cast<int>(d));
        if (stride > 0) dim.set_stride(stride);
        if (sizes[d].fixed > 0) dim.set_bounds(0, sizes[d].fixed);
        dim.set_estimate(0, sizes[d].estimate);
        stride *= sizes[d].fixed;
    }
}

} // namespace autoconfig
