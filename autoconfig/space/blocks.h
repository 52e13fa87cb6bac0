// Closed forms for the sizes of register tiles and cache blocks.
#pragma once

#include "autoconfig/machine/machine.h"

#include <cstdint>
#include <vector>

namespace autoconfig {

/// A register tile of MR rows and n_v vectors.
struct TileShape {
    int MR, n_v;
};

/// What a tile holds of a where a moves with the columns: a row of windows `extent` pixels wide, `step`
/// apart, whose taps are `dilation` apart. All 0 where a is broadcast.
struct HeldWindow {
    int extent = 0, step = 0, dilation = 1;
    /// Pixels of the windows of MR rows where any two have one in common.
    int pixels(int MR) const { return extent > step && dilation < MR * step ? (MR - 1) * step + extent : 0; }
};

/// Rows of a register tile beside n_v vectors: as many as there are registers for, the same after evening out
/// the tiles of M, and the most that divide M. Registers hold accumulators, a vector of B and of each pixel
/// of `window` for each of the n_v vectors, and one element of A.
std::vector<int> tile_rows(std::int64_t M, int n_v, int max_rows, int registers,
                           const HeldWindow& window = {});

/// The floor MR*n_v >= L*N_fma (Low et al., TOMS 43(2), 2016), or all the rows there are.
bool keeps_busy(int MR, int n_v, std::int64_t M, const MacRate& mac);

/// Tiles between that floor and the ceiling set by the register file, of tile_rows() for every n_v. Tiles of
/// overlapping windows may lie below the floor: few fit. Where none reaches it, those of most accumulators,
/// which run in chains.
std::vector<TileShape> register_tiles(std::int64_t M, std::int64_t N, int lanes, int max_rows, int registers,
                                      const MacRate& mac, const HeldWindow& window = {});

/// KC of Low et al.: the B panel in the ways of L1 that the A panel leaves. With n on the vectorised side:
/// C_Br = floor((W1 - 1) / (1 + MR/NR)), KC = C_Br * N1 * C1 / (NR * S). 0 where L1 has no way to spare.
std::int64_t block_k(const Cache& l1, int MR, int NR, int element_bytes);

/// MC of Low et al.: the A block in the ways of L2 that B and C leave: floor((W2 - 2) * N2 * C2 / (KC * S)).
std::int64_t block_m(const Cache& l2, std::int64_t KC, int element_bytes);

/// Rows of a block of A read in place, runs of KC so many bytes apart, that L2 keeps in the same ways: such
/// rows may fall on few of its sets.
std::int64_t rows_kept(const Cache& l2, std::int64_t KC, int element_bytes, double row_stride);

/// n in equal blocks of at most `most`, each a multiple of `unit` and no larger than n; 0 where that
/// cannot be.
std::int64_t even_block(std::int64_t n, std::int64_t most, std::int64_t unit);

} // namespace autoconfig
