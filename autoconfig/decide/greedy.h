// Funcs take their places one after another, consumers first, each the cheapest of those that its consumers
// leave it.
#pragma once

#include "autoconfig/decide/draft.h"
#include "autoconfig/decide/fusion.h"

#include <set>
#include <vector>

namespace autoconfig {

/// A Func with a second place, and how many cycles more or less that one costs for its producers at root.
struct SecondPlace {
    int func = 0;
    double apart = 0;
};

struct Greedy {
    double cycles = 0;
    std::vector<SecondPlace> second_places;
};

/// Each Func of a graph with_copies() in its cheapest place, its own producers taken to be at root until
/// their turn comes, but for those that only it leads to (look_ahead.h); in its second one if it is one of
/// `seconds`.
Greedy place_greedily(const StageGraph& graph, const Machine& machine, const std::set<int>& seconds,
                      BestDrafts& best_drafts);
/// What that comes to.
Fusion fuse_greedily(const StageGraph& graph, const Machine& machine, const std::set<int>& seconds,
                     BestDrafts& best_drafts);

} // namespace autoconfig
