// See fresh_pages.h.
#include "autoconfig/model/fresh_pages.h"

#include "autoconfig/allocation_limits.h"

#include <algorithm>

namespace autoconfig {

namespace {

// What glibc's malloc does of its own accord (M_MMAP_THRESHOLD, M_TRIM_THRESHOLD; malloc(3), mallopt(3)): it
// keeps small blocks, gives the largest back to the system whenever they are freed, and others where
// as many are free as twice the largest of them.
constexpr double kept_by_malloc = 128 * 1024, never_kept = malloc_never_keeps_bytes, free_blocks_kept = 2;

void add_faults(Ledger& ledger, const Symbol& pages, double count, double cycles) {
    ledger.add("T_fault", Resource::Serial, Phase::Alone,
               ledger.q(pages, count) * ledger.q({"page fault", cycles_unit}, cycles));
}

} // namespace

double given_back(const std::vector<double>& blocks) {
    double most = 0, all = 0, returned = 0;
    for (const double bytes : blocks) {
        if (bytes <= kept_by_malloc) continue;
        most = std::max(most, bytes);
        all += bytes;
        if (bytes > never_kept) returned += bytes;
    }
    return most < never_kept && all >= free_blocks_kept * most ? all : returned;
}

void add_fresh_pages(Ledger& ledger, const Machine& machine, double pages) {
    add_faults(ledger, {"pages"}, pages, machine.page_fault_cycles);
}

void add_fresh_array(Ledger& ledger, const Machine& machine, double bytes) {
    if (bytes > malloc_never_keeps_bytes)
        add_faults(ledger, {"large pages"}, bytes / large_page_bytes, machine.large_page_fault_cycles);
}

} // namespace autoconfig
