// Regions of the members for one tile, and the terms that follow from them.
#include "autoconfig/model/group_cost.h"

#include "autoconfig/model/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace autoconfig {

namespace {

using Region = std::vector<double>; // elements along each dimension

/// Entering the loop over the vectors of a row, its remainder included; fitted on chains of pointwise Funcs
/// of 64 to 2560 columns, reference machine.
constexpr double row_cycles = 20;
/// The kernel clears a page when fresh memory is first written, and Halide gives intermediates back after
/// every run: 0.78 us a page of 4 KiB at 3.6 GHz, measured on a chain of four Funcs of 2560 x 1536 f32 at
/// root.
constexpr double fresh_page_cycles = 2800, page_bytes = 4096;
/// Smaller blocks stay with malloc (M_TRIM_THRESHOLD of glibc).
constexpr double kept_by_malloc = 128 * 1024;

class GroupSheet {
public:
    GroupSheet(const Group& group, const GroupTile& tile, const Machine& machine, Words words)
        : group_(group), tile_(tile), machine_(machine), words_(words), leader_(group.leader()),
          position_(group.funcs.size(), -1) {
        for (std::size_t m = 0; m < group.members.size(); ++m)
            position_[group.members[m]] = static_cast<int>(m);
    }

    std::optional<Cost> fill() {
        if (tile_.kind == TileKind::Rows && !sliding_dimensions(group_, tile_.row)) return std::nullopt;
        lanes_ = lanes_of(group_, tile_, machine_);
        regions_ = regions(tile_extents(static_cast<double>(tile_.rows)));
        count_tiles();
        enter_compute();
        enter_tile_storage();
        enter_traffic();
        enter_loops();
        return total();
    }

    std::vector<std::int64_t> bound_rows() const {
        const std::vector<Region> tile = regions(tile_extents(static_cast<double>(tile_.rows)));
        const std::vector<std::vector<bool>> constant = constant_extents();
        std::vector<std::int64_t> rows;
        for (std::size_t m = 0; m < tile.size(); ++m) {
            const auto extent = static_cast<std::int64_t>(tile[m][0]);
            const Dimension& whole = func(m).dimensions[0];
            const bool is_whole = whole.source == ExtentSource::Bound && whole.extent == extent;
            const bool leads_blocks = m == 0 && tile_.columns > 0; // whole vectors, or guarded
            rows.push_back((constant[m][0] && !leads_blocks) || is_whole ? extent : 0);
        }
        return rows;
    }

private:
    const FuncStages& func(std::size_t m) const { return group_.funcs[group_.members[m]]; }

    /// For every dimension of a member whether a tile of the leader always asks for as much of it.
    std::vector<std::vector<bool>> constant_extents() const {
        std::vector<std::vector<bool>> constant(group_.members.size());
        for (std::size_t d = 0; d < leader_.dimensions.size(); ++d) {
            const bool bound = leader_.dimensions[d].source == ExtentSource::Bound;
            const bool cut = static_cast<int>(d) == tile_.row;
            constant[0].push_back((bound && !cut) || (d == 0 && tile_.columns > 0));
        }
        for (std::size_t m = 1; m < constant.size(); ++m)
            for (const Dimension& dimension : func(m).dimensions)
                constant[m].push_back(dimension.free || dimension.source == ExtentSource::Bound);
        for (std::size_t m = 0; m < constant.size(); ++m)
            for (const StageWork& stage : func(m).stages)
                for (const Read& read : stage.reads)
                    if (const int p = position_[read.producer]; p > 0)
                        for (std::size_t d = 0; d < read.at.size(); ++d)
                            constant[p][d] = constant[p][d] && is_constant(read.at[d], constant[m]);
        return constant;
    }

    static bool is_constant(const Movement& movement, const std::vector<bool>& loops) {
        bool constant = movement.known;
        for (std::size_t loop = 0; loop < loops.size(); ++loop)
            constant = constant && (loops[loop] || !movement.moved_by(loop));
        return constant;
    }

    Region tile_extents(double rows) const {
        Region extents;
        for (std::size_t d = 0; d < leader_.dimensions.size(); ++d) {
            const double whole = static_cast<double>(leader_.dimensions[d].extent);
            if (static_cast<int>(d) == tile_.row)
                extents.push_back(std::min(whole, rows));
            else if (d == 0)
                extents.push_back(tile_.columns > 0 ? std::min(whole, static_cast<double>(tile_.columns))
                                                    : whole);
            else
                extents.push_back(tile_.others_inside ? whole : 1);
        }
        return extents;
    }

    /// What the members compute for a tile of the leader; a dimension that is scattered to or scanned is
    /// computed whole.
    std::vector<Region> regions(const Region& of_leader) const {
        std::vector<Region> result(group_.members.size());
        result[0] = of_leader;
        for (std::size_t m = 1; m < result.size(); ++m) result[m].assign(func(m).dimensions.size(), 1);
        for (std::size_t m = 0; m < result.size(); ++m)
            for (const StageWork& stage : func(m).stages)
                for (const Read& read : stage.reads)
                    if (const int p = position_[read.producer]; p > 0)
                        widen(result[p], read, result[m], func(p));
        return result;
    }

    static void widen(Region& region, const Read& read, const Region& consumer, const FuncStages& producer) {
        for (std::size_t d = 0; d < region.size(); ++d) {
            const double whole = static_cast<double>(producer.dimensions[d].extent);
            const double read_now = producer.dimensions[d].free ? read.at[d].footprint(consumer) : whole;
            region[d] = std::max(region[d], std::min(whole, read_now));
        }
    }

    void count_tiles() {
        tiles_ = 1;
        for (std::size_t d = 0; d < regions_[0].size(); ++d)
            tiles_ *= std::ceil(static_cast<double>(leader_.dimensions[d].extent) / regions_[0][d]);
        tasks_ = tile_.row >= 0 ? std::ceil(static_cast<double>(leader_.dimensions[tile_.row].extent) /
                                            regions_[0][tile_.row])
                                : tiles_;
    }

    static double rows_of(const Region& region) {
        double rows = 1;
        for (std::size_t d = 1; d < region.size(); ++d) rows *= region[d];
        return rows;
    }

    /// In-core cycles of a member over a region.
    double compute(std::size_t m, const Region& region) const {
        double cycles = 0;
        for (const StageWork& stage : func(m).stages) {
            const int lanes = stage.along_rows ? lanes_[m] : 1;
            const double vectors = region.empty() ? 1 : std::ceil(region[0] / lanes);
            cycles +=
                stage.iterations * vectors * vector_cycles(func(m), stage, lanes, group_.funcs, machine_);
        }
        return cycles * rows_of(region);
    }

    void enter_compute() {
        double once = 0, all = 0;
        for (std::size_t m = 0; m < regions_.size(); ++m) {
            Region whole;
            for (const Dimension& d : func(m).dimensions) whole.push_back(static_cast<double>(d.extent));
            const double least = compute(m, whole);
            once += least;
            all += std::max(least, tiles_ * compute(m, regions_[m]));
        }
        enter("T_compute", once, "vectors * cy/vector, each element once", "{} Funcs", regions_.size());
        enter("T_recompute", all - once, "tiles * (tile + halo) - each element once", "{:.0f} tiles", tiles_);
    }

    /// Lines of members written and read again within a tile, where they do not stay in L1.
    void enter_tile_storage() {
        double bytes = 0, lines = 0;
        for (std::size_t m = 1; m < regions_.size(); ++m) {
            bytes += elements(regions_[m]) * func(m).bytes;
            lines += tiles_ * elements(regions_[m]) * func(m).bytes / machine_.l1.line_bytes;
        }
        // Half a cache is for the members; the rest for what streams through it.
        const bool in_l1 = bytes <= static_cast<double>(machine_.l1.bytes) / 2;
        const double moved = in_l1 ? 0 : 2 * lines;
        const double pace = cycles_per_line(machine_, 2 * bytes);
        enter("T_tile", moved * pace, "lines written and read * cy/line",
              "{:.0f} * {:.1f}, {:.0f} bytes a tile", moved, pace, bytes);
        tile_overlaps_ = machine_.l1_l2_overlaps && 2 * bytes <= static_cast<double>(machine_.l2.bytes);
    }

    static double elements(const Region& region) {
        double product = 1;
        for (double extent : region) product *= extent;
        return product;
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
                    if (position_[read.producer] < 0) {
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
        enter("T_traffic", cycles, "lines read and written * cy/line", "{:.0f} + {:.0f}", all, written);
        const bool fresh = !leader_.output && bytes > kept_by_malloc;
        enter("T_fresh", fresh ? bytes / page_bytes * fresh_page_cycles : 0, "pages * clearing",
              "{:.0f} * {:g}", fresh ? bytes / page_bytes : 0.0, fresh_page_cycles);
    }

    double lines_read(const Read& read, const Region& consumer) const {
        const FuncStages& source = group_.funcs[read.producer];
        Region region;
        for (std::size_t d = 0; d < read.at.size(); ++d)
            region.push_back(std::min(static_cast<double>(source.dimensions[d].extent),
                                      read.at[d].known ? read.at[d].footprint(consumer)
                                                       : static_cast<double>(source.dimensions[d].extent)));
        return lines_of(region, source.bytes);
    }

    void enter_loops() {
        double rows = 0;
        for (std::size_t m = 0; m < regions_.size(); ++m) rows += tiles_ * rows_of(regions_[m]);
        const double allocations = tiles_ * static_cast<double>(regions_.size() - 1);
        enter("T_loop", rows * row_cycles + allocations * machine_.allocate_cycles,
              "rows * row + allocations * allocate", "{:.0f} * {:g} + {:.0f} * {:g}", rows, row_cycles,
              allocations, machine_.allocate_cycles);
    }

    template<typename... Numbers>
    void enter(const char* name, double cycles, const char* formula, const char* numbers,
               Numbers&&... values) {
        Term term;
        term.name = name;
        term.total = cycles;
        if (words_ == Words::Yes) {
            term.formula = formula;
            term.numbers = fmt::format(fmt::runtime(numbers), std::forward<Numbers>(values)...);
        }
        terms_.push_back(std::move(term));
    }

    /// T = T_compute + T_recompute + T_loop, or T_tile where that takes longer and overlaps, + T_traffic +
    /// T_fresh.
    Cost total() {
        double core = 0, rest = 0;
        for (const Term& term : terms_)
            (term.name == "T_traffic" || term.name == "T_fresh" || term.name == "T_tile" ? rest : core) +=
                term.total;
        Term& stored =
            *std::find_if(terms_.begin(), terms_.end(), [](const Term& t) { return t.name == "T_tile"; });
        if (tile_overlaps_) {
            rest -= stored.total;
            rest += std::max(0.0, stored.total - core);
            stored.overlapped = stored.total <= core;
        }
        Cost cost;
        cost.serial_cycles = core + rest;
        share(cost);
        cost.terms = std::move(terms_);
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
        enter("T_parallel", parallel, "fork_join + rounds * task + T(1) * (rounds / tasks - 1 / n)",
              "{:g} + {:.0f} * {:g} + {:.0f} * ({:.0f} / {:.0f} - 1 / {:g})", machine_.fork_join_cycles,
              rounds, machine_.task_cycles, cost.serial_cycles, rounds, tasks_, n);
    }

    const Group& group_;
    const GroupTile& tile_;
    const Machine& machine_;
    const Words words_;
    const FuncStages& leader_;
    std::vector<int> position_; // in the group, by func; -1 outside
    std::vector<int> lanes_;    // of each member's vectors
    std::vector<Region> regions_;
    double tiles_ = 1, tasks_ = 1;
    bool tile_overlaps_ = false;
    std::vector<Term> terms_;
};

} // namespace

std::vector<std::int64_t> bound_rows(const Group& group, const GroupTile& tile, const Machine& machine) {
    return GroupSheet(group, tile, machine, Words::No).bound_rows();
}

std::optional<Cost> cost_of(const Group& group, const GroupTile& tile, const Machine& machine, Words words) {
    return GroupSheet(group, tile, machine, words).fill();
}

} // namespace autoconfig
