// Terms of blocked: those of a register tile, and its block of the result, which waits for the next K block.
#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"

namespace autoconfig {

namespace {

/// Blocks of the result are read and written once a K block.
void add_block(Ledger& ledger, const Contraction& run, const Blocked& blocked) {
    const Facts& facts = run.facts;
    const double bytes = facts.problem.result_elements() * facts.acc_bytes;
    const auto block = static_cast<double>(blocked.MC * facts.outer_rows * blocked.NC * facts.acc_bytes);
    const Expression K_blocks = ledger.q({"K blocks"}, run.tiling.k_blocks);
    ledger.add("T_block", Resource::Serial, Phase::Alone,
               K_blocks * 2 * ledger.q({"lines of C"}, lines(bytes, facts.machine)) *
                   line_cycles(ledger, facts.machine, block));
}

} // namespace

void add_terms(Ledger& ledger, const Contraction& run, const Blocked& blocked) {
    add_in_core(ledger, run);
    add_transfers(ledger, run);
    add_tile(ledger, run);
    add_block(ledger, run, blocked);
    add_out(ledger, run);
    add_epilogue(ledger, run);
}

} // namespace autoconfig
