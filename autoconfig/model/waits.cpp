// What arithmetic does not hide of lines that come from L2.
#include "autoconfig/model/transfers.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Bytes between rows from which on each is a run of its own to what fetches lines ahead; of closer ones
/// several are one. [12x197x197x64 f32, rows of 256 bytes: tiles of 29 rows take 5 % more than of 3; rows of
/// 1 KiB and more: T_start's own source; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
constexpr double run_bytes = 1024;

} // namespace

void enter_wait(Sheet& sheet, double lines_from_l2) {
    const Machine& machine = sheet.facts.machine;
    if (!machine.l1_l2_overlaps || machine.l1_l2_exposed == 0) return;
    const double l1_l2 = machine.l1_l2_cycles_per_line;
    sheet.per_step(Combines::Added, "T_wait", lines_from_l2 * l1_l2 * machine.l1_l2_exposed,
                   "lines of A and B * cy/line * share not hidden", "{:.2f} * {:.1f} * {:g}", lines_from_l2,
                   l1_l2, machine.l1_l2_exposed);
}

void enter_row_starts(Sheet& sheet, double tiles, double rows, double stride_bytes) {
    const double start = sheet.facts.machine.row_start_cycles;
    if (start == 0 || stride_bytes < sheet.facts.machine.l1.line_bytes) return;
    const double runs = rows * std::min(1.0, stride_bytes / run_bytes);
    sheet.total("T_start", tiles * runs * start, "tiles * runs of rows * start", "{:.0f} * {:g} * {:g}",
                tiles, runs, start);
}

} // namespace autoconfig
