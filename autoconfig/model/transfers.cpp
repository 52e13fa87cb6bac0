// Transfer terms of register tiles: bringing A and B from where they live to L1.
#include "autoconfig/model/transfers.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/model/step_lines.h"
#include "autoconfig/model/symbols.h"
#include "autoconfig/space/space.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// B that a thread reads: of its own products or panels, call after call, or all.
double b_of_thread(const Contraction& run) {
    const Config& config = run.config;
    const bool own_panels = config.parallel == ParallelLoop::Jc && run.facts.b_panel > 0 &&
                            config.tasks <= run.facts.machine.cores;
    const double share = config.parallel == ParallelLoop::Batch ? run.tiling.share : 1;
    return b_source_total(run) * (own_panels ? 1.0 / config.tasks : share);
}

/// From one sweep over B to the next, and from call to call.
bool b_stays_in_l2(const Contraction& run) {
    return stays_between_sweeps(b_of_thread(run), run.facts.machine.l2);
}

/// Rows of B panels, each a run of NR elements, or NC of panels packed together: a new page for all of them,
/// or for as many as the stride passes.
double page_runs(const Contraction& run) {
    if (!run.facts.b_contiguous_in_n || fits(b_of_thread(run), run.facts.machine.l1)) return 0;
    return blocks_swept(run) * static_cast<double>(run.facts.K) * pages_a_run(b_row_stride(run.facts));
}

/// Pages that the rows of a panel lie on, and the next panel again.
double pages_of_panel(const Contraction& run) {
    return pages_a_run(b_row_stride(run.facts)) * static_cast<double>(run.tiling.block.KC);
}

/// Entries of a TLB that these pages and another take up: rows a power of two of pages apart fall on few of
/// its sets. [64x4096x1024 f32 in tiles 8x3, B in place: 20 cycles a step over 1024 rows four pages apart, 13
/// over 342; one page apart, 32x1024x1024, 13; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
double entries_of_panel(const Contraction& run) {
    const auto pages_a_row = static_cast<std::int64_t>(b_row_stride(run.facts) / page_bytes);
    const std::int64_t apart = std::max<std::int64_t>(pages_a_row & -pages_a_row, 1);
    return pages_of_panel(run) * static_cast<double>(apart) + 1;
}

/// Panels of B in all sweeps.
double panels_swept(const Contraction& run) { return run.tiling.tiles_n * run.tiling.products * sweeps(run); }

/// Cycles for a line of A, in long runs fetched ahead, from L3 or, where that does not hold it, from memory.
/// Panels within rows read A from end to end, as a stream of its own; those with a part of A each read all of
/// it in a call, too.
struct FromAfar {
    double cycles;
    bool memory;
};
FromAfar a_line_from_afar(const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const bool once = run.config.jc_in_ir() || run.facts.part_of_a_a_panel;
    const double bytes = (once ? run.facts.bytes_once : run.facts.a_total_bytes) * run.tiling.share;
    const bool memory = beyond_caches(bytes, machine);
    if (run.config.jc_in_ir()) return {cycles_per_line(machine, bytes), memory};
    const LinesIn sweeps = once ? lines_of_parts(run) : LinesIn::RepeatedSweeps;
    const double from_memory = memory ? cycles_per_line(machine, bytes, sweeps) : 0;
    return {std::max(machine.l3_stream_cycles_per_line, from_memory), memory};
}

/// Lines that every step reads anew.
void add_steps(Ledger& ledger, const Contraction& run, const StepLines& step) {
    const Machine& machine = run.facts.machine;
    const double steps = run.tiling.steps;
    const Expression L1L2 = ledger.q(symbol::L1L2, machine.l1_l2_cycles_per_line);
    ledger.add_per_step(
        "T_L1L2", Resource::L1L2,
        (ledger.q(symbol::lines_of_a, step.a_from_l2) + ledger.q(symbol::lines_of_b, step.b_from_l2)) * L1L2,
        steps);
    const FromAfar a = a_line_from_afar(run);
    ledger.add_per_step("T_L2L3", Resource::Ahead,
                        ledger.q(symbol::lines_of_a, step.a_from_l3) * ledger.q(symbol::ahead, a.cycles),
                        steps, a.memory);
    if (step.b_from_l3 == 0) return;
    const bool rows = !run.config.pack_b() && !reads_panels_in_place(run);
    ledger.add_per_step("T_L2L3", Resource::L2L3,
                        ledger.q(symbol::lines_of_b, step.b_from_l3) *
                            ledger.q(symbol::L2L3, machine.l2_l3_cycles_per_line),
                        steps);
    ledger.add_per_step("T_start", Resource::Runs,
                        ledger.q({"runs of B"}, rows ? pages_a_run(b_row_stride(run.facts)) : 0) *
                            ledger.q(symbol::start, run_start_cycles(machine, entries_of_panel(run))),
                        steps);
}

/// A that stays in L2 for all panels, or blocks of it, comes from beyond with the first of them.
void add_first_panel(Ledger& ledger, const Contraction& run) {
    const Facts& facts = run.facts;
    if (fits(facts.a_total_bytes * run.tiling.share, facts.machine.l2)) return;
    const double all = run.tiling.n_blocks * lines(facts.a_total_bytes, facts.machine) * run.tiling.products;
    const FromAfar a = a_line_from_afar(run);
    ledger.add("T_L2L3", Resource::Ahead, Phase::FirstPanel,
               ledger.q(symbol::lines_of_a, all) * ledger.q(symbol::ahead, a.cycles), a.memory);
}

/// Rows of a panel that lie on more pages than the first-level TLB holds.
void add_page_misses(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    if (pages_of_panel(run) <= machine.tlb_entries) return;
    ledger.add_per_step("T_start", Resource::Serial,
                        ledger.q({"pages a row"}, pages_a_run(b_row_stride(run.facts))) *
                            ledger.q({"TLB miss", cycles_unit}, machine.tlb_miss_cycles),
                        run.tiling.steps);
}

/// The first row of tiles brings B. Lines in panels are read from end to end and fetched ahead, and so are
/// rows that a single row of tiles reads; others are waited for. [8x4096x512 f32, tiles 8x3: within 14 %;
/// first rows of several, 64x3136x576, and lines from memory, 4x16384x4096, wait for theirs; reference
/// machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21]
void add_b_in_place(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    add_page_misses(ledger, run);
    const bool memory = beyond_caches(touched_since(run, b_source_total(run)), machine);
    const bool once = run.tiling.k_blocks <= 1 && run.tiling.tiles_m <= 1;
    add_b_from_afar(ledger, run, reads_panels_in_place(run) || (once && !memory), Phase::FirstRow);
}

} // namespace

LinesIn lines_of_parts(const Contraction& run) {
    const bool parts = run.facts.part_of_a_a_panel && !run.config.jc_in_ir() && run.tiling.tiles_n > 1;
    return parts ? LinesIn::ShortRuns : LinesIn::Sweeps;
}

double b_source_bytes(const Contraction& run) {
    const Problem& problem = run.facts.problem;
    return makes_b_where_read(problem, run.config) ? problem.b.source_bytes : run.facts.b_bytes;
}

double b_source_total(const Contraction& run) {
    return run.facts.b_total_bytes / run.facts.b_bytes * b_source_bytes(run);
}

Shares shares_of_steps(const Contraction& run) {
    const double tiles_n = std::max(run.tiling.tiles_n, 1.0);
    Shares shares;
    shares.first_row = panels_swept(run) * run.tiling.k_steps / run.tiling.steps;
    shares.first_panel = run.tiling.n_blocks / tiles_n;
    if (run.config.k_pack() == 0) return shares;
    // Loads of rows to be copied start while multiply-adds of the rows before wait for theirs, as many as the
    // scheduler holds.
    const double ahead =
        run.facts.machine.scheduler_entries / (run.config.MR * run.config.n_v) / run.config.k_pack();
    shares.first_row *= std::min(1.0, ahead);
    return shares;
}

double touched_since(const Contraction& run, double bytes) {
    const double all = run.facts.bytes_once - run.facts.b_total_bytes + b_source_total(run);
    return fits(bytes, run.facts.machine.l2) || !beyond_caches(all, run.facts.machine) ? bytes
                                                                                       : std::max(all, bytes);
}

double tiles_begun(const Contraction& run) { return run.tiling.tiles * run.tiling.k_blocks; }

double b_row_stride(const Facts& facts) {
    const int k = facts.problem.innermost(Role::K);
    return k < 0 ? 0 : std::abs(static_cast<double>(facts.problem.b.step(k))) * facts.b_bytes;
}

double b_column_stride(const Facts& facts) {
    return std::abs(static_cast<double>(facts.problem.b.step(facts.column))) * facts.b_bytes;
}

double pages_a_run(double stride_bytes) { return std::min(1.0, stride_bytes / page_bytes); }

bool reads_panels_in_place(const Contraction& run) { return run.facts.b_panel == run.config.NR(); }

double sweeps(const Contraction& run) {
    if (const auto* blocked = std::get_if<Blocked>(&run.config.strategy))
        return static_cast<double>(ceil_div(run.facts.M, blocked->MC));
    return run.config.pack_b() || !b_stays_in_l2(run) ? run.tiling.row_blocks : 1;
}

double blocks_swept(const Contraction& run) {
    return std::ceil(run.tiling.tiles_n / run.config.panels()) * run.tiling.products * sweeps(run);
}

void add_b_from_afar(Ledger& ledger, const Contraction& run, bool ahead, Phase phase) {
    const Machine& machine = run.facts.machine;
    const double all = sweeps(run) * lines(b_source_total(run), machine);
    const double bytes = touched_since(run, b_of_thread(run));
    ledger.add("T_L2L3", ahead ? Resource::Ahead : waited_for(bytes, machine), phase,
               ledger.q(symbol::lines_of_b, all) * line_cycles(ledger, machine, bytes),
               beyond_caches(bytes, machine));
    const bool near = fits(bytes, machine.l2);
    ledger.add("T_start",
               near    ? Resource::Serial
               : ahead ? Resource::Ahead
                       : Resource::Runs,
               phase,
               ledger.q({"runs of B"}, page_runs(run)) *
                   ledger.q(symbol::start, run_start_cycles(machine, entries_of_panel(run))));
}

void add_row_starts(Ledger& ledger, const Contraction& run, double tiles, double rows, double stride_bytes) {
    // Closer rows are one run to what fetches lines ahead. [12x197x197x64 f32, rows of 256 bytes: tiles of 29
    // rows take 5 % more than of 3; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
    constexpr double run_bytes = 1024;
    const Machine& machine = run.facts.machine;
    if (stride_bytes < machine.l1.line_bytes) return;
    ledger.add("T_start", Resource::Serial, Phase::Alone,
               ledger.q(symbol::tiles, tiles) *
                   ledger.q(symbol::runs, rows * std::min(1.0, stride_bytes / run_bytes)) *
                   ledger.q(symbol::start, machine.row_start_cycles));
}

void add_transfers(Ledger& ledger, const Contraction& run) {
    const Config& config = run.config;
    const Facts& facts = run.facts;
    if (config.pack_a()) add_copy_of_a(ledger, run);
    const StepLines step = step_lines(run);
    add_steps(ledger, run, step);
    if (step.a_from_l2 > 0 && !facts.vector_a)
        add_row_starts(ledger, run, step.begun * tiles_begun(run), config.MR, facts.a_row_stride);
    if (step.a_from_l3 == 0 && !config.pack_a() && !facts.part_of_a_a_panel) add_first_panel(ledger, run);
    if (config.pack_b())
        add_panels_of_b(ledger, run);
    else
        add_b_in_place(ledger, run);
}

} // namespace autoconfig
