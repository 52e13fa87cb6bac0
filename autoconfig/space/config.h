// One way to run a contraction, in the vocabulary of Goto and BLIS.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

namespace autoconfig {

/// stream:        no register blocking over M and N pays; B (or A) is read once, straight through.
/// register_tile: MR x NR accumulators hold the whole of K.
/// blocked:       K in blocks of KC; accumulators are added to the result block by block.
/// winograd:      the same for products between transforms, all points of a block of MC tiles at a time.
enum class Strategy { Stream, RegisterTile, Blocked, Winograd };
const char* to_string(Strategy strategy);

/// Which loop the threads share. Ic: row tiles (M). Jc: column panels (N). Rows: row blocks (RB).
/// Columns: the longest of the further N loops. Batch: independent products.
enum class ParallelLoop { None, Ic, Jc, Rows, Columns, Batch };
const char* to_string(ParallelLoop loop);

struct Config {
    Strategy strategy = Strategy::RegisterTile;
    int MR = 1;    // rows of the register tile
    int n_v = 1;   // vectors a row; NR = n_v * lanes, or n_v when k_vectorised
    int lanes = 1; // elements of the accumulator type in a vector, at most N (at most K when k_vectorised)
    std::int64_t KC = 0; // blocked: K block. otherwise the whole of K
    std::int64_t MC = 0; // rows whose A block stays in L2; the whole of M when not blocked
    std::int64_t NC = 0; // columns of one block of the result; register_tile: of the panels that are packed
                         // together and swept one after the other by each tile of rows
    std::int64_t RB = 0; // rows in a block, with all panels within, of the outer M loop, or of the only one,
                         // where it is a multiple of MR; 0: panels around all rows
    bool jc_in_ir = false; // all panels for a tile of rows, then the next tile; not all rows for a panel
    int unrolled = 0;      // reduction loops, innermost first, that are unrolled
    int chains = 1;        // register_tile, stream along_k: so many sums of an element, each of some steps of
                           // K in an accumulator of its own
    int b_rows = 1;        // register_tile: rows of B side by side in a vector, b_rows * lanes elements
    bool pack_a = false;   // a is copied: for every block of RB rows, or once
    bool pack_b = false;
    bool fills_panels = false; // all columns of the last panel that b lies in are computed, also beyond N
    int k_pack =
        0; // rows of a panel packed at a time, as the first row of tiles needs them; 0: all before it
    bool k_vectorised = false; // stream: lanes run along K (B contiguous in k), reduced at the end
    ParallelLoop parallel = ParallelLoop::None;
    int tasks = 1; // iterations of the parallel loop

    int NR() const { return k_vectorised ? n_v : n_v * lanes; }
    /// Panels of B that register_tile packs together.
    int panels() const {
        return strategy == Strategy::RegisterTile && pack_b ? static_cast<int>(NC / NR()) : 1;
    }
    /// "blocked mr6 nv4 kc384 pack_b jc12": unique within a space, used in tests and reports.
    std::string name() const;

    /// All fields: a total order for ties and for finding repeats.
    auto key() const {
        return std::tie(strategy, k_vectorised, MR, n_v, lanes, KC, MC, NC, RB, jc_in_ir, unrolled, chains,
                        b_rows, pack_a, pack_b, fills_panels, k_pack, parallel, tasks);
    }
};

} // namespace autoconfig
