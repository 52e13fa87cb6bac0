// In-core cost of one vector of a stage.
#include "autoconfig/model/group_cost.h"

#include "autoconfig/machine/lines_kept.h"
#include "autoconfig/model/together.h"
#include "autoconfig/model/vector_loads.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>

namespace autoconfig {

namespace {

/// Of a vector: its share of dense ones and of the shuffles before them where as many are interleaved; one a
/// lane and value where an output's vectors do not run along its rows.
double store_instructions(const FuncStages& func, double lanes, const Machine& machine, Clamps clamps) {
    const double dense = registers(lanes, func.bytes, machine);
    if (clamps == Clamps::Mask && lanes > 1 && !has_masks(machine, func.store_bytes))
        return masked_lane_loads * machine.lane_load_cycles * machine.stores_per_cycle * lanes *
               func.values();
    if (stores_interleaved(func)) return func.interleaved.elements * dense;
    const bool lane_by_lane = func.output && func.turned && lanes > 1;
    return lane_by_lane ? lanes * func.values() : dense;
}

/// Iterations of a chain, in which each adds to the one before without leaving its register.
double chain_of(const StageWork& stage, std::size_t written_out) {
    return std::accumulate(stage.window.begin(),
                           stage.window.begin() + static_cast<std::ptrdiff_t>(written_out), 1.0,
                           std::multiplies<>());
}

/// Of an iteration for the one before, in the chains that go on side by side: those of elements `abreast`, or
/// of as many vectors as the scheduler holds, of one row where the sum comes back to each (`cut`).
double latency_share(const FuncStages& func, const StageWork& stage, int lanes, double chain, bool cut,
                     const Machine& machine, int abreast) {
    const bool scans = stage.reduction == Reduction::Scan && !stage.along_rows;
    if (stage.iterations <= 1 && !scans) return 0;
    const MacRate& operations = stage.float_operations > 0 ? machine.mac_f32 : machine.mac_i32;
    const double latency = stage.in_turn * operations.latency_cycles;
    const bool comes_back = stage.reduction == Reduction::Sum; // the next element does not wait
    if (chain <= 1)
        return latency /
               std::max<double>(abreast, comes_back ? machine.scheduler_entries / stage.iterations : 1);
    const double held = machine.scheduler_entries / chain;
    const double row = func.dimensions.empty() ? 1 : static_cast<double>(func.dimensions[0].extent) / lanes;
    return latency / std::max(1.0, cut ? std::min(held, row) : held);
}

/// Would a row's last vector go on beyond what there is, were it not guarded?
bool ends_are_guarded(const FuncStages& func, const StageWork& stage, int lanes,
                      const std::vector<FuncStages>& funcs) {
    if (func.dimensions.empty() || lanes <= 1) return false;
    if (func.dimensions[0].source == ExtentSource::Bound) return func.dimensions[0].extent % lanes != 0;
    return std::any_of(stage.reads.begin(), stage.reads.end(), [&](const Read& read) {
        const FuncStages& from = funcs[read.producer];
        const bool given = from.image || from.output || from.fixed;
        return given && std::any_of(read.at.begin(), read.at.end(),
                                    [](const Movement& move) { return move.moved_by(0) && !move.held(); });
    });
}

/// Do so many iterations, written out in vectors, keep the code of a row's end small? A guarded vector loads
/// elements that do not lie side by side each behind a branch. [LLVM 14, a sum of absolute differences of 32
/// lanes, 64, 256 and 1024 branches: compiled in 6, 33 and more than 200 s; 2026-11-30]
bool ends_stay_small(const FuncStages& func, const StageWork& stage, double times, int lanes,
                     const std::vector<FuncStages>& funcs) {
    constexpr double most_branches = 192;
    if (!ends_are_guarded(func, stage, lanes, funcs)) return true;
    double branches = 0;
    for (const Read& read : stage.reads)
        if (lies_apart(read)) branches += read.loads * lanes;
    return times * branches <= most_branches;
}

/// What an iteration meets.
struct Met {
    Clamps clamps = Clamps::Free;
    int abreast = 1;
    InRegisters in_registers = {};
};

/// Does the innermost reduced loop lead to other places?
bool is_moved_by_reduced(const Read& read) {
    return std::any_of(read.at.begin(), read.at.end(),
                       [](const Movement& move) { return move.reduced_step != 0; });
}

/// What each iteration of a stage makes of a load: what the innermost reduced loop leads nowhere is loaded
/// once before it.
double share_loaded(const Read& read, const StageWork& stage) {
    return stage.innermost > 1 && !is_moved_by_reduced(read) ? 1 / stage.innermost : 1;
}

/// Of an iteration, but for what is in registers.
double loads_of(const StageWork& stage, const Together& others, int lanes,
                const std::vector<FuncStages>& funcs, const Machine& machine, const Met& met) {
    double loads = 0;
    for (const Read& read : stage.reads)
        if (!met.in_registers.holds(read.producer))
            loads += made(read, others) * share_loaded(read, stage) *
                     load_instructions(read, funcs[read.producer], lanes, machine, met.clamps);
    return loads;
}

/// Of a vector that is `busy` for so long, and made of lookups: while one waits, the next is on its way as
/// far as the scheduler holds both. Each has three instructions a lane there (uops.info, Zen 4: VPEXTRD two,
/// VPINSRB one beside its load). A lookup is the move of a place, its load, and the insertions into one
/// register of 16 bytes, one after the other.
double with_lookups(double busy, const StageWork& stage, int lanes, const std::vector<FuncStages>& funcs,
                    const Machine& machine, double instructions) {
    constexpr double entries_a_lane = 3, register_bytes = 16, move_and_load = 3;
    double lookups = 0, insertions = 0;
    for (const Read& read : stage.reads) {
        if (!is_scattered(read)) continue;
        lookups += read.made();
        insertions = std::max(insertions, register_bytes / funcs[read.producer].store_bytes);
    }
    if (lookups == 0 || lanes <= 1) return busy;
    const double latency = (stage.depth() + move_and_load) * machine.mac_f32.latency_cycles +
                           std::min<double>(insertions, lanes);
    const double held = machine.scheduler_entries / (instructions + entries_a_lane * lookups * lanes);
    return held >= 1 ? std::max(busy, latency / held) : std::max(latency, busy + latency * (1 - held));
}

/// Of an iteration, with so many reduced loops written out.
double cycles_written_out(std::size_t written_out, const FuncStages& func, const StageWork& stage, int lanes,
                          const std::vector<FuncStages>& funcs, const Machine& machine, const Met& met) {
    const double bytes = machine.vector_bits / 8.0, chain = chain_of(stage, written_out);
    const bool cut = written_out > 0 && written_out < stage.window.size();
    const Together others = &stage == &func.stages.front() ? together(func) : met.in_registers.together;
    const double arithmetic = stage.register_bytes - stage.by_loops.held_along(0) -
                              (1 - 1.0 / others.elements) * bytes_in_common(stage, others);
    const double called = lanes * stage.call_instructions;
    const double instructions = called + (lanes > 1 ? arithmetic * lanes / bytes : stage.operations);
    const bool again = lanes > 1 && stage.reduction != Reduction::None; // in each iteration
    const double scalars = again ? scalars_of_a_row(func, stage) : 0;
    // What scalar integers are computed with is as wide as what brings it.
    const double computed = lanes > 1 ? instructions : called + stage.float_operations;
    const double loads = (cut ? registers(lanes, func.bytes, machine) / chain : 0) +
                         loads_of(stage, others, lanes, funcs, machine, met);
    const double stores =
        met.in_registers.result ? 0 : store_instructions(func, lanes, machine, met.clamps) / chain;
    const double loop = 2 / chain; // its increment and branch
    const double busy = std::max(
        {computed / machine.mac_f32.per_cycle, loads / machine.loads_per_cycle,
         stores / machine.stores_per_cycle,
         (instructions + scalars + loads + stores + loop) / machine.issue_width,
         latency_share(func, stage, lanes, chain, cut, machine, std::max(met.abreast, others.elements))});
    return with_lookups(busy, stage, lanes, funcs, machine, instructions);
}

/// Does the innermost reduced loop lead the vectors from one row of the producer to another, or nowhere?
bool leads_across_rows(const Read& read) {
    const auto is_moved = [](const Movement& move) { return move.reduced_step != 0; };
    const bool of_vectors =
        std::any_of(read.at.begin(), read.at.end(), [](const Movement& move) { return move.moved_by(0); });
    return !of_vectors || !is_moved_by_reduced(read) ||
           std::any_of(read.at.begin() + 1, read.at.end(), is_moved);
}

/// Are the lines of all rows that one vector goes through there when the next vector comes, in L1 or fetched
/// ahead?
bool keeps_rows(const StageWork& stage, const std::vector<FuncStages>& funcs, const Machine& machine) {
    double stored = 0;  // all that there is of these rows
    double streams = 0; // rows that an iteration reads by a rule
    bool in_l2 = true;
    for (const Read& read : stage.reads) {
        if (!is_moved_by_reduced(read)) continue;
        stored += funcs[read.producer].stored_bytes();
        in_l2 = in_l2 && fits(funcs[read.producer].stored_bytes(), machine.l2);
        if (!is_scattered(read)) ++streams;
    }
    const double lines = stage.iterations * machine.l1.line_bytes;
    if (!stays_in_l1(std::min(lines, stored), machine)) return false;
    return in_l2 || stage.iterations * std::max(1.0, streams) <= streams_followed;
}

/// Does a sum across rows go by rows rather than by vectors of results?
bool goes_by_rows(const FuncStages& func, const StageWork& stage, int lanes,
                  const std::vector<FuncStages>& funcs, const Machine& machine) {
    const bool across = std::all_of(stage.reads.begin(), stage.reads.end(), leads_across_rows) &&
                        std::any_of(stage.reads.begin(), stage.reads.end(), is_moved_by_reduced);
    return across && stage.reduction == Reduction::Sum && stage.along_rows && lanes > 1 && !func.turned &&
           !keeps_rows(stage, funcs, machine);
}

double cycles_along_row(const FuncStages& func, const StageWork& stage, int lanes,
                        const std::vector<FuncStages>& funcs, const Machine& machine, const Met& met) {
    const int written_out =
        met.in_registers.together ? 0 : loops_written_out(func, stage, lanes, funcs, machine);
    return cycles_written_out(written_out, func, stage, lanes, funcs, machine, met);
}

/// Of an iteration: its share of the steps of the innermost loop and of what combines the partial results,
/// half of them with the other half, shuffled, until one is left. Of results whose instructions wait in the
/// scheduler together, one does not wait for the other. What is loaded behind branches, each value of a Tuple
/// loads for itself. `along`: what is read, as the innermost loop leads.
double cycles_of(const Partials& partials, const FuncStages& func, const StageWork& stage,
                 const std::vector<Read>& along, const std::vector<FuncStages>& funcs,
                 const Machine& machine) {
    const double latency = machine.mac_f32.latency_cycles;
    const double instructions = partials.lanes * stage.call_instructions +
                                stage.register_bytes / func.widest_bytes; // of a register, however full
    const Clamps end = std::fmod(stage.innermost, partials.width()) > 0 ? Clamps::Mask : Clamps::Free;
    const double whole = std::floor(stage.innermost / partials.width()),
                 all = std::ceil(stage.innermost / partials.width());
    const auto loads_of = [&](Clamps clamps) {
        double loads = 0;
        for (const Read& read : along) {
            const bool behind_branches =
                clamps == Clamps::Mask && is_guarded_lane_by_lane(read, funcs[read.producer], machine);
            loads += (behind_branches ? func.values() : 1) * read.made() *
                     load_instructions(read, funcs[read.producer], partials.lanes, machine, clamps);
        }
        return loads;
    };
    const double loads = (whole * loads_of(Clamps::Free) + (all - whole) * loads_of(end)) / all; // on average
    const double loop = 2.0 / partials.vectors; // its increment and branch
    const double vector = std::max({instructions / machine.mac_f32.per_cycle, loads / machine.loads_per_cycle,
                                    (instructions + loads + loop) / machine.issue_width});
    const double step = std::max(partials.vectors * vector, latency);
    const double steps = stage.iterations / stage.innermost * all;
    const double halvings = std::log2(partials.width()), combining = 2 * halvings * func.values();
    const double results_held =
        machine.scheduler_entries / (steps * partials.vectors * instructions + combining);
    const double busy = steps * partials.vectors * vector + combining / machine.mac_f32.per_cycle;
    const double alone = steps * step + halvings * latency;
    return std::max(busy, alone / std::max(1.0, results_held)) / stage.iterations;
}

struct CostedPartials {
    Partials partials; // one vector of one lane where there are none
    double cycles = 0; // of an iteration
};

CostedPartials cheapest_partials(const FuncStages& func, const StageWork& stage,
                                 const std::vector<FuncStages>& funcs, const Machine& machine) {
    CostedPartials best;
    if (!stage.any_order || !func.vectors_compile()) return best;
    constexpr int most_vectors = 8, least_lanes = 4;
    std::vector<Read> along;
    for (const Read& read : stage.reads) along.push_back(read.along_reduced());
    for (int lanes = machine.vector_bits / 8 / func.widest_bytes; lanes >= least_lanes; lanes /= 2)
        for (int vectors = 1; vectors <= most_vectors && lanes * vectors < 2 * stage.innermost;
             vectors *= 2) {
            const Partials one{lanes, vectors};
            const double cycles = cycles_of(one, func, stage, along, funcs, machine);
            if (best.partials.lanes == 1 || cycles < best.cycles) best = {one, cycles};
        }
    return best;
}

/// Those that pay.
CostedPartials paying_partials(const FuncStages& func, const StageWork& stage, int lanes,
                               const std::vector<FuncStages>& funcs, const Machine& machine) {
    const CostedPartials best = cheapest_partials(func, stage, funcs, machine);
    if (best.partials.lanes == 1) return best;
    const int turns = lanes > 1 ? 1 : abreast(func, stage, machine);
    const double along_row = cycles_along_row(func, stage, lanes, funcs, machine, {Clamps::Free, turns, {}});
    return lanes * best.cycles < along_row ? best : CostedPartials();
}

/// Lines that L1 keeps of those that the vectors of a sum take a lane each from, as they go across the rows
/// of a producer; 0 where they do not.
double lines_abreast(const StageWork& stage, const std::vector<FuncStages>& funcs, const Machine& machine) {
    double least = 0;
    if (!stage.along_rows || stage.reduction != Reduction::Sum) return least;
    for (const Read& read : stage.reads) {
        const FuncStages& producer = funcs[read.producer];
        const double step = std::abs(read.step_in_memory(0, producer)) * producer.bytes;
        if (!read.crosses_rows(0) || !(step >= machine.l1.line_bytes)) continue;
        const double kept = lines_kept(machine.l1, step);
        least = least == 0 ? kept : std::min(least, kept);
    }
    return least;
}

} // namespace

double scalars_of_a_row(const FuncStages& func, const StageWork& stage) {
    return stage.by_loops.held_along(0) / func.widest_bytes;
}

bool sums_rows_abreast(const StageWork& stage, const std::vector<FuncStages>& funcs, const Machine& machine) {
    return lines_abreast(stage, funcs, machine) > 0;
}

int lanes_of(const StageWork& stage, int lanes, double row, const std::vector<FuncStages>& funcs,
             const Machine& machine) {
    if (!stage.along_rows) return 1;
    if (const double most = lines_abreast(stage, funcs, machine); most > 0)
        while (lanes > 1 && (lanes > most || lanes > row)) lanes /= 2;
    return lanes;
}

int abreast(const FuncStages& func, const StageWork& stage, double rows, const Machine& machine) {
    const bool waits =
        stage.reduction == Reduction::Scan || (stage.reduction == Reduction::Sum && !stage.any_order);
    if (!waits || stage.along_rows || stage.pure_loop < 0) return 1;
    constexpr double scalar_per_cycle = 2; // additions or the like: of all CPUs that are described
    const double waiting = machine.mac_f32.latency_cycles * std::min(1.0, stage.in_turn);
    const auto chains = std::max(1, static_cast<int>(std::ceil(waiting * scalar_per_cycle)));
    return rows >= chains && can_be_repeated(func, stage, chains) ? chains : 1;
}

int abreast(const FuncStages& func, const StageWork& stage, const Machine& machine) {
    if (stage.pure_loop < 0) return 1;
    return abreast(func, stage, static_cast<double>(func.dimensions[stage.pure_loop].extent), machine);
}

int loops_written_out(const FuncStages& func, const StageWork& stage, int lanes,
                      const std::vector<FuncStages>& funcs, const Machine& machine) {
    std::size_t best = 0;
    double least = 0;
    if (lanes <= 1 || goes_by_rows(func, stage, lanes, funcs, machine)) return 0;
    for (std::size_t loops = stage.window.size(); loops > 0; --loops) {
        const bool cut = loops < stage.window.size();
        const double chain = chain_of(stage, loops);
        const bool small =
            can_be_repeated(func, stage, chain) && ends_stay_small(func, stage, chain, lanes, funcs);
        if (!small || (cut && func.turned)) continue;
        const double cycles = cycles_written_out(loops, func, stage, lanes, funcs, machine, {});
        if (best == 0 || cycles < least) best = loops, least = cycles;
    }
    return static_cast<int>(best);
}

Partials partials(const FuncStages& func, const StageWork& stage, int lanes,
                  const std::vector<FuncStages>& funcs, const Machine& machine) {
    return paying_partials(func, stage, lanes, funcs, machine).partials;
}

RowSweep row_sweep(const FuncStages& func, const StageWork& stage, int lanes,
                   const std::vector<FuncStages>& funcs, const Machine& machine) {
    constexpr int rows_at_a_time = 4; // results are loaded and stored once for so many
    if (!goes_by_rows(func, stage, lanes, funcs, machine) ||
        partials(func, stage, lanes, funcs, machine).lanes > 1)
        return {};
    const double row_bytes = static_cast<double>(func.dimensions[0].extent) * func.bytes;
    if (stays_in_l1(row_bytes, machine)) return {rows_at_a_time, 0};
    const auto most = static_cast<std::int64_t>(machine.l1.bytes) / 2 / func.bytes;
    return {rows_at_a_time, most / lanes * lanes};
}

double vector_cycles(const FuncStages& func, const StageWork& stage, int lanes,
                     const std::vector<FuncStages>& funcs, const Machine& machine, Clamps clamps, int abreast,
                     const InRegisters& in_registers) {
    const CostedPartials paying = paying_partials(func, stage, lanes, funcs, machine);
    return paying.partials.lanes > 1
               ? lanes * paying.cycles
               : cycles_along_row(func, stage, lanes, funcs, machine, {clamps, abreast, in_registers});
}

} // namespace autoconfig
