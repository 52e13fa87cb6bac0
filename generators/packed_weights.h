// Weights packed once, outside of the kernels that use them: panels of NR output channels, each in the order
// the inner loop reads it. Packed buffers of every algorithm have six dimensions:
//   direct, im2col   (kn, c, s, r, panel, key)
//   winograd         (kn, c, point, 0, panel, key)
// Output channel panel * NR + kn; zero where there is none. `key` is one element at an index that stands for
// the decision they were packed for: the kernel states it as the dimension's minimum, and so Halide's own
// check of its arguments refuses weights packed for another.
#pragma once

#include "autoconfig/extract/convolution.h"
#include "generators/sizes.h"

#include <Halide.h>

#include <vector>

namespace autoconfig {

struct PackedForm {
    int panel = 16;   // NR; as many as there are output channels: one panel
    int key = 0;      // from 0
    int winograd = 0; // m of F(m x m, 3x3); 0: direct and im2col
};

std::vector<Size> packed_sizes(const Convolution& layer, const PackedForm& form);

/// Packed weights from plain ones (k, c, s, r).
Halide::Func packed_weights(const Convolution& layer, const Halide::Func& weights, const PackedForm& form);

/// Read in place from packed ones: plain weights (k, c, s, r); of Winograd, what winograd.h calls packed.
Halide::Func unpacked_weights(const Convolution& layer, const Halide::Func& packed, const PackedForm& form);

} // namespace autoconfig
