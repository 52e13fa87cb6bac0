// A contraction's result, its loops, and what is known of their sizes.
#pragma once

#include "autoconfig/decide/result_place.h"
#include "schedules/script.h"

namespace autoconfig {

/// One body of a contraction: the Func with its sum, the stage of the result whose loops tile it, and how far
/// its sizes may be relied on.
class Nest {
public:
    struct Funcs {
        FuncScript contraction, result;
        StageScript stage; // of the result: its pure definition, or a specialization of that
    };
    Nest(Script& script, const ContractionPlan& plan, const Body& body, Funcs funcs);

    Script& script() const { return script_; }
    const Problem& problem() const { return problem_; }
    const Config& config() const { return body_.config; }
    FuncScript& contraction() { return funcs_.contraction; }
    FuncScript& result() { return funcs_.result; }
    const StageScript& stage() const { return funcs_.stage; }
    /// The result holds the rows (M) or columns (N) of a tile.
    bool holds_whole(Role role) const {
        return bound(role) || !(role == Role::N ? body_.guards_columns : body_.guards_rows);
    }

    /// Dimension of the result that the rows (M) or columns (N) of a tile run over, or -1.
    int dimension(Role role) const { return role == Role::N ? problem().columns() : problem().row(); }
    /// The Var of a Func of this nest that a loop of the problem runs over: by place in the consumer, whose
    /// dimensions order the loops, by name in the contraction and what is made from it. Groups of channels
    /// are loops of the result only; what is made for its tiles is made for one group.
    Axis axis(FuncScript& func, int loop) const;
    /// The extent of the rows (M) or columns (N) holds at run time (also where there are none).
    bool bound(Role role) const;
    /// The extent of every reduction loop holds at run time.
    bool k_is_bound() const;
    /// Where channels are in groups: of the result's channels it is known where they begin, and how many
    /// there are.
    bool groups_are_bound() const;

    /// The reduction loops, innermost first: in the order of a's memory.
    std::vector<Axis> k_loops() const;
    /// Which of them KC splits, and into blocks of how many: the innermost K loop, windows whole inside.
    std::size_t blocked_loop() const;
    std::int64_t block_of_loop() const; // all of it where KC splits none

private:
    void split_groups();

    Script& script_;
    const Body& body_;
    const Problem problem_; // as the body goes about it
    Funcs funcs_;
    Axis group_, in_group_; // of the result, where channels are in groups
};

} // namespace autoconfig
