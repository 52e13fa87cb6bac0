// The places that Funcs have so far, and what each place of the next one would cost.
#pragma once

#include "autoconfig/decide/draft.h"
#include "autoconfig/decide/fusion.h"
#include "autoconfig/decide/inlined_graph.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace autoconfig {

/// A place for a Func, and what it would change.
struct Option {
    PlaceCost cost;
    std::map<int, Draft> drafts;           // groups as they would be, by leader
    std::map<int, FuncStages> definitions; // readers, and the Func if turned, as they would be
    double alone = 0; // cycles that it adds outside of groups: of the Func itself, and of its readers there
};

/// Funcs are placed consumers first, with drafts that other Places of the same graph may have asked for;
/// those without a place yet count as made at root.
class Places {
public:
    /// Groups by leader, consumers first.
    using Drafts = std::map<int, Draft, std::greater<>>;

    Places(const StageGraph& graph, const Machine& machine, BestDrafts& best_drafts);

    const InlinedGraph& funcs() const { return funcs_; }
    const Machine& machine() const { return machine_; }
    const Drafts& drafts() const { return drafts_; }
    double cycles_alone() const { return cycles_alone_; } // of Funcs at root in no group
    int leader_of(int f) const { return group_of_[f]; }   // -1 while f has no place, or is inlined

    /// Only Funcs without updates lead: all reads of the members are then within one loop nest.
    bool leads(int f) const;
    /// Cycles of the groups that read f, and of its readers outside of groups.
    double cycles_of_readers(int f) const { return cycles_of(reading_groups(f)) + outside_groups(f); }

    Option root(int f) const;
    Option at_tile(int f) const;
    Option inlined(int f);
    Option inlined_if_small(int f);
    /// The same with dimension d innermost, and vectors along it.
    Option turned_at_root(int f, std::size_t d);
    Option turned_at_tile(int f, std::size_t d);

    /// What taking a place changed.
    struct Before {
        std::map<int, std::optional<Draft>> drafts; // by leader; none where the group is new
        InlinedGraph::Before graph;
        double cycles_alone = 0;
    };
    /// f for good in the place of `option`, or until it is taken back.
    Before take(int f, const Option& option);
    void take_back(int f, Before before);

private:
    Option inlined_as(int f, std::map<int, FuncStages> users);
    int common_group(int f) const;
    std::set<int> reading_groups(int f) const;
    double draft_readers(int f, Option& option) const;
    double cycles_of(const std::set<int>& groups) const;
    double outside_groups(int f) const;
    const Draft& best_draft(const std::vector<int>& members, const Draft* near) const;

    const Machine& machine_;
    BestDrafts& best_drafts_;
    InlinedGraph funcs_;
    std::vector<int> group_of_;
    Drafts drafts_;
    double cycles_alone_ = 0;
};

} // namespace autoconfig
