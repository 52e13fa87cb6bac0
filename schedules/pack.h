// Copies of operands in the order the inner loop reads them.
#pragma once

#include "schedules/tile.h"

namespace autoconfig {

/// A copy of operand b that only `sum` reads, kept for one iteration of a loop over panels of `site`: K x NR,
/// n contiguous. It is made before the tiles of the panel, or, given the loop of `sum` over blocks of k,
/// block by block as the first of them needs it: Halide sees that the others find it made.
void pack_panel(Nest& nest, FuncScript& sum, FuncScript& site, const Axis& panel_loop, const Axis& k_blocks);

/// A copy of all of operand b that only `sum` reads, k contiguous, made once.
void copy_columns(Nest& nest, FuncScript& sum);

/// A copy of operand a that only `sum` reads, as it lies: for every block of rows of `site`, or once.
void copy_rows(Nest& nest, FuncScript& sum, FuncScript& site, const Tile& tile);

} // namespace autoconfig
