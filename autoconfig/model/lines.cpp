// What a line, or a run of lines, costs by where it comes from.
#include "autoconfig/model/transfers.h"

#include "autoconfig/model/symbols.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace autoconfig {

namespace {

/// Of an array that is gone through again and again, and nothing else between, the share that is not in L3
/// when it comes to it. [L3 of 8 MiB, sweeps over 8, 10, 12, 16, 24 and 32 MiB: 2.4, 2.8, 3.1, 3.7, 6.4
/// and 7.5 cycles a line, from memory alone 8.6; EPYC (Zen 4, family 25 model 17, 2 cores, KVM), 2026-11-29]
double share_beyond_l3(double bytes, const Machine& machine) {
    return std::max(0.0, 1 - static_cast<double>(machine.l3.bytes) / bytes);
}

Expression from_memory(const Machine& machine, double bytes, Words words, LinesIn lines) {
    const double in_runs = lines == LinesIn::ShortRuns ? machine.l3_mem_runs_cycles_per_line : 0;
    const Expression line(symbol::L3Mem, std::max(machine.l3_mem_cycles_per_line, in_runs), words);
    if (machine.l3.bytes == 0 || lines != LinesIn::RepeatedSweeps) return line;
    return Expression({"beyond L3"}, share_beyond_l3(bytes, machine), words) * line;
}

Expression along_links(const Machine& machine, double bytes, Words words, LinesIn lines) {
    Expression cycles(symbol::L1L2, machine.l1_l2_cycles_per_line, words);
    const auto pass = [&](const Expression& link) {
        cycles = !machine.l2_l3_overlaps ? cycles + link : link.value() > cycles.value() ? link : cycles;
    };
    if (!fits(bytes, machine.l2)) pass({symbol::L2L3, machine.l2_l3_cycles_per_line, words});
    if (beyond_caches(bytes, machine)) pass(from_memory(machine, bytes, words, lines));
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

Expression line_cycles(const Ledger& ledger, const Machine& machine, double bytes, LinesIn lines) {
    return along_links(machine, bytes, ledger.words(), lines);
}

double cycles_per_line(const Machine& machine, double bytes, LinesIn lines) {
    return along_links(machine, bytes, Words::No, lines).value();
}

double run_start_cycles(const Machine& machine, double entries) {
    return machine.run_start_cycles + (entries <= machine.tlb2_entries ? 0 : machine.page_walk_cycles);
}

} // namespace autoconfig
