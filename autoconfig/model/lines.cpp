// What a line, or a run of lines, costs by where it comes from.
#include "autoconfig/model/transfers.h"

#include "autoconfig/model/symbols.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// The links between L1 and where an array of so many bytes lives, nearest first.
std::vector<std::pair<Symbol, double>> links(const Machine& machine, double bytes) {
    std::vector<std::pair<Symbol, double>> links = {{symbol::L1L2, machine.l1_l2_cycles_per_line}};
    if (!fits(bytes, machine.l2)) links.push_back({symbol::L2L3, machine.l2_l3_cycles_per_line});
    if (beyond_caches(bytes, machine)) links.push_back({symbol::L3Mem, machine.l3_mem_cycles_per_line});
    return links;
}

} // namespace

double lines(double bytes, const Machine& machine) { return bytes / machine.l1.line_bytes; }

bool beyond_caches(double bytes, const Machine& machine) {
    return bytes > static_cast<double>(machine.l2.bytes + machine.l3.bytes);
}

Resource waited_for(double bytes, const Machine& machine) {
    if (fits(bytes, machine.l2)) return Resource::L1L2;
    return beyond_caches(bytes, machine) ? Resource::Memory : Resource::L2L3;
}

double cycles_per_line(const Machine& machine, double bytes) {
    double cycles = 0;
    for (const auto& [link, each] : links(machine, bytes))
        cycles = machine.l2_l3_overlaps ? std::max(cycles, each) : cycles + each;
    return cycles;
}

Expression line_cycles(const Ledger& ledger, const Machine& machine, double bytes) {
    if (ledger.words() == Words::No) return cycles_per_line(machine, bytes);
    Expression cycles;
    for (const auto& [link, each] : links(machine, bytes)) {
        const Expression one = ledger.q(link, each);
        cycles = !machine.l2_l3_overlaps ? cycles + one : each > cycles.value() ? one : cycles;
    }
    return cycles;
}

double run_start_cycles(const Machine& machine, double entries) {
    return machine.run_start_cycles + (entries <= machine.tlb2_entries ? 0 : machine.page_walk_cycles);
}

} // namespace autoconfig
