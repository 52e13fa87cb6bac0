// A contraction run in one configuration, and the groups of terms that it has.
#pragma once

#include "autoconfig/model/compose.h"
#include "autoconfig/model/tiling.h"

namespace autoconfig {

/// What terms of a contraction are functions of.
struct Contraction {
    const Facts& facts;
    const Config& config;
    const Tiling& tiling;
};

/// Bytes of an element of B where it comes from: of what is loaded to make it, where it is made as it is
/// read.
double b_source_bytes(const Contraction& run);
/// Of all of B.
double b_source_total(const Contraction& run);

/// The terms of each strategy but those of threads and of the call, in the files of their names.
void add_terms(Ledger& ledger, const Contraction& run, const Stream& stream);
void add_terms(Ledger& ledger, const Contraction& run, const AlongK& along_k);
void add_terms(Ledger& ledger, const Contraction& run, const RegisterTile& tile);
void add_terms(Ledger& ledger, const Contraction& run, const Blocked& blocked);
void add_terms(Ledger& ledger, const Contraction& run, const Winograd& winograd);

/// T_OL, T_nOL, T_front, T_latency, T_edge: what the core needs with all data in L1. (in_core.cpp)
void add_in_core(Ledger& ledger, const Contraction& run);
void add_in_core_along_n(Ledger& ledger, const Contraction& run, const Stream& stream);

/// T_L1L2, T_L2L3, T_start: A and B on their way to L1, for register tiles. (transfers.cpp)
void add_transfers(Ledger& ledger, const Contraction& run);

/// T_pack, T_alloc, T_L2L3, T_start: copies of rows of A, of panels of B. (pack.cpp)
void add_copy_of_a(Ledger& ledger, const Contraction& run);
void add_panels_of_b(Ledger& ledger, const Contraction& run);

/// T_tile: what a tile does before and after its innermost loop; leaving so many loops whose exit the branch
/// predictor misses. (tile.cpp)
void add_tile(Ledger& ledger, const Contraction& run);
bool exit_is_predicted(double iterations);
void add_exits(Ledger& ledger, const Contraction& run, const Symbol& what, double loops);

/// T_out, T_epilogue: what becomes of the sums; of a result whose lines are passed
/// over so many times, in pieces that touch so many lines for each that they fill, by this way. (results.cpp)
void add_out(Ledger& ledger, const Contraction& run, double touched = 1, Resource resource = Resource::Ahead);
void add_epilogue(Ledger& ledger, const Contraction& run);
double bytes_of_result(const Facts& facts);

/// Do columns of the result that pass by push a panel of B that is read in place out of L1, which would keep
/// it otherwise?
bool columns_push_out_panel(const Contraction& run);
/// T_out, T_start: a result that is written column by column. (columns.cpp)
void add_columns(Ledger& ledger, const Contraction& run);

/// T_parallel, T_queue, T_share: what threads add. (threads.cpp)
void add_threads(Ledger& ledger, const Contraction& run);

/// The steps that read a panel of B, or a row of A, for the first time. (transfers.cpp)
Shares shares_of_steps(const Contraction& run);

} // namespace autoconfig
