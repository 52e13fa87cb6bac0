// In-core cost of one vector of a stage.
#include "autoconfig/model/group_cost.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// Registers that a vector of `lanes` elements of so many bytes fills.
double registers(double lanes, int bytes, const Machine& machine) {
    return std::max(1.0, lanes * bytes * 8 / machine.vector_bits);
}

/// A vector load that is not aligned takes two accesses as often as it crosses a line.
double accesses_a_load(const Read& read, const Machine& machine) {
    const bool aligned = read.at[0].low == 0 && read.at[0].high == 0;
    return aligned ? 1 : 1 + static_cast<double>(machine.vector_bits) / 8 / machine.l1.line_bytes;
}

/// Load instructions of one read for a vector: a broadcast, dense loads, dense loads and a shuffle for every
/// other element, or lane by lane, a load and an insertion each.
double load_instructions(const Read& read, const FuncStages& producer, double lanes, const Machine& machine) {
    const double dense = registers(lanes, producer.store_bytes, machine);
    if (read.at.empty()) return 1;
    bool elsewhere = false;
    for (std::size_t d = 1; d < read.at.size(); ++d)
        elsewhere = elsewhere || !read.at[d].known || read.at[d].moved_by(0);
    const double step = read.at[0].slope.empty() ? 0 : std::abs(read.at[0].slope[0]);
    if (elsewhere || !read.at[0].known) return 2 * lanes;
    if (step == 0) return 1;
    if (step == 1) return dense * accesses_a_load(read, machine);
    if (step == 2) return 3 * dense;
    return 2 * lanes;
}

} // namespace

double vector_cycles(const FuncStages& func, const StageWork& stage, int lanes,
                     const std::vector<FuncStages>& funcs, const Machine& machine) {
    const double bytes = machine.vector_bits / 8.0;
    const double instructions =
        lanes > 1 ? stage.register_bytes * lanes / bytes : stage.register_bytes / func.widest_bytes;
    double loads = 0;
    for (const Read& read : stage.reads)
        loads += read.loads * load_instructions(read, funcs[read.producer], lanes, machine);
    const double stores = registers(lanes, func.bytes, machine);
    const bool reduces = stage.iterations > 1;
    const double loop = 2; // its increment and branch
    return std::max({instructions / machine.mac_f32.per_cycle, loads / machine.loads_per_cycle,
                     stores / machine.stores_per_cycle,
                     (instructions + loads + stores + loop) / machine.issue_width,
                     reduces ? machine.mac_f32.latency_cycles : 0.0});
}

} // namespace autoconfig
