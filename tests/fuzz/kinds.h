// The kinds of stages, one function each: writes the definitions and returns the Func.
#pragma once

#include "tests/fuzz/draft.h"

namespace autoconfig::fuzz {

// One pure definition.
Handle pointwise(Draft& draft);
Handle tuple(Draft& draft);
Handle approximate(Draft& draft); // through exp, tanh, quotients and the like
Handle fixed_point(Draft& draft); // narrow arithmetic: averages, high halves, saturation
Handle stencil(Draft& draft);     // 2 to 9 taps
Handle resample(Draft& draft);    // finer, coarser, interleaved
Handle permute(Draft& draft);     // swapped, flipped, moved, constant coordinates
Handle boundary(Draft& draft);    // a stencil over one of Halide's boundary conditions
Handle gather(Draft& draft);      // at places that another stage holds
Handle external(Draft& draft);    // define_extern
Handle table(Draft& draft);       // numbers that lie in the code, at places that another stage holds

// Reductions to a pure definition's places.
Handle reduce(Draft& draft);   // sum, largest, smallest along a loop; RDom::where
Handle total(Draft& draft);    // a sum without dimensions
Handle contract(Draft& draft); // matrix products and distances, batched, transposed, with vectors
Handle convolve(Draft& draft); // of windows, strided, dilated, by channel or by pixel
Handle arg_max(Draft& draft);  // a Tuple: where, and how large

// Updates of other places.
Handle scan(Draft& draft);      // running sums and filters, both ways
Handle histogram(Draft& draft); // counts
Handle scatter(Draft& draft);   // assigns or adds at places that another stage holds
Handle patch(Draft& draft);     // updates of rows, columns, parts, all
Handle undefined(Draft& draft); // an undef pure definition, then as patch
Handle wavefront(Draft& draft); // each place from those left of it and above, or above alone

} // namespace autoconfig::fuzz
