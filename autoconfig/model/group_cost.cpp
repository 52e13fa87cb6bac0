// The terms that follow from what the members compute for a tile.
#include "autoconfig/model/group_cost.h"

#include "autoconfig/model/transfers.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace autoconfig {

namespace {

/// Entering the loop over the vectors of a row, its remainder included; fitted on chains of pointwise Funcs
/// of 64 to 2560 columns, reference machine.
constexpr double row_cycles = 20;
/// What the L2 streamer keeps apart (Intel 64 and IA-32 Architectures Optimization Reference Manual, data
/// prefetching).
constexpr double streams_followed = 32;
/// Smaller blocks stay with malloc (M_TRIM_THRESHOLD of glibc).
constexpr double kept_by_malloc = 128 * 1024;

class GroupSheet : Terms {
public:
    GroupSheet(const Group& group, const GroupTile& tile, const Machine& machine, Words words)
        : Terms(words), group_(group), tile_(tile), machine_(machine), leader_(group.leader()),
          lanes_(lanes_of(group, tile, machine)), regions_(tile_regions(group, tile)),
          hosts_(hosts(group, tile, machine)),
          at_once_(tile.kind == TileKind::Rows ? rows_at_once(group, tile, regions_)
                                               : regions_at_once(group, regions_, hosts_)) {}

    Cost fill() {
        count_tiles();
        enter_compute();
        enter_edges();
        enter_tile_storage();
        enter_traffic();
        enter_loops();
        return total_cost();
    }

private:
    const FuncStages& func(std::size_t m) const { return group_.member(m); }

    /// What one row of the leader reads, or all rows of a strip where their storage is not folded.
    static std::vector<Region> rows_at_once(const Group& group, GroupTile tile,
                                            const std::vector<Region>& strips) {
        tile.rows = 1;
        std::vector<Region> at_once = tile_regions(group, tile);
        const std::vector<bool> unfolded = keeps_strips(group, tile.row);
        for (std::size_t m = 0; m < at_once.size(); ++m)
            if (unfolded[m]) at_once[m] = strips[m];
        return at_once;
    }

    template<typename... Numbers>
    void core(const char* name, double cycles, const char* formula, const char* numbers,
              const Numbers&... values) {
        total(name, cycles, formula, numbers, values...).combines = Combines::Core;
    }

    void count_tiles() {
        tiles_ = 1;
        for (std::size_t d = 0; d < regions_[0].size(); ++d)
            tiles_ *= std::ceil(static_cast<double>(leader_.dimensions[d].extent) / regions_[0][d]);
        tasks_ = tile_.row >= 0 ? std::ceil(static_cast<double>(leader_.dimensions[tile_.row].extent) /
                                            regions_[0][tile_.row])
                                : tiles_;
    }

    /// In-core cycles of a member over a region.
    double compute(std::size_t m, const Region& region, Clamps clamps = Clamps::Free) const {
        double cycles = 0;
        for (const StageWork& stage : func(m).stages) {
            const int lanes = stage.along_rows ? lanes_[m] : 1;
            const double vectors = region.empty() ? 1 : std::ceil(region[0] / lanes);
            const int chains = m == 0 ? abreast(func(m), stage, machine_) : 1; // members have few rows
            cycles += stage.iterations * vectors *
                      vector_cycles(func(m), stage, lanes, group_.funcs, machine_, clamps, chains);
        }
        return cycles * rows_of(region);
    }

    void enter_compute() {
        double once = 0, all = 0;
        for (std::size_t m = 0; m < regions_.size(); ++m) {
            const double least = compute(m, whole_region(func(m)));
            once += least;
            all += std::max(least, tiles_ * compute(m, regions_[m]));
        }
        core("T_compute", once, "vectors * cy/vector, each element once", "{} Funcs", regions_.size());
        core("T_recompute", all - once, "tiles * (tile + halo) - each element once", "{:.0f} tiles", tiles_);
    }

    /// What vectors at the edges of images take longer.
    void enter_edges() {
        double cycles = 0, most = 0;
        for (std::size_t m = 0; m < regions_.size(); ++m) {
            const double share = edge_share(group_, tile_, m, at_once_[m], lanes_[m]);
            if (share <= 0) continue;
            most = std::max(most, share);
            cycles += share * tiles_ *
                      (compute(m, regions_[m], Clamps::Hold) - compute(m, regions_[m], Clamps::Free));
        }
        if (cycles > 0)
            core("T_edge", cycles, "vectors at edges * gathers of what is clamped",
                 "up to {:.1f} % of a Func's vectors", 100 * most);
    }

    /// Lines of members written and read again within a tile, where they do not stay in L1. Guests are there
    /// for one slice of their host.
    void enter_tile_storage() {
        const double bytes = held_bytes();
        double lines = stays_in_l1(bytes, machine_) ? 0 : lines_of_members();
        for (const Host& host : hosts_) lines -= lines_in_l1(host);
        const double moved = std::max(0.0, 2 * lines), pace = cycles_per_line(machine_, 2 * bytes);
        Term& term = total("T_tile", moved * pace, "lines written and read * cy/line",
                           "{:.0f} * {:.1f}, {:.0f} bytes held", moved, pace, bytes);
        if (machine_.l1_l2_overlaps && 2 * bytes <= static_cast<double>(machine_.l2.bytes))
            term.combines = Combines::Data;
    }

    double lines_of_members() const {
        return tiles_ * member_bytes(group_, regions_) / machine_.l1.line_bytes;
    }

    /// Lines of guests that are read again before they leave L1.
    double lines_in_l1(const Host& host) const {
        double slice = elements(regions_[host.member]) * func(host.member).bytes / host.slices, bytes = 0;
        for (int guest : host.guests) {
            slice += elements(at_once_[guest]) * func(guest).bytes;
            bytes += elements(regions_[guest]) * func(guest).bytes;
        }
        return stays_in_l1(slice, machine_) ? tiles_ * bytes / machine_.l1.line_bytes : 0;
    }

    double lines_of(const Region& region, int bytes) const {
        const double row = region.empty() ? bytes : region[0] * bytes;
        return std::ceil(row / machine_.l1.line_bytes + 0.5) * rows_of(region);
    }

    /// What comes from and goes to beyond the tile: other groups' leaders, images, and the leader itself.
    void enter_traffic() {
        std::map<int, double> lines; // of a producer, a tile
        for (std::size_t m = 0; m < regions_.size(); ++m)
            for (const StageWork& stage : func(m).stages)
                for (const Read& read : stage.reads)
                    if (group_.position(read.producer) < 0) {
                        double& most = lines[read.producer];
                        most = std::max(most, lines_read(read, regions_[m]));
                    }
        double cycles = 0, all = 0;
        for (const auto& [producer, a_tile] : lines) {
            const FuncStages& source = group_.funcs[producer];
            cycles += tiles_ * a_tile * cycles_per_line(machine_, source.elements() * source.bytes);
            all += tiles_ * a_tile;
        }
        const double bytes = leader_.elements() * leader_.bytes, written = bytes / machine_.l1.line_bytes;
        cycles += written * cycles_per_line(machine_, bytes);
        total("T_traffic", cycles, "lines read and written * cy/line", "{:.0f} + {:.0f}", all, written);
        enter_runs();
        enter_crossings();
        const double pages = fresh_pages(leader_.output ? 0 : bytes) + tiles_ * fresh_pages(held_bytes());
        total("T_fresh", pages * machine_.page_fault_cycles, "pages * first use", "{:.0f} * {:g}", pages,
              machine_.page_fault_cycles);
    }

    /// The leader, and beyond the group what it reads that lies as it does.
    void enter_runs() {
        std::vector<const FuncStages*> arrays{&leader_};
        for (const StageWork& stage : leader_.stages)
            for (const Read& read : stage.reads)
                if (const FuncStages& source = group_.funcs[read.producer];
                    group_.position(read.producer) < 0 && lies_as(read, leader_, source))
                    arrays.push_back(&source);
        const Runs each = runs(leader_, tile_);
        const double count = each.count * static_cast<double>(arrays.size());
        if (each.streams * static_cast<double>(arrays.size()) <= streams_followed) return;
        double cycles = 0;
        for (const FuncStages* array : arrays) {
            const double bytes = array->elements() * array->bytes;
            const bool in_l2 = bytes <= static_cast<double>(machine_.l2.bytes);
            cycles +=
                each.count * (cycles_per_line(machine_, bytes) + (in_l2 ? 0 : machine_.run_start_cycles));
        }
        total("T_runs", cycles, "runs of rows * (cy/line + start)", "{:.0f} * {:.1f}", count, cycles / count);
    }

    /// Vectors of rows, and within a block the rows of the block.
    void enter_crossings() {
        CrossedLines all;
        for (std::size_t m = 0; m < regions_.size(); ++m)
            for (const StageWork& stage : func(m).stages) {
                const CrossedLines crossed = crossed_lines(group_, m, stage, regions_, tiles_, machine_);
                all.lines += crossed.lines;
                all.cycles += crossed.cycles;
            }
        if (all.lines > 0)
            total("T_across", all.cycles, "lines of rows read across * cy/line", "{:.0f} * {:.1f}", all.lines,
                  all.cycles / all.lines);
    }

    /// Halide gives intermediates back after every run, malloc those that are large to the system.
    static double fresh_pages(double bytes) { return bytes > kept_by_malloc ? bytes / page_bytes : 0; }

    /// What the members hold at a time: a tile, the rows that one row of the leader reads, or, of guests, a
    /// slice.
    double held_bytes() const { return member_bytes(group_, at_once_); }

    double lines_read(const Read& read, const Region& consumer) const {
        const FuncStages& source = group_.funcs[read.producer];
        Region region;
        for (std::size_t d = 0; d < read.at.size(); ++d)
            region.push_back(std::min(static_cast<double>(source.dimensions[d].extent),
                                      read.at[d].known ? read.at[d].footprint(consumer)
                                                       : static_cast<double>(source.dimensions[d].extent)));
        return lines_of(region, source.bytes);
    }

    /// Halide cuts a row that is read through a clamp into what is clamped on either side and what is not. A
    /// turned row, which is whole vectors, needs no loop where it is one.
    double loops_a_row(std::size_t m) const {
        if (func(m).turned && regions_[m].front() <= lanes_[m]) return 0;
        for (const StageWork& stage : func(m).stages)
            for (const Read& read : stage.reads)
                for (const Movement& move : read.at)
                    if (move.moved_by(0) && move.has_ends()) return 3;
        return 1;
    }

    void enter_loops() {
        double rows = 0;
        for (std::size_t m = 0; m < regions_.size(); ++m)
            rows += tiles_ * rows_of(regions_[m]) * loops_a_row(m);
        double allocations = tiles_ * static_cast<double>(regions_.size() - 1);
        for (const Host& host : hosts_)
            allocations += tiles_ * (host.slices - 1) * static_cast<double>(host.guests.size());
        core("T_loop", rows * row_cycles + allocations * machine_.allocate_cycles,
             "rows * row + allocations * allocate", "{:.0f} * {:g} + {:.0f} * {:g}", rows, row_cycles,
             allocations, machine_.allocate_cycles);
    }

    double sum_of(Combines kind) const {
        double cycles = 0;
        for (const Term& term : terms)
            if (term.combines == kind) cycles += term.total;
        return cycles;
    }

    /// T = max(T_compute + T_recompute + T_loop, T_tile) + T_traffic + T_fresh; T_tile is added where it does
    /// not run under the arithmetic.
    Cost total_cost() {
        const double in_core = sum_of(Combines::Core), data = sum_of(Combines::Data);
        for (Term& term : terms) term.overlapped = term.combines == Combines::Data && data <= in_core;
        Cost cost;
        cost.serial_cycles = std::max(in_core, data) + sum_of(Combines::Added);
        share(cost);
        cost.terms = std::move(terms);
        return cost;
    }

    /// T(n) = fork_join + ceil(tasks / n) * (T_task + task).
    void share(Cost& cost) {
        const double n = std::min<double>(machine_.cores, tasks_);
        cost.cycles = cost.serial_cycles;
        if (n <= 1) return;
        const double rounds = std::ceil(tasks_ / n);
        const double parallel = machine_.fork_join_cycles + rounds * machine_.task_cycles +
                                cost.serial_cycles * (rounds / tasks_ - 1 / n);
        if (cost.serial_cycles / n + parallel >= cost.serial_cycles) return;
        cost.cycles = cost.serial_cycles / n + parallel;
        total("T_parallel", parallel, "fork_join + rounds * task + T(1) * (rounds / tasks - 1 / n)",
              "{:g} + {:.0f} * {:g} + {:.0f} * ({:.0f} / {:.0f} - 1 / {:g})", machine_.fork_join_cycles,
              rounds, machine_.task_cycles, cost.serial_cycles, rounds, tasks_, n)
            .combines = Combines::Elapsed;
    }

    const Group& group_;
    const GroupTile& tile_;
    const Machine& machine_;
    const FuncStages& leader_;
    const std::vector<int> lanes_;      // of each member's vectors
    const std::vector<Region> regions_; // what the members compute for a tile
    const std::vector<Host> hosts_;
    const std::vector<Region> at_once_; // what they hold at a time
    double tiles_ = 1, tasks_ = 1;
};

} // namespace

std::optional<Cost> cost_of(const Group& group, const GroupTile& tile, const Machine& machine, Words words) {
    if (!fits(group, tile, machine)) return std::nullopt;
    return GroupSheet(group, tile, machine, words).fill();
}

} // namespace autoconfig
