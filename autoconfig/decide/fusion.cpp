// Limited discrepancy search (Harvey and Ginsberg, IJCAI 1995): the greedy choice again, with one Func in its
// second place that the first choice was closest at, for as long as that leads to less.
#include "autoconfig/decide/fusion.h"

#include "autoconfig/decide/copies.h"
#include "autoconfig/decide/flat.h"
#include "autoconfig/decide/greedy.h"

#include <set>
#include <utility>

namespace autoconfig {

const char* to_string(Place place) {
    switch (place) {
    case Place::Root: return "root";
    case Place::Tile: return "at tile";
    case Place::Inline: return "inline";
    }
    return "";
}

std::string PlaceCost::name() const { return to_string(place) + (along.empty() ? "" : " along " + along); }

namespace {

/// Choices of all tries together, which bounds their time.
constexpr std::size_t most_choices = 400;
/// Of all cycles, what a second place may cost at first, and what it has to gain.
constexpr double most_apart = 0.05, least_gain = 0.001;

/// For every Func how many others get a place after it that its own may change: what it is made of, directly
/// or through others, and what its readers read beside it.
std::vector<std::size_t> decided_later(const StageGraph& graph) {
    std::vector<std::set<int>> sources(graph.funcs.size()), later(graph.funcs.size());
    for (std::size_t f = 0; f < graph.funcs.size(); ++f) {
        std::set<int> read;
        for (const StageWork& stage : graph.funcs[f].stages)
            for (const Read& one : stage.reads)
                if (!graph.funcs[one.producer].image) read.insert(one.producer);
        for (int func : read) {
            sources[f].insert(func);
            sources[f].insert(sources[func].begin(), sources[func].end());
            later[func].insert(read.begin(), read.find(func)); // placed before those of smaller numbers
        }
    }
    std::vector<std::size_t> counts;
    for (std::size_t f = 0; f < later.size(); ++f) {
        later[f].insert(sources[f].begin(), sources[f].end());
        counts.push_back(later[f].size());
    }
    return counts;
}

class Search {
public:
    Search(const StageGraph& graph, const Machine& machine)
        : graph_(graph), machine_(machine), decided_later_(decided_later(graph)), best_drafts_(machine),
          best_(place_greedily(graph, machine, seconds_, best_drafts_)) {
        const std::size_t choices = 1 + best_.second_places.size();
        for (std::size_t taken = choices; taken <= most_choices; taken += choices)
            if (!try_closest()) return;
    }
    Fusion fusion() { return fuse_greedily(graph_, machine_, seconds_, best_drafts_); }

private:
    /// Of those not tried yet, the Func whose places are closest for all that is decided after it. -1 where
    /// none is left.
    int closest() const {
        int closest = -1;
        double least = most_apart * best_.cycles;
        for (const SecondPlace& second : best_.second_places) {
            const std::size_t decided = decided_later_[second.func];
            std::set<int> next = seconds_;
            const bool known = !next.insert(second.func).second || tried_.count(next) > 0;
            const double apart = second.apart / static_cast<double>(1 + decided);
            if (known || decided == 0 || second.apart > most_apart * best_.cycles || apart >= least) continue;
            closest = second.func;
            least = apart;
        }
        return closest;
    }

    bool try_closest() {
        const int func = closest();
        if (func < 0) return false;
        std::set<int> next = seconds_;
        next.insert(func);
        tried_.insert(next);
        Greedy other = place_greedily(graph_, machine_, next, best_drafts_);
        if (other.cycles < (1 - least_gain) * best_.cycles) {
            best_ = std::move(other);
            seconds_ = std::move(next);
        }
        return true;
    }

    const StageGraph& graph_;
    const Machine& machine_;
    const std::vector<std::size_t> decided_later_;
    std::set<int> seconds_;
    std::set<std::set<int>> tried_;
    BestDrafts best_drafts_;
    Greedy best_;
};

} // namespace

Fusion fuse(const StageGraph& graph, const Machine& machine) {
    StageGraph loops = with_copies(flat(graph));
    Fusion best = Search(loops, machine).fusion();
    for (const Clone& clone : worth_cloning(loops, best)) {
        StageGraph cloned = with_clone(loops, clone);
        Fusion other = Search(cloned, machine).fusion();
        if (other.cycles >= (1 - least_gain) * best.cycles) continue;
        best = std::move(other);
        loops = std::move(cloned);
    }
    return best;
}

double greedy_cycles(const StageGraph& graph, const Machine& machine) {
    BestDrafts best_drafts(machine);
    return place_greedily(with_copies(flat(graph)), machine, {}, best_drafts).cycles;
}

} // namespace autoconfig
