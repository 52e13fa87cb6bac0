// Lines, runs of lines and pages, and what it costs to bring them.
#pragma once

#include "autoconfig/model/sheet.h"

namespace autoconfig {

/// Cycles that a run of a few lines takes beyond these, on another page than the last one, where so many
/// pages come by before the first of them again.
double run_start_cycles(const Machine& machine, double pages);

/// Cycles for a line to come from where an array of so many bytes lives; a single sweep over it.
double cycles_per_line(const Machine& machine, double bytes);

double lines(double bytes, const Machine& machine);

/// Bytes from one row of A to the next.
double a_row_stride(const Facts& facts);

/// Bytes from one k to the next in B.
double b_row_stride(const Facts& facts);

/// Pages for each of many runs that start so far apart.
double pages_a_run(double stride_bytes);

/// Pages that the rows of a panel lie on, and the next panel again.
double pages_of_panel(const Sheet& sheet);

/// Entries of a TLB that these pages and another take up: rows a power of two of pages apart fall on few of
/// its sets. [64x4096x1024 f32 in tiles 8x3, B in place: 20 cycles a step over 1024 rows four pages apart, 13
/// over 342; one page apart, 32x1024x1024, 13; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
double entries_of_panel(const Sheet& sheet);

/// Register tiles, each begun anew for every K block.
double tiles_begun(const Sheet& sheet);

/// Does B lie in panels as wide as the tile?
bool reads_panels_in_place(const Sheet& sheet);

/// Sweeps over the whole of B from beyond L2: once, or once a block of rows.
double sweeps(const Sheet& sheet);

/// Panels of B in all of them.
double panels_swept(const Sheet& sheet);

/// Blocks of panels that are packed together, or panels, in all of them.
double blocks_swept(const Sheet& sheet);

/// B coming from where it lives, in all sweeps: its lines, and rows of panels on a page of their own.
struct BLines {
    double lines, cost; // cost: cycles a line
    double runs, start; // start: cycles a run
    double cycles() const { return lines * cost + runs * start; }
};
BLines lines_of_b(const Sheet& sheet);

/// T_wait: the share of so many lines a step from L2 that machines do not hide.
void enter_wait(Sheet& sheet, double lines_from_l2);

/// T_start: so many tiles begin to read so many rows that lie in L2.
void enter_row_starts(Sheet& sheet, double tiles, double rows, double stride_bytes);

/// T_L1L2 and T_L3 of stream, and T_pack where it reads a copy of B.
void enter_stream(Sheet& sheet);

/// T_pack: panels of B.
void enter_panels(Sheet& sheet);

/// T_copy: rows of A.
void enter_copy(Sheet& sheet);

/// T_TLB and T_L2L3(B): B in place, up to the first row of tiles.
void enter_in_place(Sheet& sheet);

/// T_L2L3, and T_wait(B) beside it: so many lines a step of a panel that L2 has not kept from one row of
/// tiles to the next.
void enter_panel_again(Sheet& sheet, double lines_a_step);

} // namespace autoconfig
