// A problem and a machine in the symbols of the equations.
#pragma once

#include "autoconfig/extract/problem.h"
#include "autoconfig/integers.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/space/blocks.h"

#include <cstdint>
#include <vector>

namespace autoconfig {

/// The rate that multiply-accumulates into the problem's accumulator run at.
const MacRate& mac_rate(const Problem& problem, const Machine& machine);

/// M: extent of the innermost M loop; N: of Problem::columns(); outer_rows, outer_columns and batch count the
/// others; groups of channels run around the columns and are among outer_columns. A missing loop has
/// extent 1.
struct Facts {
    Facts(const Problem& problem, const Machine& machine);

    const Problem& problem;
    const Machine& machine;
    int row, outer_row, column, k; // loops of M, the next M, the columns and the innermost K, or -1
    int blocked_row;               // the M loop that RB splits: the outer one, or the only one, or -1
    int batch_loop;                // the outermost batch loop that is not the columns' or over groups, or -1
    std::int64_t M, N, K;          // K: all reduction loops
    std::int64_t k_run;            // of the innermost reduction loop alone
    std::int64_t k_block_unit;     // steps of the reduction loops within one step of the innermost K loop
    double kept;                   // share of the steps of K that a clipped window leaves; 1
    std::int64_t outer_rows, outer_columns, batch;
    std::int64_t outermost_batch;          // extent of batch_loop
    std::int64_t groups;                   // of channels, each with panels and a part of a of its own; 1
    int outer_column;                      // the longest loop around the columns, of N or over groups, or -1
    std::int64_t longest_outer_columns;    // its extent
    std::int64_t row_loop;                 // extent of the M loop around the innermost one
    std::int64_t blocked_rows;             // extent of blocked_row
    double group_lines_a, group_lines_out; // lines of a, of the result that a group touches / lines it fills
    int a_bytes, b_bytes, acc_bytes, out_bytes; // an element
    int registers;                              // of vectors, but for those that a general step takes
    double instructions;                        // of a step: 1 for a multiply-add
    double per_cycle;                           // instructions of the accumulator's type, one step a lane
    MacRate mac;                                // steps
    int steps_at_once;                          // that one instruction multiplies and adds up in a lane: 2 of
                                                // integers of 16 bits or fewer, in tiles of several rows; 4
                                                // of 8 bits
    int max_lanes;                              // accumulator elements in a vector register
    int lanes;                                  // the same, cut to N where it is known and smaller, else to a
                                                // power of two no larger; where N is in groups, to what
                                                // divides it, as Halide gathers from vectors that it cannot
                                                // prove to lie in one group
    int k_lanes;                                // the same, cut to one no larger than K
    bool strides_are_known;                     // of A, when the code is compiled
    int max_rows;                               // of a register tile
    int addressed_rows;                         // of them, whose addresses stay in general registers
    int rows_in_l1;                             // rows of A, of each of which L1 keeps a line: few where they
                                                // lie a power of two of lines apart
    std::int64_t a_contiguous_run;              // elements of A that lie side by side in its first dimension
    double a_row_stride;                        // bytes from one row of A to the next
    std::int64_t c_row_step;                    // the same of the result
    std::int64_t b_panel;   // columns of B that lie in panels of so many, k by k; 0: in rows of all columns
    std::int64_t N_filled;  // N, and what fills the last of these panels up where that is computed too
    double a_total_bytes;   // of one product's A
    double b_total_bytes;   // of B
    double bytes_once;      // of A, B and the result, see Problem
    bool one_k_loop;        // the reduction is a single loop, and not a window; others have one step
    bool k_is_bound;        // the extents of all reduction loops hold at run time
    bool vector_a;          // a moves with the columns: vectors of a instead of broadcast elements
    bool part_of_a_a_panel; // as a moves with the columns, or with groups of them
    bool a_contiguous_in_k, b_contiguous_in_k, b_contiguous_in_n;
    bool b_wrappable;
    double b_operations;  // of an element of B as it is loaded or packed, but for one that comes with a load
    bool b_wants_packing; // reading it in place gathers, or repeats costly arithmetic
    bool a_wants_copy;    // it is computed by arithmetic that several tiles would repeat
    bool a_free_inside;   // that arithmetic is boundary conditions, which only windows at the edge meet
    HeldWindow window;    // of a, where a moves with the columns

    /// Bytes that so many steps of the loops reach in an operand: rows of the innermost and of the next M
    /// loop, columns, and KC of the innermost K loop; reduced loops else and other loops whole or once.
    struct Box {
        std::int64_t rows, outer_rows, columns, KC; // KC in steps of the whole reduction
    };
    double bytes(const Operand& operand, const Box& box) const;

    /// Reduction loops by their index, innermost first: in the order of a's memory.
    std::vector<int> k_loops;
    /// One of four bytes multiplied has a sign, the other has not: is the first one moved by 128 for that, as
    /// both are alike?
    bool moves_a() const { return steps_at_once == 4 && problem.a.type.kind == problem.b.type.kind; }
    /// Steps of so many of them.
    std::int64_t unrolled_steps(int loops) const;
};

} // namespace autoconfig
