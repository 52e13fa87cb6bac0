// What a line, or a run of lines, costs by where it comes from.
#include "autoconfig/model/transfers.h"

#include "autoconfig/model/symbols.h"

#include <cmath>
#include <numeric>

namespace autoconfig {

namespace {

Expression along_links(const Machine& machine, double bytes, Words words) {
    Expression cycles(symbol::L1L2, machine.l1_l2_cycles_per_line, words);
    const auto pass = [&](const Symbol& link, double each) {
        const Expression one(link, each, words);
        cycles = !machine.l2_l3_overlaps ? cycles + one : each > cycles.value() ? one : cycles;
    };
    if (!fits(bytes, machine.l2)) pass(symbol::L2L3, machine.l2_l3_cycles_per_line);
    if (beyond_caches(bytes, machine)) pass(symbol::L3Mem, machine.l3_mem_cycles_per_line);
    return cycles;
}

} // namespace

double lines(double bytes, const Machine& machine) { return bytes / machine.l1.line_bytes; }

double crossing_share(double vector_bytes, double row_stride_bytes, const Machine& machine) {
    const double aligned = static_cast<double>(
        std::gcd(static_cast<std::int64_t>(std::llround(row_stride_bytes)), machine.l1.line_bytes));
    if (aligned >= vector_bytes) return 0;
    return (1 - aligned / vector_bytes) * vector_bytes / machine.l1.line_bytes;
}

bool beyond_caches(double bytes, const Machine& machine) {
    return bytes > static_cast<double>(machine.l2.bytes) && !stays_between_sweeps(bytes, machine.l3);
}

Resource waited_for(double bytes, const Machine& machine) {
    if (fits(bytes, machine.l2)) return Resource::L1L2;
    return beyond_caches(bytes, machine) ? Resource::Memory : Resource::L2L3;
}

Expression line_cycles(const Ledger& ledger, const Machine& machine, double bytes) {
    return along_links(machine, bytes, ledger.words());
}

double cycles_per_line(const Machine& machine, double bytes) {
    return along_links(machine, bytes, Words::No).value();
}

double run_start_cycles(const Machine& machine, double entries) {
    return machine.run_start_cycles + (entries <= machine.tlb2_entries ? 0 : machine.page_walk_cycles);
}

} // namespace autoconfig
