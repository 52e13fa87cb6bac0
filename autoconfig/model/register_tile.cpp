// Terms of register_tile.
#include "autoconfig/model/contraction.h"

namespace autoconfig {

void add_terms(Ledger& ledger, const Contraction& run, const RegisterTile& /*tile*/) {
    add_in_core(ledger, run);
    add_transfers(ledger, run);
    add_tile(ledger, run);
    add_columns(ledger, run);
    add_epilogue(ledger, run);
}

} // namespace autoconfig
