// How often a configuration does what: tiles, steps, and the lines they touch.
#pragma once

#include "autoconfig/machine/lines_kept.h"
#include "autoconfig/space/config.h"
#include "autoconfig/space/facts.h"

namespace autoconfig {

/// Steps of K, rows and columns that are done before the next of each: the whole of K, the whole of M and the
/// columns of a register tile (of all tiles packed together) where the strategy has no blocks.
struct CacheBlock {
    std::int64_t KC, MC, NC;
};
CacheBlock block_of(const Facts& facts, const Config& config);

/// A step is one k of one register tile (stream along_n: of one vector and row; along_k: of one vector of k).
struct Tiling {
    Tiling(const Facts& facts, const Config& config);

    double tiles_m, tiles_n; // register tiles along M and N, of one product
    double products;         // batch
    double tiles;            // in all
    double k_steps;          // steps a tile, on average
    double steps;            // in all
    double steps_unrolled;   // of a tile in one iteration of its innermost loop
    CacheBlock block;
    double k_blocks; // blocks of KC steps
    double n_blocks; // blocks of NC columns, each swept by all rows; 1 but for blocked
    double waste;    // computed / useful - 1

    double share; // of a and the result that a thread works on, call after call; 1 where it may be any part

    double row_blocks;    // sweeps of all panels over blocks of RB rows; 1 without them
    double tiles_m_block; // register tiles along M that sweep a panel before the next one
    double a_block_bytes; // of A, used again by every panel: M x KC, MC x KC, or RB rows, halo included
    double a_rows_bytes;  // of A that a block of RB rows reads in all columns; 0 without them
    double a_step_bytes;  // of A that a tile reads anew in a step: MR elements, fewer where windows overlap
    double panel_bytes;   // of B, swept by all rows of tiles before the next: KC x NR, or KC x NC of
                          // panels packed together
    double edge_share;    // of tiles whose windows may leave what boundary conditions of A are for
    double cut_vectors;   // of them, those that do so along vectors of A
};

} // namespace autoconfig
