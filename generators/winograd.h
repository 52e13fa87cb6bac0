// Convolution 3x3, stride 1, by Winograd's minimal filtering F(m x m, 3 x 3) (Lavin and Gray, CVPR 2016), as
// Halide algorithms without a schedule.
//
//   V[c, t, n, i, j] = B^T d B            of each input tile t of (m+2) x (m+2) elements, m apart
//   U[k, c, i, j]    = G g G^T            of each filter, once
//   P[k, t, n, i, j] = sum over c of V * U
//   out              = A^T P A            m x m outputs of each tile
//
// Tiles of an image are numbered along a row, then row by row; what a tile reads beyond the input is zero,
// and outputs beyond the last are not stored.
#pragma once

#include <Halide.h>

namespace autoconfig {

struct WinogradForm {
    int m = 2;      // 2 or 4
    int panel = 32; // output channels side by side in the packed weights (NR)

    int alpha() const { return m + 2; }
    int points() const { return alpha() * alpha(); }
};

/// Sizes of the input, without padding: constants or known at run time.
struct WinogradSizes {
    Halide::Expr w, h, c;
    int pad = 0;
};

/// Weights (k, c, s, r) for k below `k` to packed weights (kn, c, point, panel): filter panel * NR + kn, kn
/// below NR, at point j * (m+2) + i; zero where there is no such filter.
Halide::Func winograd_pack(const Halide::Func& weights, const Halide::Expr& k, const WinogradForm& form);

/// Input (c, x, y, n) and packed weights to the sums (k, x, y, n) of the layer.
Halide::Func winograd(const Halide::Func& input, const Halide::Func& packed, const WinogradSizes& sizes,
                      const WinogradForm& form);

} // namespace autoconfig
