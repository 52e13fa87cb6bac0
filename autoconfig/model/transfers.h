// Lines, runs of lines and pages, and what it costs to bring them.
#pragma once

#include "autoconfig/model/sheet.h"

namespace autoconfig {

/// Cycles that a run of a few lines takes beyond these, on another page than the last one.
double run_start_cycles(const Facts& facts);

/// Cycles for a line to come from where an array of so many bytes lives; a single sweep over it.
double cycles_per_line(const Machine& machine, double bytes);

double lines(double bytes, const Machine& machine);

/// Cycles for a line of B to come from where it lives.
double b_cycles_per_line(const Sheet& sheet);

/// Sweeps over the whole of B from beyond L2: once, or once a block of rows.
double sweeps(const Sheet& sheet);

/// Panels of B in all of them.
double panels_swept(const Sheet& sheet);

/// Rows of B panels, each a run of NR elements: a new page for all of them, or for as many as the stride
/// passes.
double page_runs(const Sheet& sheet);

/// T_pack: panels of B.
void enter_panels(Sheet& sheet);

/// T_copy: rows of A.
void enter_copy(Sheet& sheet);

} // namespace autoconfig
