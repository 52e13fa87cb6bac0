// How many elements of a Func one vector has.
#include "autoconfig/space/func_lanes.h"

#include "autoconfig/strided.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// No loop but that along dimension 0 moves the read.
bool moves_along_rows_only(const Read& read, const FuncStages& reader) {
    for (std::size_t loop = 1; loop < reader.dimensions.size(); ++loop) {
        const Dimension& dimension = reader.dimensions[loop];
        const bool once = dimension.source == ExtentSource::Bound && dimension.extent == 1;
        const auto moved = [&](const Movement& move) { return move.moved_by(loop); };
        if (!once && std::any_of(read.at.begin(), read.at.end(), moved)) return false;
    }
    return true;
}

template<typename Condition>
bool reads(const FuncStages& func, const Condition& condition) {
    return std::any_of(func.stages.begin(), func.stages.end(), [&](const StageWork& stage) {
        return std::any_of(stage.reads.begin(), stage.reads.end(), condition);
    });
}

bool reads_strided(const FuncStages& func) { return reads(func, is_strided); }

/// Are the elements of a vector brought together from between others, or from several rows?
bool shuffles(const FuncStages& func) {
    return reads_strided(func) || reads(func, [](const Read& read) { return read.crosses_rows(0); });
}

bool reads_strided_row(const FuncStages& func) {
    return reads(func,
                 [&](const Read& read) { return is_strided(read) && moves_along_rows_only(read, func); });
}

/// Loads along a row from places that follow no rule, in an iteration of one stage.
struct Lookups {
    double all = 0;
    double narrow = 0; // those of elements that are put into their lanes one by one
};

/// The most of each that a stage has.
Lookups lookups(const FuncStages& func) {
    Lookups most;
    for (const StageWork& stage : func.stages) {
        Lookups own;
        for (const Read& read : stage.reads) {
            if (!read.scattered_by(0)) continue;
            own.all += read.loads;
            if (read.narrow) own.narrow += read.loads;
        }
        most = {std::max(most.all, own.all), std::max(most.narrow, own.narrow)};
    }
    return most;
}

/// That a vector fills. Lookups begin when the places of the whole vector are known: longer ones wait less
/// often [a table of u8, 4 multiplications before it: 0.33 ns an element in vectors of 64, 0.52 in those of
/// 32; 0.26 and 0.33 behind a clamp alone, Zen 5 machine, 2026-11-27], as long as registers hold of each
/// narrow one its places, whether they are there, what is found and what that is weighed with [images warped
/// by an f32 matrix: 4 places of u8 1.11, 0.89 and 1.24 ms in vectors of 16, 32 and 64, 3 channels of each
/// 2.5, 2.5 and 8.6; 4 places of f32 2.1 in vectors of 32, 1.85 in those of 64, Zen 5 machine, 2026-11-29].
/// Nor longer than that one keeps the core busy, as each lane has its code [8 places of f32, 3 channels of
/// each written out: 8.1, 8.2 and 12.7 ms in vectors of 16, 32 and 64, Zen 5 machine, 2026-11-30]. And what
/// is read in strides or across rows takes as many shuffles for a register of narrow elements that is half
/// full. [u8 computed with as 32 bits, in vectors of 32 instead of 16: interleaved channels and every fourth
/// pixel 0.73 of the time, transposed 0.66; Zen 3 machine, 2026-11-28]
int most_registers(const FuncStages& func, const Machine& machine) {
    constexpr int vectors_of_a_lookup = 4;
    constexpr double busy_lookups = 256;
    const Lookups found = lookups(func);
    if (found.all == 0) return shuffles(func) ? 4 : 2;
    const double lanes = machine.vector_bits / 8.0 / func.widest_bytes;
    int registers = 4;
    while (registers > 1 && (found.narrow * vectors_of_a_lookup * registers > machine.registers ||
                             found.all * lanes * registers > busy_lookups))
        registers /= 2;
    return registers;
}

/// Vectors whose operations are worth making in turns, as one that is as long as all of them, where each
/// iteration needs what the one before has come to: beside arithmetic that waits for its last result that of
/// the others goes on. Terms that may be combined in any order have partial results instead. [f32, speed of
/// four in turns over one: rays that march 24 steps 2.3, a pendulum's 20 by Runge-Kutta 2.2, 20 steps with an
/// exp 2.4; of two: Mandelbrot 1.4, Newton's square root, whose divisions fill their unit, 0.94; Xeon (family
/// 6 model 167, 2 cores, KVM), 2026-12-01]
int vectors_worth_turns(const FuncStages& func, const Machine& machine) {
    constexpr double long_chain = 4;     // operations; of shorter ones the scheduler holds several iterations
    constexpr int most = 4;              // more leave no registers for what an iteration computes with
    if (lookups(func).all > 0) return 1; // each lane has its code
    double turns = 1;
    for (const StageWork& stage : func.stages) {
        const bool waits = stage.reduction == Reduction::Sum && stage.iterations > 1 && stage.along_rows &&
                           !stage.any_order && stage.float_operations > 0 && stage.in_turn >= long_chain;
        if (!waits) continue;
        const double arithmetic = stage.register_bytes / func.widest_bytes / machine.mac_f32.per_cycle;
        turns = std::max(turns, stage.in_turn * machine.mac_f32.latency_cycles / std::max(1.0, arithmetic));
    }
    return turns > 2 ? most : turns > 1.5 ? 2 : 1;
}

/// As many of them in one as leave no part of a row for a guarded one, or of a long row a small part.
int lanes_in_turns(const FuncStages& func, int lanes, const Machine& machine) {
    constexpr int small_part = 8;
    const std::int64_t row = func.dimensions[0].extent;
    for (int turns = vectors_worth_turns(func, machine); turns > 1; turns /= 2) {
        const std::int64_t longer = std::int64_t{lanes} * turns;
        if (row % longer == 0 || row >= small_part * longer) return static_cast<int>(longer);
    }
    return lanes;
}

int full_lanes(const FuncStages& func, const Machine& machine) {
    const int bytes = machine.vector_bits / 8, most = most_registers(func, machine) * bytes;
    return std::max(1, std::min(bytes / func.store_bytes, most / func.widest_bytes)) * parts_of_vectors(func);
}

} // namespace

bool is_strided(const Read& read) {
    return !read.at.empty() && read.at[0].moved_by(0) && is_strided_step(read.at[0].slope[0]);
}

int strided_lanes(const FuncStages& reader, std::int64_t row, int lanes) {
    const auto is_cut = [](const Movement& move) { return move.moved_by(0) && move.has_ends(); };
    if (reads(reader, [&](const Read& read) { return std::any_of(read.at.begin(), read.at.end(), is_cut); }))
        return 1;
    while (lanes > 1 && (row % lanes != 0 || row == lanes)) lanes /= 2;
    return lanes;
}

int parts_of_vectors(const FuncStages& func) {
    int most = 1;
    for (const StageWork& stage : func.stages)
        for (const Read& read : stage.reads) most = std::max(most, read.parts());
    return most;
}

bool looks_up(const FuncStages& func) { return lookups(func).all > 0; }

bool has_short_rows(const FuncStages& func, const Machine& machine) {
    return !func.dimensions.empty() && func.dimensions[0].extent <= full_lanes(func, machine);
}

int lanes_of(const FuncStages& func, const Machine& machine) {
    if (func.dimensions.empty() || !func.vectors_compile()) return 1;
    int lanes = full_lanes(func, machine);
    const Dimension& row = func.dimensions[0];
    if (row.source == ExtentSource::Default) return lanes;
    if (row.source == ExtentSource::Bound && reads_strided_row(func))
        return strided_lanes(func, row.extent, lanes);
    while (lanes > 1 && lanes > row.extent) lanes /= 2;
    return lanes_in_turns(func, lanes, machine);
}

int overrunning_lanes_of(const FuncStages& func, const Machine& machine) {
    const int lanes = lanes_of(func, machine), longer = 2 * lanes;
    if (lanes == 1 || reads_strided(func) || longer > full_lanes(func, machine)) return lanes;
    const Dimension& row = func.dimensions[0];
    return row.source == ExtentSource::Bound && row.extent > lanes ? longer : lanes;
}

int guarded_lanes_of(const FuncStages& func, const Machine& machine) {
    const int most = lanes_of(func, machine);
    if (func.dimensions.empty() || func.dimensions[0].source == ExtentSource::Bound || !reads_strided(func))
        return most;
    const std::int64_t row = func.dimensions[0].extent;
    const auto vectors = [&](int lanes) { return row / lanes + (row % lanes > 0 ? lanes : 0); };
    int best = most;
    for (int lanes = most / 2; lanes > 1; lanes /= 2)
        if (vectors(lanes) < vectors(best)) best = lanes;
    return best;
}

} // namespace autoconfig
