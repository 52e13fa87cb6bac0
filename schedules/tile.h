// Steps that the strategies share: each is one helper that turns a few loops into others. The comments
// show the loops of a stage, outermost first.
#pragma once

#include "schedules/nest.h"

namespace autoconfig {

/// A tile of rows x columns and the names of its loops. The sizes are those of the innermost M and N loops;
/// where one of these is missing so are its loops.
struct Tile {
    std::int64_t rows = 1, columns = 1;
    int lanes = 1;          // columns are vectors of so many; 1: single columns
    bool unrolled = true;   // rows and vectors within the tile
    bool threads = false;   // the loops over tiles carry the configuration's parallel loop
    Axis jc, ir;            // over tiles
    Axis jr;                // over panels packed together, within ir; jc is over these then
    Axis rb;                // over blocks of RB rows, around jc; where the configuration has them
    Axis row, vector, lane; // within a tile
};

Tile name_tile(Script& script, std::int64_t rows, std::int64_t columns, int lanes);

/// Loops that a tiled stage has besides those of its tile.
struct OtherLoops {
    std::vector<Axis> innermost; // within a vector
    std::vector<Axis> around;    // directly around the tile: k of the accumulators
    std::vector<Axis> outside;   // around all tiles of a product, within batch loops: pc of blocked
};

/// What a tile does at the edge of a result whose extent is not a multiple of its size.
enum class Edge {
    /// Moves inwards, over its neighbour, where the body's sizes hold a whole tile; elsewhere does less, or
    /// columns may overrun.
    OfBody,
    /// Does less; the only choice for an update.
    Guard
};

/// batch, outside, n', jc, m', ir, [jr,] around, row, vector, innermost, lane: what is within the tile is
/// vectorized and unrolled; n' and m' are further N and M loops, that over groups of channels the last n'.
/// With row blocks: batch, outside, m'', rb, n', jc, m', ir, and so on, where rb and m' split the M loop
/// around ir, or rb and ir the only one, and m'' are those around it; with jc in ir: m', ir, n', jc. Pure
/// stages only, unless the tile divides the result.
void tile(Nest& nest, FuncScript& func, StageScript stage, const Tile& tile, Edge edge,
          const OtherLoops& other = {});

/// Tiles the stage of the result so that every element is right at every size that the body is for, and a
/// full tile has constant extents: tiles at the edge overlap their neighbours where the result holds a whole
/// tile, and are guarded elsewhere.
void tile_result(Nest& nest, const Tile& tile);

/// A stage computed for one tile: around, row, vector, innermost, lane. Where the extents of a tile may vary
/// it has loops over tiles as well, of one iteration.
void fill_tile(Nest& nest, FuncScript& func, StageScript stage, const Tile& tile,
               const OtherLoops& other = {});

/// The innermost of a tile's loops over tiles that exists: jr, ir, or jc where there is no M loop or the
/// configuration has jc within.
const Axis& innermost(const Nest& nest, const Tile& tile);

/// `sum` is computed for one tile of `site`: its k loops run around rows and vectors, all unrolled, so that
/// the accumulators live in registers from the first k to the last. It reads the copies of its operands that
/// the configuration asks for.
void sum_tile(Nest& nest, FuncScript& sum, FuncScript& site, const Tile& shape,
              const std::vector<Axis>& k_loops);

/// A stage that runs over the whole of a Func element by element: vectors along n.
void elementwise(Nest& nest, FuncScript& func, StageScript stage);

} // namespace autoconfig
