// What both reports say about a Decision beside its own fields: the problem in words, and figures that
// follow from its numbers by one division. No cost is computed here.
#pragma once

#include "autoconfig/decide/decision.h"

#include <string>
#include <vector>

namespace autoconfig::report {

/// "matmul", "batched matmul", "matrix-vector", "convolution", ... by the roles that are present.
std::string operation(const Problem& problem);

/// The update as index maps, dimension 0 first, the constants of the index maps left out:
/// "C[n, m] += A[k, m] * B[n, k]".
std::string expression(const Problem& problem);

/// "f32" where all types agree, otherwise "u8 * i8 -> i32, stored as u8".
std::string types(const Problem& problem);

/// "FLOP", or "OP" where the accumulator is an integer.
std::string work_unit(const Problem& problem);

/// Funcs of the operands whose neighbouring elements one step of the loop reaches.
std::vector<std::string> contiguous_in(const Problem& problem, std::size_t loop);

/// FLOP a byte: the problem's, and one core's in-core peak over its memory bandwidth
/// (Roofline: Williams, Waterman, Patterson, CACM 2009). Zero where the divisor is.
double arithmetic_intensity(const Problem& problem);
double machine_balance(const Problem& problem, const Machine& machine);

/// The smallest level that holds every operand at once: "L1", "L2", "L3", or "memory".
std::string resident_in(const Problem& problem, const Machine& machine);

/// " along y" where rows of tiles do not run along the innermost M loop, " without padding" where that is
/// left out.
std::string way_of(const Problem& problem);

/// Threads that have a task: the machine's cores, at most the configuration's tasks; 1 where serial.
int threads(const Config& config, const Machine& machine);

double seconds(double cycles, const Machine& machine);

/// Useful floating-point operations (multiply and add) a second, all threads together.
double flops_per_second(const Decision& decision);

/// Vector registers a tile of `rows` by n_v takes: accumulators, one row of B, one broadcast of A, and what a
/// general step takes.
int registers_used(int rows, const Config& config, const Problem& problem);

/// What the predicted time leaves out.
std::vector<std::string> not_modelled(const Machine& machine);

} // namespace autoconfig::report
