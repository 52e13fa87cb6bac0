// Loads of one vector of a stage.
#pragma once

#include "autoconfig/model/group_cost.h"

namespace autoconfig {

/// Registers that a vector of `lanes` elements of so many bytes fills.
double registers(double lanes, int bytes, const Machine& machine);

/// Does the loop along dimension 0 lead to places that follow no rule?
bool is_scattered(const Read& read, Clamps clamps);

/// Do vectors along dimension 0 of the reader take one element of each place of an interleaved buffer, one
/// place after the other?
bool takes_one_of_each(const Read& read, const FuncStages& producer);

/// Load instructions of one read for a vector, of all parts where Halide makes it in parts.
double load_instructions(const Read& read, const FuncStages& producer, int lanes, const Machine& machine,
                         Clamps clamps);

} // namespace autoconfig
