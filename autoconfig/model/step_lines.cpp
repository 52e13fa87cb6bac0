// What stays in L1 and L2 from one use to the next, and so what a step has to bring.
#include "autoconfig/model/step_lines.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/model/transfers.h"
#include "autoconfig/space/blocks.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

bool in_panels(const Contraction& run) { return run.config.pack_b() || reads_panels_in_place(run); }

/// Lines that a row of a panel lies on, in the mean of all rows: one that starts within a line, on one more.
double lines_of_row(const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const double row = lines(static_cast<double>(run.config.NR() * run.facts.b_bytes), machine);
    if (in_panels(run) || !run.facts.b_contiguous_in_n) return row;
    const double stride = b_row_stride(run.facts); // shorter than a line: neighbours share it
    return std::min(row + crossing_share(machine.l1.line_bytes, stride, machine),
                    std::max(row, lines(stride, machine)));
}

/// A panel read in place from rows of B stays in a cache if half the ways of the sets its rows fall on can
/// hold it, as pages share the sets out by chance; while A streams through the same cache, a quarter. Where
/// addresses within a page decide all sets, all ways but the one that A streams through.
bool panel_stays(const Contraction& run, const Cache& cache) {
    const Tiling& tiling = run.tiling;
    if (in_panels(run)) return fits(tiling.panel_bytes, cache);
    const double panel = static_cast<double>(tiling.block.KC) * lines_of_row(run);
    const double kept = lines_kept(cache, b_row_stride(run.facts), lines_of_row(run));
    const bool a_stays = fits(tiling.a_block_bytes, cache);
    if (static_cast<double>(cache.sets() * cache.line_bytes) <= page_bytes)
        return panel <= kept * (cache.ways - 1) / cache.ways && !columns_push_out_panel(run);
    return panel <= (a_stays ? kept / 2 : kept / 4);
}

/// The rows of an A block that blocked sweeps again for every panel, runs of KC a row apart. Where a block of
/// the result holds all rows of several loops, all of A passes by for each panel.
bool a_block_stays(const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const Tiling& tiling = run.tiling;
    const bool blocked = run.config.is<Blocked>();
    if (tiling.tiles_n <= 1) return true;
    if (blocked && run.facts.outer_rows > 1) return fits(run.facts.a_total_bytes, machine.l2);
    if (!fits(tiling.a_block_bytes + tiling.panel_bytes, machine.l2)) return false;
    if (!blocked || run.config.pack_a()) return true;
    return tiling.block.MC <=
           rows_kept(machine.l2, tiling.block.KC, run.facts.a_bytes, run.facts.a_row_stride);
}

/// Lines of A that rows of a tile, one line of each at a time, push out of L1 before the next step reads them
/// again: all, where more rows than ways fall on the same sets. [rows 4 KiB apart, 12 ways, panels packed:
/// steps of tiles 16x1 and 29x1 of 512x1024x1024 f32 take 2.1 and 4.9 of their arithmetic, of 8x2 1.18; tiles
/// 14x2 of it, and of conv 1x1 14x14 1024->256, 1.1 in some processes and 1.8 in others; EPYC (Zen 5, family
/// 26 model 2, 2 cores, KVM), 2026-11-22]
double pushed_out(const Contraction& run) {
    if (run.config.pack_a()) return 0;
    const std::int64_t rows = std::min<std::int64_t>(run.config.MR, run.facts.M);
    return rows > run.facts.rows_in_l1 ? static_cast<double>(rows) : 0;
}

/// Lines that a panel's part of A lies on, over those it would fill: neighbours share them.
double lines_of_part(const Contraction& run) {
    const Facts& facts = run.facts;
    const double run_of_panel = run.config.NR() * facts.a_bytes;
    return facts.vector_a ? std::max(1.0, facts.machine.l1.line_bytes / run_of_panel) : facts.group_lines_a;
}

/// What windows over one row of the result read of a panel's part of A stays in L1 until those over the next
/// row read most of it again. [depthwise 112x112x32 3x3, panels of 8, every second line of a pixel's: as if
/// from L2, EPYC (Zen 3, family 25 model 1, 2 cores, KVM), 2026-11-25]
bool window_slides(const Contraction& run) {
    const Facts& facts = run.facts;
    const Cache& l1 = facts.machine.l1;
    const std::int64_t columns = facts.vector_a ? run.config.NR() : 1;
    const double rows = facts.bytes(facts.problem.a, {facts.M, 1, columns, facts.K}) * lines_of_part(run);
    if (facts.row_loop <= 1 || !fits(rows + run.tiling.panel_bytes, l1)) return false;
    if (!facts.vector_a) return true;
    const double lines_a_pixel = std::max(1.0, static_cast<double>(columns * facts.a_bytes) / l1.line_bytes);
    const double stride = std::max<double>(facts.a_row_stride, l1.line_bytes);
    return rows <= lines_kept(l1, stride, lines_a_pixel) * l1.line_bytes;
}

/// Lines of A a step where all panels of a tile's rows follow each other: those that the tile before did not
/// read, if L1 holds what a tile reads; otherwise all that a step reads.
double lines_of_next_tile(const Contraction& run, double bytes_of_tile, double a) {
    const Facts& facts = run.facts;
    if (!fits(bytes_of_tile, facts.machine.l1)) return a;
    const double row = facts.bytes(facts.problem.a, {facts.M, 1, facts.vector_a ? facts.N : 1, facts.K}) *
                       static_cast<double>(facts.groups);
    const double rows = static_cast<double>(facts.outer_rows) * run.tiling.products;
    return std::min(a, lines(row, facts.machine) * rows / run.tiling.steps);
}

/// A moves with the columns, or groups of them, so that each panel has a part of its own: it comes to L1 once
/// for a block of rows that stays there or slides, else for every tile, and to L2 once a call; lines that
/// panels share come for each of them, unless these follow each other within rows. Panels within rows read
/// all of B every time.
StepLines a_part_a_panel(const Contraction& run, StepLines step, double a, double b) {
    const Machine& machine = run.facts.machine;
    const Tiling& tiling = run.tiling;
    const bool jc_in_ir = run.config.jc_in_ir();
    const double shared = jc_in_ir ? 1 : lines_of_part(run);
    const double bytes_of_tile =
        run.facts.b_total_bytes + tiling.a_step_bytes * tiling.k_steps * tiling.tiles_n;
    if (jc_in_ir)
        step.a_from_l2 = lines_of_next_tile(run, bytes_of_tile, a);
    else if (step.a_from_l2 > 0 && !window_slides(run))
        step.a_from_l2 = a * shared;
    else
        step.a_from_l2 = lines(tiling.a_block_bytes, machine) * tiling.row_blocks * tiling.tiles_n *
                         tiling.products / tiling.steps * shared;
    if (jc_in_ir ? !fits(bytes_of_tile, machine.l1)
                 : tiling.row_blocks > 1 && !fits(run.facts.b_total_bytes, machine.l1))
        step.b_from_l2 = b / tiling.tiles_m_block;
    const bool rows_stay = tiling.a_rows_bytes > 0 && fits(tiling.a_rows_bytes, machine.l2);
    if (!run.config.pack_a() && !fits(run.facts.bytes_once * tiling.share, machine.l2))
        step.a_from_l3 = lines(run.facts.a_total_bytes, machine) * tiling.products / tiling.steps *
                         (rows_stay ? 1 : shared);
    return step;
}

} // namespace

StepLines step_lines(const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const Config& config = run.config;
    const Tiling& tiling = run.tiling;
    const double a = lines(tiling.a_step_bytes, machine);
    const double b = lines_of_row(run);
    const double a_rows = static_cast<double>(tiling.block.KC) * tiling.a_step_bytes;
    const bool again = tiling.tiles_m_block > 1; // the panel is swept more than once
    const bool a_in_l1 = fits(tiling.a_block_bytes + tiling.panel_bytes, machine.l1);
    const bool b_in_l1 = fits(tiling.panel_bytes + a_rows, machine.l1) && panel_stays(run, machine.l1);
    const bool a_in_l2 = a_block_stays(run);
    const bool b_in_l2 = panel_stays(run, machine.l2);
    StepLines step = {(a_in_l1 ? 0 : a) + pushed_out(run), b_in_l1 || !again ? 0 : b,
                      a_in_l2 ? 0 : a / config.panels(),
                      b_in_l2 ? 0 : b * (1 - 1 / tiling.tiles_m_block)}; // the first row of tiles is apart
    if (run.facts.part_of_a_a_panel) return a_part_a_panel(run, step, a, b);
    if (config.RB() == 0) return step;
    // All panels pass by for every block of rows, and a comes to its block once.
    if (a_in_l1 && !fits(run.facts.a_total_bytes, machine.l1)) {
        step.a_from_l2 +=
            lines(tiling.a_block_bytes, machine) * tiling.row_blocks * tiling.products / tiling.steps;
        step.begun = 1 / tiling.tiles_n;
    }
    if (b_in_l1 && tiling.row_blocks > 1 && !fits(run.facts.b_total_bytes, machine.l1))
        step.b_from_l2 = b / tiling.tiles_m_block;
    if (a_in_l2 && !config.pack_a() && !fits(run.facts.a_total_bytes * tiling.share, machine.l2))
        step.a_from_l3 = lines(run.facts.a_total_bytes, machine) * tiling.products / tiling.steps;
    return step;
}

} // namespace autoconfig
