// What the loads of a vector take, by how its lanes lie in memory.
#include "autoconfig/model/vector_loads.h"

#include "autoconfig/strided.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// A vector load that is not aligned takes two accesses as often as it crosses a line.
double accesses_a_load(const Read& read, const Machine& machine) {
    const bool aligned = read.at[0].low == 0 && read.at[0].high == 0;
    return aligned ? 1 : 1 + static_cast<double>(machine.vector_bits) / 8 / machine.l1.line_bytes;
}

/// Does a vector that crosses rows load every element, or every second one, of what lies side by side? Only
/// where the length of these rows is known.
bool crosses_densely(const Read& read, const FuncStages& producer) {
    if (takes_one_of_each(read, producer)) return true;
    const double step = std::abs(read.step_in_memory(0, producer));
    std::size_t crossed = 0;
    for (std::size_t d = 1; d < read.at.size(); ++d)
        if (read.at[d].moved_by(0)) crossed = d;
    const auto* dimensions = producer.dimensions.data();
    return (step == 1 || step == 2) && std::all_of(dimensions, dimensions + crossed, [](const Dimension& d) {
               return d.source == ExtentSource::Bound;
           });
}

/// Load instructions of one read for a vector: a broadcast, dense loads, dense loads and shuffles for up to
/// four elements of which one is read, or for one that is read twice, or lane by lane, as many as go by
/// meanwhile: a load and its insertion, and what comes before them. Of a part of a vector lanes are as many
/// elements apart as there are parts.
double load_instructions(const Read& read, int parts, const FuncStages& producer, double lanes,
                         const Machine& machine, Clamps clamps) {
    const double a_lane = machine.lane_load_cycles * machine.loads_per_cycle,
                 a_scattered_lane = scattered_lane_loads * a_lane, a_masked_lane = masked_lane_loads * a_lane;
    if (read.at.empty() || lanes <= 1) return 1;
    if (clamps == Clamps::Mask && is_guarded_lane_by_lane(read, producer, machine))
        return a_masked_lane * lanes;
    if (is_scattered(read, clamps)) return a_scattered_lane * lanes;
    const double dense = registers(lanes, producer.store_bytes, machine);
    const double step = parts * std::abs(read.step_in_memory(0, producer));
    if (read.crosses_rows(0) && !crosses_densely(read, producer)) return a_lane * lanes;
    if (step == 0) return 1;
    if (step == 1) return dense * accesses_a_load(read, machine);
    if (step == 0.5) return 3 * dense;
    if (step != std::floor(step)) return a_scattered_lane * lanes;
    if (!is_strided_step(step)) return a_lane * lanes;
    return dense * (step * accesses_a_load(read, machine) + step - 1);
}

} // namespace

double registers(double lanes, int bytes, const Machine& machine) {
    return std::max(1.0, lanes * bytes * 8 / machine.vector_bits);
}

bool has_masks(const Machine& machine, int bytes) {
    return machine.masked_bytes > 0 && bytes >= machine.masked_bytes;
}

bool lies_apart(const Read& read) {
    const double step =
        read.at.empty() || read.at[0].slope.empty() ? 0 : read.parts() * std::abs(read.at[0].slope[0]);
    return is_scattered(read) || read.crosses_rows(0) || (step != 0 && step != 1);
}

bool is_guarded_lane_by_lane(const Read& read, const FuncStages& producer, const Machine& machine) {
    const bool moves = !read.at.empty() && read.at[0].moved_by(0);
    return lies_apart(read) || (moves && !has_masks(machine, producer.store_bytes));
}

bool is_scattered(const Read& read, Clamps clamps) {
    return read.scattered_by(0) || std::any_of(read.at.begin(), read.at.end(), [&](const Movement& move) {
               return move.gathered_by(0) || (clamps == Clamps::Hold && move.moved_by(0) && move.has_ends());
           });
}

bool takes_one_of_each(const Read& read, const FuncStages& producer) {
    if (producer.interleaved.elements == 0 || read.at.size() < 2) return false;
    for (std::size_t d = 0; d < read.at.size(); ++d)
        if (d != 1 && read.at[d].moved_by(0)) return false;
    return read.at[1].moved_by(0) && read.at[1].slope[0] == 1;
}

double load_instructions(const Read& read, const FuncStages& producer, int lanes, const Machine& machine,
                         Clamps clamps) {
    const int parts = lanes % read.parts() == 0 ? read.parts() : 1;
    return parts *
           load_instructions(read, parts, producer, static_cast<double>(lanes) / parts, machine, clamps);
}

} // namespace autoconfig
