// The distances that were measured, and what the machine's L1 makes of them.
#include "lowering/fetch_distance.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace autoconfig::lowering {

namespace {

/// How far ahead in a sum: 1, 2, 4 and 8 KB do alike. [reference machine (Xeon, Emerald Rapids, model 207, 2
/// cores, KVM), 2026-11-22]
constexpr int bytes_ahead = 4096;
/// Rows of which hardware takes each for a new run, and how many of them ahead: 16 and 32 do alike. [the
/// same]
constexpr int far_bytes = 1024, rows_ahead = 16;
/// Of rows whose lines fall on the same sets of L1, how many stay there until they are loaded. [16x3072x768
/// f32 in tiles 8x3, B in place: 330 to 350 us with 4 rows ahead, 345 to 380 with none, 417 to 445 with 8 and
/// 440 to 540 with 16; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
constexpr int same_sets_ahead = 4;

/// Of rows so far apart, how many L1 holds ahead of their loads.
int held_rows(const FetchLimits& limits, std::int64_t apart) {
    const std::int64_t starts = limits.same_set_bytes / std::gcd(apart, limits.same_set_bytes);
    return static_cast<int>(std::min<std::int64_t>(rows_ahead, starts * same_sets_ahead));
}

} // namespace

FetchLimits fetch_limits(const Machine& machine) {
    return {machine.l1.line_bytes, machine.l1.sets() * machine.l1.line_bytes, machine.l1.bytes / 2,
            machine.loads_per_cycle / machine.mac_f32.per_cycle};
}

bool has_room(const FetchLimits& limits, const LoopWork& work) {
    const double loads = static_cast<double>(work.vectors + work.scalars);
    const double fetches = static_cast<double>(work.vectors);
    const double sums = limits.loads_per_mac * static_cast<double>(work.sums); // in loads
    return 10 * (loads + fetches) <= 11 * std::max(sums, loads);
}

std::optional<int> iterations_ahead(const FetchLimits& limits, const LoadRun& load) {
    const std::int64_t moves = load.moves ? std::abs(*load.moves) : far_bytes;
    if (!load.sum && !(load.copy && moves >= far_bytes)) return std::nullopt;
    const bool kept = load.iterations && *load.iterations * moves <= limits.kept_bytes;
    if (moves < limits.line_bytes || kept) return std::nullopt;
    const int ahead = moves >= far_bytes ? held_rows(limits, moves) : static_cast<int>(bytes_ahead / moves);
    return load.iterations && *load.iterations <= ahead ? std::nullopt : std::optional<int>(ahead);
}

} // namespace autoconfig::lowering
