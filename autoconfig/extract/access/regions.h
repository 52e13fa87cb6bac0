// How large every Func and every reduction is, and how sure that is.
//
// In this order: bounds; estimates; what consumers read (from the outputs down, bounds and estimates of
// consumers carried along); the size of what a loop indexes directly; an assumed size.
#pragma once

#include "autoconfig/extract/access/span.h"
#include "autoconfig/extract/graph.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// Extent of a loop about which nothing at all is known.
constexpr std::int64_t assumed_extent = 256;

class Regions {
public:
    explicit Regions(const Graph& graph);

    /// Region of a Func, one Span a dimension.
    const std::vector<std::optional<Span>>& of(const std::string& func) const { return funcs.at(func).dims; }
    /// Reduced loop `rvar` of stage `stage` (0 is the pure definition).
    Span rvar(const std::string& func, std::size_t stage, const std::string& rvar) const;
    /// "bound 128 overrides estimate 256" or "32 elements, 128 are read" for dimension `d` of `func`, or
    /// empty.
    const std::string& conflict(const std::string& func, int d) const { return funcs.at(func).conflicts[d]; }

private:
    using Loops = std::map<std::string, Span>;
    struct Needed {
        std::optional<Span> span;
        bool complete = true; // every consumer's interval is known
        bool guarded = false; // by RDom::where: less than `span` may be read
        void add(const std::optional<Span>& read, bool predicated);
    };
    using Needs = std::map<std::string, std::vector<Needed>>;
    /// What to do about a dimension while one of its consumers' intervals is unknown.
    enum class Unknown { Wait, Ignore };
    struct Known {
        std::vector<std::optional<Span>> dims;
        std::vector<bool> declared; // by somebody, not found from consumers
        std::vector<std::string> conflicts;
        std::vector<Loops> rvars; // by stage; absent while unknown
    };

    void declare(const std::string& func);
    void declare_rvars(const std::string& func);
    /// Gives producers what consumers read.
    void push_down(Unknown unknown);
    void settle(const std::string& func, const std::vector<Needed>& needed, Unknown unknown);
    void compare(Known& known, std::size_t d, const Needed& needed) const;
    /// What a Func's updates read and write of itself wherever its own loops are.
    void add_own(const std::string& func, std::vector<Needed>& needed) const;
    void add_needs_of(const std::string& func, Needs& needed) const;
    Loops loops_of(const std::string& func, std::size_t stage) const;
    /// Gives loops of unknown extent the extent of a dimension they index directly.
    void pull_up();
    std::optional<Span> indexed_by(const Stage& stage, const std::string& loop) const;
    void assume_outputs();
    void assume_rest();

    const Graph& graph;
    std::map<std::string, Known> funcs;
};

} // namespace autoconfig::extraction
