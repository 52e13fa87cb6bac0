// Loads of one vector of a stage.
#pragma once

#include "autoconfig/model/group_cost.h"

namespace autoconfig {

/// Lane loads that one takes as long as, where places are computed in a vector: the extraction of the place
/// and its move to a scalar register (uops.info, Skylake-X: VINSERTPS and VPEXTRQ, port 5 each); and where
/// each is behind a branch, with the test and the way through memory (ends of rows of camera_pipe, 64 lanes
/// of u16: 1.7 cycles a lane on Zen 5).
constexpr double scattered_lane_loads = 2, masked_lane_loads = 3;

/// Registers that a vector of `lanes` elements of so many bytes fills.
double registers(double lanes, int bytes, const Machine& machine);

/// Does the loop along dimension 0 lead to places that follow no rule, or that clamps hold (Clamps::Hold)?
bool is_scattered(const Read& read, Clamps clamps = Clamps::Free);

/// Are the elements of a vector in other places than one after the other?
bool lies_apart(const Read& read);

/// Has the machine a load and a store for the first elements of a vector, of so many bytes each? Without
/// them each lane is loaded or stored behind a branch.
bool has_masks(const Machine& machine, int bytes);

/// Does a guarded vector load each lane behind a branch?
bool is_guarded_lane_by_lane(const Read& read, const FuncStages& producer, const Machine& machine);

/// Do vectors along dimension 0 of the reader take one element of each place of an interleaved buffer, one
/// place after the other?
bool takes_one_of_each(const Read& read, const FuncStages& producer);

/// Load instructions of one read for a vector, of all parts where Halide makes it in parts.
double load_instructions(const Read& read, const FuncStages& producer, int lanes, const Machine& machine,
                         Clamps clamps);

} // namespace autoconfig
