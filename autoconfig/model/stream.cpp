// Terms of stream along_n: B passes by in long runs that are fetched ahead, under the arithmetic.
#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// The result's rows stay in L1 from one block of KC to the next where the sets that they fall on hold them
/// beside as many rows of B; else they come from L2 every time and go back.
void add_rows_of_c(Ledger& ledger, const Contraction& run, std::int64_t KC) {
    const Facts& facts = run.facts;
    const Config& config = run.config;
    const double piece = lines(static_cast<double>(config.NR()) * facts.acc_bytes, facts.machine);
    const double stride = static_cast<double>(std::abs(facts.c_row_step)) * facts.acc_bytes;
    const double rows = static_cast<double>(config.MR + KC);
    if (facts.K <= KC || piece * rows <= lines_kept(facts.machine.l1, stride, piece)) return;
    ledger.add_per_step("T_L1L2", Resource::L1L2,
                        2 * ledger.q({"lines of C"}, piece * config.MR) /
                            ledger.q(symbol::KC, static_cast<double>(KC)) *
                            ledger.q(symbol::L1L2, facts.machine.l1_l2_cycles_per_line),
                        run.tiling.steps);
}

/// Rows of B pass by once for every row of tiles: at first from where what else was touched since the last
/// call leaves them.
void add_rows_of_b(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const double b = lines(static_cast<double>(run.config.NR()) * b_source_bytes(run), machine);
    const double all = b_source_total(run), first = 1 / std::max(1.0, run.tiling.tiles_m);
    const auto add = [&](double share, double from) {
        ledger.add_per_step("T_L2L3", Resource::L1L2,
                            ledger.q(symbol::lines_of_b, b * share) * line_cycles(ledger, machine, from),
                            run.tiling.steps, beyond_caches(from, machine));
    };
    add(first, touched_since(run, all));
    if (first < 1) add(1 - first, all);
}

} // namespace

void add_terms(Ledger& ledger, const Contraction& run, const Stream& stream) {
    add_in_core_along_n(ledger, run, stream);
    add_rows_of_c(ledger, run, stream.KC);
    add_rows_of_b(ledger, run);
    // The loop over a row of C is left once for every block of KC.
    if (!exit_is_predicted(run.config.n_v))
        add_exits(ledger, run, {"rows of C"}, tiles_begun(run) * run.config.MR);
    // By the way that B comes. [K = 3, three rows of 2M columns f32: 1.84 ms where register tiles take 0.83;
    // EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-28]
    add_out(ledger, run, 1, Resource::L1L2);
    add_epilogue(ledger, run);
}

} // namespace autoconfig
