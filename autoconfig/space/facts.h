// A problem and a machine in the symbols of the equations.
#pragma once

#include "autoconfig/extract/problem.h"
#include "autoconfig/machine/machine.h"

#include <cstdint>

namespace autoconfig {

/// Extents are those of the innermost loop of a role; outer_rows, outer_columns and batch count the others.
/// A missing loop has extent 1.
struct Facts {
    Facts(const Problem& problem, const Machine& machine);

    const Problem& problem;
    const Machine& machine;
    std::int64_t M, N, K; // K: all reduction loops
    std::int64_t k_run;   // of the innermost reduction loop alone
    bool one_k_loop;      // the reduction is a single loop, and not a window
    std::int64_t outer_rows, outer_columns, batch, outermost_batch;
    int a_bytes, b_bytes, acc_bytes, out_bytes; // an element
    MacRate mac;                                // of the accumulator's type
    int max_lanes;                              // accumulator elements in a vector register
    int lanes;                                  // the same, cut to a power of two no larger than N
    int k_lanes;                                // the same, cut to one no larger than K
    int max_rows;                               // rows whose addresses the inner loop can keep in registers
    bool in_place;                              // the contraction is a pipeline output
    std::int64_t a_row_step;                    // elements from one row of A to the next
    bool a_contiguous_in_k, b_contiguous_in_k, b_contiguous_in_n;
    bool b_wrappable;
    bool b_wants_packing; // reading it in place gathers, or repeats costly arithmetic

    static std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
};

} // namespace autoconfig
