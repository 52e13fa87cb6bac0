// See fresh_pages.h.
#include "autoconfig/model/fresh_pages.h"

#include "autoconfig/allocation_limits.h"

namespace autoconfig {

namespace {

void add_faults(Ledger& ledger, const Symbol& pages, double count, double cycles) {
    ledger.add("T_fault", Resource::Serial, Phase::Alone,
               ledger.q(pages, count) * ledger.q({"page fault", cycles_unit}, cycles));
}

} // namespace

void add_fresh_pages(Ledger& ledger, const Machine& machine, double pages) {
    add_faults(ledger, {"pages"}, pages, machine.page_fault_cycles);
}

void add_fresh_array(Ledger& ledger, const Machine& machine, double bytes) {
    if (bytes > malloc_never_keeps_bytes)
        add_faults(ledger, {"large pages"}, bytes / large_page_bytes, machine.large_page_fault_cycles);
}

} // namespace autoconfig
