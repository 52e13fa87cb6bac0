// Fuses a pipeline around contractions part by part: Funcs that no reads connect but through what is
// scheduled apart do not change each other's places, whatever becomes of the contractions elsewhere.
#pragma once

#include "autoconfig/decide/fusion.h"
#include "autoconfig/extract/stages.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig {

class FusedParts {
public:
    using Funcs = std::set<int>; // of the graph

    FusedParts(const StageGraph& graph, const Machine& machine) : graph_(graph), machine_(machine) {}

    /// All that are neither fixed nor among these.
    Funcs all_but(const std::set<std::string>& taken) const;
    /// Those of `funcs` that so many reads or fewer lead to from this one or back.
    Funcs near(const std::string& func, const Funcs& funcs, int reads) const;

    /// Of these, as if all others were scheduled apart.
    Fusion fused(const Funcs& funcs) const;
    /// About as many as that comes to: of the greedy choice, asked once for every part.
    double cycles(const Funcs& funcs);

private:
    /// A Func of the graph, or behind it a copy or clone of one.
    using Made = std::pair<int, bool>;

    Made made(const std::string& func, const std::string& copy_of) const;
    std::vector<Funcs> parts(const Funcs& funcs) const;
    StageGraph graph_of(const Funcs& part) const;

    const StageGraph& graph_;
    const Machine& machine_;
    std::map<Funcs, double> cycles_;
};

} // namespace autoconfig
