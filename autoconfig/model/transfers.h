// Lines, runs of lines and pages, and what it costs to bring them.
#pragma once

#include "autoconfig/model/sheet.h"

namespace autoconfig {

/// All operands lie on pages that the second-level TLB holds.
bool in_tlb_reach(const Facts& facts);

/// Cycles that a run of a few lines takes beyond these, on another page than the last one.
double run_start_cycles(const Facts& facts);

/// Pages for each of many runs that start so far apart.
double pages_a_run(double stride_bytes);

/// Cycles for a line to come from where an array of so many bytes lives; a single sweep over it.
double cycles_per_line(const Machine& machine, double bytes);

double lines(double bytes, const Machine& machine);

/// Bytes from one k to the next in B.
double b_row_stride(const Facts& facts);

/// From one sweep over B to the next, and from call to call: up to three quarters of L2, as pages share the
/// sets out by chance. [fitted on conv 1x1 7x7 320->1280 f32, 1.6 MB of weights for an L2 of 2 MB, 2 threads:
/// 156 us where each sweeps over all of them, 135 where over half, reference machine (Xeon, Emerald Rapids,
/// model 207, 2 cores, KVM), 2026-11-21]
bool b_stays_in_l2(const Sheet& sheet);

/// Cycles for a line of B to come from where it lives.
double b_cycles_per_line(const Sheet& sheet);

/// Sweeps over the whole of B from beyond L2: once, or once a block of rows.
double sweeps(const Sheet& sheet);

/// Rows of B panels, each a run of NR elements: a new page for all of them, or for as many as the stride
/// passes.
double page_runs(const Sheet& sheet);

/// T_pack: panels of B.
void enter_panels(Sheet& sheet);

/// T_copy: rows of A.
void enter_copy(Sheet& sheet);

} // namespace autoconfig
