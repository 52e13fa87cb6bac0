// See shared_loops.h.
#include "autoconfig/decide/shared_loops.h"

#include "autoconfig/decide/draft.h"
#include "autoconfig/integers.h"
#include "autoconfig/model/parallel_loop.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Tasks of the first loop are multiples of so many elements, and so of vectors of any width.
constexpr std::int64_t elements_together = 64;
/// They do not always take alike.
constexpr std::int64_t tasks_a_thread = 4;

class Sharing {
public:
    Sharing(const std::vector<FuncStages>& funcs, int f, const Machine& machine)
        : func_(funcs[f]), machine_(machine), alone_(cycles_alone(funcs, f, machine)) {}

    std::vector<SharedLoop> loops() const {
        std::vector<SharedLoop> loops(func_.stages.size());
        if (machine_.cores == 1 || func_.dimensions.empty()) return loops;
        for (std::size_t s = 0; s < loops.size(); ++s) loops[s] = of(s);
        return loops;
    }

private:
    std::int64_t extent(int d) const { return func_.dimensions[d].extent; }

    bool runs_over(std::size_t stage, int d) const {
        const std::vector<int>& loops = func_.stages[stage].pure_loops;
        return stage == 0 || std::find(loops.begin(), loops.end(), d) != loops.end();
    }

    SharedLoop of(std::size_t stage) const {
        int longest = 0;
        for (int d = 1; d < static_cast<int>(func_.dimensions.size()); ++d)
            if (runs_over(stage, d) && (longest == 0 || extent(d) >= extent(longest))) longest = d;
        const bool updates_row = stage > 0 && runs_over(stage, 0) && !func_.decides && !func_.turned;
        if (updates_row && (longest == 0 || leaves_threads_idle(longest))) return parts_of_the_row();
        if (longest == 0) return {};
        const std::int64_t tasks =
            func_.decides ? extent(longest) : best_tasks(tasks_a_thread * machine_.cores);
        return {func_.dimensions[longest].name, std::max<std::int64_t>(1, extent(longest) / tasks)};
    }

    /// More than parts of a row would.
    bool leaves_threads_idle(int d) const {
        const std::int64_t rounds = ceil_div(extent(d), static_cast<std::int64_t>(machine_.cores));
        return 10 * extent(d) < 9 * rounds * machine_.cores &&
               extent(0) / elements_together >= tasks_a_thread * machine_.cores;
    }

    SharedLoop parts_of_the_row() const {
        const std::int64_t tasks = best_tasks(machine_.cores);
        if (tasks == 1) return {};
        return {func_.dimensions[0].name, ceil_div(extent(0), tasks * elements_together) * elements_together};
    }

    /// Of at most so many tasks, and halves, quarters ... of them: those in which all stages take least; one
    /// where threads cost more than they do.
    std::int64_t best_tasks(std::int64_t most) const {
        const Ledger plain(Words::No);
        const auto forks = static_cast<double>(func_.stages.size());
        std::int64_t best = 1;
        double least = alone_;
        for (std::int64_t tasks = most; tasks > 1; tasks /= 2) {
            const auto threads = static_cast<double>(std::min<std::int64_t>(tasks, machine_.cores));
            const double working = alone_ / threads + forks * fork_join(plain, machine_, threads).value();
            const double queue =
                forks * static_cast<double>(tasks) * queue_turn(plain, machine_, threads).value();
            if (std::max(working, queue) < least) best = tasks, least = std::max(working, queue);
        }
        return best;
    }

    const FuncStages& func_;
    const Machine& machine_;
    const double alone_; // cycles on one thread
};

} // namespace

std::vector<SharedLoop> shared_loops(const std::vector<FuncStages>& funcs, int f, const Machine& machine) {
    return Sharing(funcs, f, machine).loops();
}

} // namespace autoconfig
