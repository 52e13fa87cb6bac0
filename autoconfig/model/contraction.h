// A contraction run in one configuration, and the groups of terms that it has. Each function enters the
// terms of its file's subject.
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

/// T_OL, T_nOL, T_front, T_latency, T_edge: what the core needs with all data in L1. (in_core.cpp)
void add_in_core(Ledger& ledger, const Contraction& run);

/// T_L1L2, T_L2L3, T_start: A and B on their way to L1, for register tiles. (transfers.cpp)
void add_transfers(Ledger& ledger, const Contraction& run);

/// The same where one operand passes by in long runs: stream. (stream.cpp)
void add_stream(Ledger& ledger, const Contraction& run);

/// T_pack, T_alloc, T_L2L3, T_start: copies of rows of A, of panels of B. (pack.cpp)
void add_copy_of_a(Ledger& ledger, const Contraction& run);
void add_panels_of_b(Ledger& ledger, const Contraction& run);

/// T_tile, T_block, T_out, T_epilogue: what becomes of the sums. (results.cpp)
void add_results(Ledger& ledger, const Contraction& run);
void add_tile(Ledger& ledger, const Contraction& run);

/// T_transform, T_fault and all others of products between transforms but those in the core. (winograd.cpp)
void add_winograd(Ledger& ledger, const Contraction& run);

/// T_parallel, T_queue, T_share: what threads add. (threads.cpp)
void add_threads(Ledger& ledger, const Contraction& run);

/// The steps that read a panel of B, or a row of A, for the first time. (transfers.cpp)
Shares shares_of_steps(const Contraction& run);

} // namespace autoconfig
