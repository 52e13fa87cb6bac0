// Lines, runs of lines and pages of A and B, and what it costs to bring them.
#pragma once

#include "autoconfig/model/contraction.h"

namespace autoconfig {

double lines(double bytes, const Machine& machine);

/// A sweep from end to end; one after the other over the same array, of which L3 has a part each time; or one
/// over a few lines at a time of many, which is not fetched ahead from memory.
enum class LinesIn { Sweeps, RepeatedSweeps, ShortRuns };

/// Cycles for a line to come, in a sweep, from where an array of so many bytes lives: on its way every link
/// takes its time where they work one after the other, and the slowest decides where they overlap.
Expression line_cycles(const Ledger& ledger, const Machine& machine, double bytes,
                       LinesIn lines = LinesIn::Sweeps);
double cycles_per_line(const Machine& machine, double bytes, LinesIn lines = LinesIn::Sweeps);

/// How the result passes by, and a where each panel has a part of it: all that is of one panel before the
/// next one's leaves out what lies between.
LinesIn lines_of_parts(const Contraction& run);

/// Share of the vectors of so many bytes, one after the other in rows that start so far apart, that lie in
/// two lines and so take two loads. [34x65x214 f32, transposed B, whose columns begin anywhere in a line:
/// tiles of 1x4 take 71 cycles, their loads so 61, one a vector 33; EPYC (Zen 5, family 26 model 2, 2 cores,
/// KVM), 2026-11-23]
double crossing_share(double vector_bytes, double row_stride_bytes, const Machine& machine);

/// Is an array of so many bytes in memory?
bool beyond_caches(double bytes, const Machine& machine);
/// Bytes that say from where an array of so many comes at first: those of all that is touched from one call
/// to the next, where the caches do not hold that.
double touched_since(const Contraction& run, double bytes);
/// The resource of its lines where they are waited for.
Resource waited_for(double bytes, const Machine& machine);

/// Cycles that a run of a few lines takes beyond these, on another page than the last one, where so many
/// entries of a TLB are taken before the first page is needed again.
double run_start_cycles(const Machine& machine, double entries);

/// Bytes from one k, or one column, to the next in B.
double b_row_stride(const Facts& facts);
double b_column_stride(const Facts& facts);

/// Pages for each of many runs that start so far apart.
double pages_a_run(double stride_bytes);

/// Does B lie in panels as wide as the tile?
bool reads_panels_in_place(const Contraction& run);

/// T_L2L3, T_start: B coming from where it lives, in all sweeps over it; fetched ahead, or waited for.
void add_b_from_afar(Ledger& ledger, const Contraction& run, bool ahead, Phase phase);

/// Panels, or blocks of panels that are packed together, in all sweeps.
double blocks_swept(const Contraction& run);

/// Sweeps over the whole of B from beyond L2: once, or once a block of rows.
double sweeps(const Contraction& run);

/// Register tiles, each begun anew for every K block.
double tiles_begun(const Contraction& run);

/// T_start: so many tiles begin to read so many rows that lie in L2.
void add_row_starts(Ledger& ledger, const Contraction& run, double tiles, double rows, double stride_bytes);

} // namespace autoconfig
