// The terms that follow from what the members compute for a tile.
#include "autoconfig/model/group_cost.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/machine/lines_kept.h"
#include "autoconfig/model/compose.h"
#include "autoconfig/model/fresh_pages.h"
#include "autoconfig/model/parallel_loop.h"
#include "autoconfig/model/transfers.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace autoconfig {

namespace {

/// The terms of a group in one tile. Its loops follow each other, so their time in the core is one resource.
class GroupTerms {
public:
    GroupTerms(const Group& group, const GroupTile& tile, const Machine& machine, Words words)
        : ledger_(words), group_(group), tile_(tile), machine_(machine), leader_(group.leader()),
          overlaps_long_rows_(overlaps_long_rows(group, tile, machine)), regions_(tile_regions(group, tile)),
          hosts_(hosts(group, tile, machine)), computed_(computed_at_once(group, tile, regions_, hosts_)),
          sums_(sums_in_vectors(group, tile, machine)),
          at_once_(held_at_once(group, tile, regions_, computed_, sums_.reader)) {
        for (std::size_t m = 0; m < sums_.reader.size(); ++m) in_registers_.push_back(kept_in_registers(m));
    }

    Cost cost() {
        count_tiles();
        add_compute();
        add_edges();
        add_tile_storage();
        add_traffic();
        add_reads_again();
        add_passes();
        add_runs();
        add_crossings();
        add_fresh_pages();
        add_loops();
        if (threads() > 1) add_threads();
        return compose_cheapest(std::move(ledger_), {}, split(), machine_);
    }

private:
    const FuncStages& func(std::size_t m) const { return group_.member(m); }

    GroupRegions all_regions() const { return {regions_, computed_, at_once_}; }

    double threads() const { return std::min<double>(machine_.cores, tasks_); }
    Split split() const { return {threads(), threads() > 1 ? tasks_ : 1, exact_}; }
    double threads_tasks() const { return threads() > 1 ? forks_ * tasks_ : 1; }

    void count_tiles() {
        tiles_ = 1;
        for (std::size_t d = 0; d < regions_[0].size(); ++d)
            tiles_ *= std::ceil(static_cast<double>(leader_.dimensions[d].extent) / regions_[0][d]);
        const auto shared = [&](const Dimension& dimension, double together) {
            exact_ = dimension.source == ExtentSource::Bound || tile_.parts > 0;
            return std::ceil(static_cast<double>(dimension.extent) / together);
        };
        if (tile_.shares_blocks(leader_)) {
            tasks_ = shared(leader_.dimensions[0], regions_[0][0]);
            forks_ = tiles_ / tasks_;
        } else if (tile_.row >= 0) {
            tasks_ = shared(leader_.dimensions[tile_.row], regions_[0][tile_.row]);
        }
    }

    /// In-core cycles of a member over all of it.
    double compute_once(std::size_t m) const {
        const Region whole = whole_region(func(m));
        return compute(m, whole, whole, Clamps::Free);
    }

    /// For one tile.
    double compute_tile(std::size_t m, Clamps clamps = Clamps::Free) const {
        return compute(m, regions_[m], computed_[m], clamps);
    }

    InRegisters kept_in_registers(std::size_t m) const {
        InRegisters kept{sums_.reader[m] >= 0, {}, sums_.together[m].sum};
        for (std::size_t p = 1; p < sums_.reader.size(); ++p)
            if (sums_.reader[p] == static_cast<int>(m)) kept.producers.push_back(group_.members[p]);
        return kept;
    }

    /// Over a region, so much `at_once`.
    double compute(std::size_t m, const Region& region, const Region& at_once, Clamps clamps) const {
        double cycles = 0;
        for (const StageWork& stage : func(m).stages) {
            const double at_a_time = region.empty() ? 1 : std::min(region[0], at_once[0]);
            const int lanes = lanes_of(stage, sums_.lanes[m], at_a_time, group_.funcs, machine_);
            const double vectors =
                region.empty() ? 1 : std::ceil(region[0] / at_a_time * std::ceil(at_a_time / lanes));
            const int chains =
                stage.pure_loop < 0 ? 1 : abreast(func(m), stage, computed_[m][stage.pure_loop], machine_);
            const auto of_a_vector = [&](Clamps met) {
                return vector_cycles(func(m), stage, lanes, group_.funcs, machine_, met, chains,
                                     in_registers_[m]);
            };
            cycles +=
                stage.iterations * (has_masked_end(m, region, lanes)
                                        ? (vectors - 1) * of_a_vector(clamps) + of_a_vector(Clamps::Mask)
                                        : vectors * of_a_vector(clamps));
            if (lanes > 1 && stage.reduction == Reduction::None)
                cycles += scalars_of_a_row(func(m), stage) / machine_.issue_width;
        }
        return cycles * rows_of(region);
    }

    /// Whole rows that are no multiple of a vector end with a part of one, but for those that may overrun.
    bool has_masked_end(std::size_t m, const Region& region, int lanes) const {
        const bool cut = lanes > 1 && tile_.columns == 0 && !region.empty() &&
                         region[0] - std::floor(region[0] / lanes) * lanes > 0;
        return cut && !group_.overruns[m] && !(m == 0 && overlaps_long_rows_);
    }

    Expression q(const char* name, double value) const { return ledger_.q({name}, value); }
    Expression cycles(const char* name, double value) const { return ledger_.q({name, cycles_unit}, value); }

    void core(const char* name, const Expression& cycles) {
        ledger_.add(name, Resource::Core, Phase::AllSteps, cycles);
    }

    /// Each element once; and what tiles compute of them again.
    void add_compute() {
        double once = 0, all = 0;
        for (std::size_t m = 0; m < regions_.size(); ++m) {
            const double least = compute_once(m);
            const double in_tiles = tiles_ * compute_tile(m);
            constexpr double exact = 1 + 1e-9;
            once += least;
            all += in_tiles > exact * least ? in_tiles : least;
        }
        all += masked_blocks();
        core("T_compute", cycles("each element once", once));
        core("T_recompute", q("tiles", tiles_) * cycles("halo of a tile", (all - once) / tiles_));
    }

    /// What the last block along a row takes longer whose vectors are guarded: that of a leader alone, which
    /// ends within one.
    double masked_blocks() const {
        const bool alone = tile_.columns > 0 && regions_.size() == 1;
        if (!alone || sums_.lanes[0] == 1 || leader_.dimensions[0].extent % tile_.columns == 0) return 0;
        const double blocks = std::ceil(static_cast<double>(leader_.dimensions[0].extent) / regions_[0][0]);
        double longer = 0;
        for (const StageWork& stage : leader_.stages)
            longer += stage.iterations *
                      (vector_cycles(leader_, stage, sums_.lanes[0], group_.funcs, machine_, Clamps::Mask) -
                       vector_cycles(leader_, stage, sums_.lanes[0], group_.funcs, machine_));
        return longer * rows_of(regions_[0]) * tiles_ / blocks;
    }

    /// What vectors at the edges of images take longer.
    void add_edges() {
        double longer = 0;
        for (std::size_t m = 0; m < regions_.size(); ++m)
            if (const double share = edge_share(group_, tile_, m, at_once_[m], sums_.lanes[m]); share > 0)
                longer += share * (compute_tile(m, Clamps::Hold) - compute_tile(m));
        core("T_edge", q("tiles", tiles_) * cycles("gathers of what is clamped", longer));
    }

    /// Lines of members written and read again within a tile, where they do not stay in L1.
    void add_tile_storage() {
        const double bytes = held_bytes();
        const double lines = tiles_ * member_lines(all_regions(), group_, hosts_, sums_, machine_);
        ledger_.add("T_L1L2", waited_for(2 * bytes, machine_), Phase::AllSteps,
                    q("lines written and read", lines) * line_cycles(ledger_, machine_, 2 * bytes));
    }

    /// Rows that are read whole follow each other in memory, and are one.
    double lines_of(const Region& region, const FuncStages& source) const {
        double row = source.bytes, rows = elements(region);
        bool whole = true;
        for (std::size_t d = 0; d < region.size() && whole; ++d) {
            row *= region[d];
            rows /= region[d];
            whole = region[d] == static_cast<double>(source.dimensions[d].extent);
        }
        return std::ceil(row / machine_.l1.line_bytes + 0.5) * rows;
    }

    /// What comes from and goes to beyond the tile: other groups' leaders, images, and the leader itself.
    void add_traffic() {
        std::map<int, double> lines; // of a producer, a tile
        for (std::size_t m = 0; m < regions_.size(); ++m)
            for (const StageWork& stage : func(m).stages)
                for (const Read& read : stage.reads)
                    if (group_.position(read.producer) < 0) {
                        double& most = lines[read.producer];
                        most = std::max(most, lines_read(read, regions_[m]));
                    }
        for (const auto& [producer, a_tile] : lines) {
            move_lines("T_L2L3", q("tiles", tiles_) * q("lines read", a_tile),
                       group_.funcs[producer].stored_bytes());
        }
        move_lines("T_out", q("tiles", tiles_) * q("lines written", lines_of(regions_[0], leader_)),
                   leader_.stored_bytes());
    }

    /// What is read beyond the tile, and read again after a cache has lost it.
    void add_reads_again() {
        for (const LinesAgain& again : lines_again(all_regions(), group_, hosts_, machine_)) {
            ledger_.add("T_L1L2", Resource::L1L2, Phase::AllSteps,
                        q("tiles", tiles_) * q("lines read again", again.from_l2) *
                            line_cycles(ledger_, machine_, 0));
            move_lines("T_L2L3", q("tiles", tiles_) * q("lines read again", again.from_beyond),
                       group_.funcs[again.producer].stored_bytes());
        }
    }

    /// Updates read and write again what is computed at a time, where that does not stay in L1 or L2 until
    /// they come.
    void add_passes() {
        for (std::size_t m = 0; m < regions_.size(); ++m) {
            const double bytes = elements(computed_[m]) * func(m).bytes;
            if (sums_.reader[m] >= 0 || stays_between_sweeps(bytes, machine_.l1)) continue;
            double passes = 0, again = 0;
            for (std::size_t s = 1; s < func(m).stages.size(); ++s) {
                const StageWork& update = func(m).stages[s];
                passes += std::min(1.0, update.iterations) * update.passes;
                again += update.passes - 1;
            }
            const double lines = elements(regions_[m]) * func(m).bytes / machine_.l1.line_bytes;
            if (!fits(bytes, machine_.l2) && passes > 0)
                move_lines("T_L2L3", q("tiles", tiles_) * q("lines updated", 2 * passes * lines), bytes);
            else if (again > 0)
                ledger_.add("T_L1L2", Resource::L1L2, Phase::AllSteps,
                            q("tiles", tiles_) * q("lines updated again", 2 * again * lines) *
                                line_cycles(ledger_, machine_, 0));
        }
    }

    /// Loops over rows begin with lines that are waited for, and so do not hide any.
    void move_lines(const char* name, const Expression& lines, double bytes) {
        ledger_.add(name, waited_for(bytes, machine_), Phase::Alone,
                    lines * line_cycles(ledger_, machine_, bytes), beyond_caches(bytes, machine_));
    }

    /// Runs of the leader, and beyond the group of what it reads that lies as it does, where they are more
    /// than the prefetcher keeps apart.
    void add_runs() {
        std::vector<const FuncStages*> arrays{&leader_};
        for (const StageWork& stage : leader_.stages)
            for (const Read& read : stage.reads)
                if (const FuncStages& source = group_.funcs[read.producer];
                    group_.position(read.producer) < 0 && lies_as(read, leader_, source))
                    arrays.push_back(&source);
        const Runs each = runs(leader_, tile_);
        if (each.streams * static_cast<double>(arrays.size()) <= streams_followed) return;
        for (const FuncStages* array : arrays) {
            const double bytes = array->stored_bytes();
            // While columns are gathered, lines come from L3, but not from memory.
            if (tile_.is_columns(leader_) && !beyond_caches(bytes, machine_)) continue;
            const double start = fits(bytes, machine_.l2) ? 0 : machine_.run_start_cycles;
            ledger_.add("T_start", Resource::Serial, Phase::Alone,
                        q("runs of rows", each.count) *
                            (line_cycles(ledger_, machine_, bytes) + cycles("start", start)));
        }
    }

    /// Lines of producers that are read across their rows, or wherever data say.
    void add_crossings() {
        CrossedLines across, scattered;
        for (std::size_t m = 0; m < regions_.size(); ++m)
            for (const StageWork& stage : func(m).stages) {
                across += crossed_lines(group_, m, stage, regions_, tiles_, machine_);
                scattered += scattered_lines(group_, m, stage, tile_, regions_, tiles_, machine_);
            }
        add_lines_again("lines of rows read across", across);
        add_lines_again("lines read at places that follow no rule", scattered);
    }

    void add_lines_again(const char* which, const CrossedLines& all) {
        if (all.lines > 0)
            ledger_.add("T_L2L3", Resource::Serial, Phase::Alone,
                        q(which, all.lines) * cycles("cy/line", all.cycles / all.lines));
    }

    /// The leader's in every run, and the members' in every task, as their storage lasts as long; without
    /// threads all is one.
    void add_fresh_pages() {
        if (!leader_.output) add_fresh_array(ledger_, machine_, leader_.stored_bytes());
        autoconfig::add_fresh_pages(ledger_, machine_, threads_tasks() * given_back_by_a_task() / page_bytes);
    }

    /// When a task frees what its members held.
    double given_back_by_a_task() const {
        std::vector<double> blocks;
        for (std::size_t m = 1; m < at_once_.size(); ++m)
            blocks.push_back(elements(at_once_[m]) * func(m).bytes);
        return given_back(blocks);
    }

    /// What the members hold at a time: a tile, the rows that one row of the leader reads, or, of guests, a
    /// slice.
    double held_bytes() const { return member_bytes(group_, at_once_); }

    double lines_read(const Read& read, const Region& consumer) const {
        const FuncStages& source = group_.funcs[read.producer];
        return lines_of(region_read(read, consumer, whole_region(source)), source);
    }

    /// Turned rows are whole vectors, and so are the leader's in blocks, but for the last.
    bool is_one_vector(std::size_t m) const {
        const bool whole = func(m).turned || (m == 0 && tile_.columns > 0);
        return whole && regions_[m].front() <= sums_.lanes[m];
    }

    bool reads_through_clamps(std::size_t m) const {
        for (const StageWork& stage : func(m).stages)
            for (const Read& read : stage.reads)
                for (const Movement& move : read.at)
                    if (move.moved_by(0) && move.has_ends()) return true;
        return false;
    }

    /// Halide cuts a row that is read through a clamp, also by a sum in its vectors, into what is clamped on
    /// either side and what is not.
    double loops_a_row(std::size_t m) const {
        if (is_one_vector(m) || sums_.reader[m] >= 0) return 0;
        bool cut = reads_through_clamps(m);
        for (std::size_t p = 1; p < sums_.reader.size(); ++p)
            cut = cut || (sums_.reader[p] == static_cast<int>(m) && reads_through_clamps(p));
        return cut ? 3 : 1;
    }

    /// Vectors of rows are entered.
    void add_loops() {
        double rows = 0;
        for (std::size_t m = 0; m < regions_.size(); ++m)
            rows += tiles_ * rows_of(regions_[m]) * loops_a_row(m);
        core("T_loop", q("rows", rows) * cycles("row", machine_.row_loop_cycles));
    }

    void add_threads() {
        const Expression once = fork_join(ledger_, machine_, threads());
        ledger_.add("T_parallel", Resource::Threads, Phase::Alone,
                    (forks_ > 1 ? q("forks", forks_) * once : once) +
                        q("rounds", forks_ * split().rounds()) * cycles("task", machine_.task_cycles));
        ledger_.add("T_queue", Resource::Queue, Phase::Alone,
                    q("tasks", forks_ * tasks_) * queue_turn(ledger_, machine_, threads()));
    }

    Ledger ledger_;
    const Group& group_;
    const GroupTile& tile_;
    const Machine& machine_;
    const FuncStages& leader_;
    const bool overlaps_long_rows_;
    const std::vector<Region> regions_; // what the members compute for a tile
    const std::vector<Host> hosts_;
    const std::vector<Region> computed_; // what they compute at a time
    const SumsInVectors sums_;
    const std::vector<Region> at_once_;        // what they hold at a time
    std::vector<InRegisters> in_registers_;    // of each member
    double tiles_ = 1, tasks_ = 1, forks_ = 1; // tasks of one fork
    bool exact_ = true;                        // is their number known?
};

} // namespace

std::optional<Cost> cost_of(const Group& group, const GroupTile& tile, const Machine& machine, Words words) {
    if (!fits(group, tile, machine)) return std::nullopt;
    return GroupTerms(group, tile, machine, words).cost();
}

} // namespace autoconfig
