// Weights packed once, outside of the kernels that use them: one row of elements, which can be kept in a
// file.
//   header   64 bytes, as words of 64 bits: "AutoConf", the format's version, the layout's key, zeros
//   panels   of NR output channels, each in the order the inner loop reads it, dimension 0 innermost:
//            direct, im2col  (kn, c, s, r, panel);   winograd  (kn, c, point, panel)
// Output channel panel * NR + kn; zero where there is none. The key stands for everything that the places of
// the elements depend on, so that kernels of one layout share their weights, and a kernel refuses others'.
#pragma once

#include "autoconfig/extract/convolution.h"
#include "generators/sizes.h"

#include <Halide.h>

#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig {

struct PackedForm {
    int panel = 16;   // NR; as many as there are output channels: one panel
    int winograd = 0; // m of F(m x m, 3x3); 0: direct and im2col
};

/// The one dimension: elements of the header and of the panels.
Size packed_size(const Convolution& layer, const PackedForm& form);

/// Packed weights from plain ones (k, c, s, r).
Halide::Func packed_weights(const Convolution& layer, const Halide::Func& weights, const PackedForm& form);

/// Read in place from packed ones: plain weights (k, c, s, r); of Winograd, what winograd.h calls packed.
Halide::Func unpacked_weights(const Convolution& layer, const Halide::Func& packed, const PackedForm& form);

/// What a kernel asks of the weights it is given.
struct Requirement {
    Halide::Expr holds;
    std::string otherwise; // the error, with its remedy
};

/// `packed` is an input of the pipeline.
std::vector<Requirement> packed_requirements(const Convolution& layer, const Halide::Func& packed,
                                             const PackedForm& form);

} // namespace autoconfig
