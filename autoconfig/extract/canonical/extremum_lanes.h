// A maximum or minimum along a row, found in lanes: each looks at every so many-th element, and in the end
// the best of them is taken. Either with its argument, where of equal ones that is taken which the serial
// order would take; or alone, where what is no number is kept once it was met, in whatever order. The
// schedules that the plugin writes hold this text: it stands alone, also within a function.
#include <Halide.h>

#include <map>
#include <string>
#include <vector>

struct ExtremumLanes {
    using Expr = ::Halide::Expr;
    using Function = ::Halide::Internal::Function;

    /// What an update takes where it is better, value by value; empty where it does anything else.
    std::vector<Expr> candidates;
    int deciding = 0;       // which value is compared
    bool greater = false;   // the better one is
    bool keeps_nan = false; // one value, of which NaN is better than any number
    bool last = false;      // of equal ones the last one is taken, not the first
    int extremum = -1;      // a value that is written as a maximum or minimum, not as a choice
    bool extremum_is_greater = false;

    static bool is_own(const Expr& e, const Function& function, int value) {
        const auto* call = e.as<::Halide::Internal::Call>();
        return call && call->call_type == ::Halide::Internal::Call::Halide && call->name == function.name() &&
               call->value_index == value;
    }

    /// Is it a comparison of a candidate with the Func's own value of it?
    bool compares(const Expr& condition, const Function& function) {
        Expr a, b;
        bool a_greater = false;
        if (const auto* gt = condition.as<::Halide::Internal::GT>()) a = gt->a, b = gt->b, a_greater = true;
        if (const auto* ge = condition.as<::Halide::Internal::GE>())
            a = ge->a, b = ge->b, a_greater = true, last = true;
        if (const auto* lt = condition.as<::Halide::Internal::LT>()) a = lt->a, b = lt->b;
        if (const auto* le = condition.as<::Halide::Internal::LE>()) a = le->a, b = le->b, last = true;
        if (!a.defined()) return false;
        for (std::size_t k = 0; k < candidates.size(); k++) {
            deciding = static_cast<int>(k);
            const bool right = is_own(b, function, deciding);
            greater = right == a_greater;
            if (right || is_own(a, function, deciding)) return equal(right ? a : b, candidates[k]);
        }
        return false;
    }

    /// The other side of max(a, b) or min(a, b) with the Func's own value; undefined where it is not that.
    Expr beside_own(const Expr& value, const Function& function, int index) {
        const auto* most = value.as<::Halide::Internal::Max>();
        const auto* least = value.as<::Halide::Internal::Min>();
        if (!most && !least) return Expr();
        const Expr a = most ? most->a : least->a, b = most ? most->b : least->b;
        if (!is_own(a, function, index) && !is_own(b, function, index)) return Expr();
        extremum = index;
        extremum_is_greater = most != nullptr;
        return is_own(a, function, index) ? b : a;
    }

    /// Either operand of a condition that is an "or", as || or | write it.
    static std::vector<Expr> either(const Expr& condition) {
        if (const auto* both = condition.as<::Halide::Internal::Or>()) return {both->a, both->b};
        const auto* call =
            ::Halide::Internal::Call::as_intrinsic(condition, {::Halide::Internal::Call::bitwise_or});
        return call ? call->args : std::vector<Expr>();
    }

    static bool asks_for_nan(const Expr& e, const Function& function) {
        const auto* call = e.as<::Halide::Internal::Call>();
        if (!call || call->name.compare(0, 6, "is_nan") != 0) return false;
        const auto* strict =
            call->args[0].as<::Halide::Internal::Call>(); // is_nan() asks for that (14 to 20)
        const bool wrapped = strict && strict->name == "strict_float";
        return is_own(wrapped ? strict->args[0] : call->args[0], function, 0);
    }

    /// select(own > candidate || is_nan(own), own, candidate), or with <.
    void read_one_that_keeps_nan(const Function& function) {
        const Expr value = ::Halide::Internal::substitute_in_all_lets(function.updates()[0].values()[0]);
        const auto* choice = value.as<::Halide::Internal::Select>();
        if (!choice || !is_own(choice->true_value, function, 0)) return;
        const std::vector<Expr> conditions = either(choice->condition);
        candidates = {choice->false_value};
        for (std::size_t i = 0; i < conditions.size(); i++)
            keeps_nan = keeps_nan || (asks_for_nan(conditions[i], function) &&
                                      compares(conditions[1 - i], function) && !last);
        greater = !greater; // what compares() found is which one the candidate would be
        if (!keeps_nan) candidates.clear();
    }

    /// Reads update 0.
    explicit ExtremumLanes(const Function& function) {
        if (function.updates().size() != 1) return;
        if (function.values().size() == 1)
            read_one_that_keeps_nan(function);
        else
            read_with_argument(function);
    }

    /// Which is chosen and compared, value by value: select(condition, candidate, own), or the other way
    /// round, where it is a maximum or an integer that is compared: of no number that says something else.
    void read_with_argument(const Function& function) {
        Expr condition;
        bool known = true, keeps_where_true = false;
        for (std::size_t i = 0; i < function.values().size() && known; i++) {
            const int index = static_cast<int>(i);
            const Expr value = ::Halide::Internal::substitute_in_all_lets(function.updates()[0].values()[i]);
            if (const Expr beside = beside_own(value, function, index); beside.defined()) {
                candidates.push_back(beside);
                continue;
            }
            const auto* choice = value.as<::Halide::Internal::Select>();
            const bool keeps = choice && is_own(choice->true_value, function, index);
            known =
                choice && (keeps || is_own(choice->false_value, function, index)) &&
                (!condition.defined() || (keeps == keeps_where_true && equal(condition, choice->condition)));
            if (!known) break;
            condition = choice->condition;
            keeps_where_true = keeps;
            candidates.push_back(keeps ? choice->false_value : choice->true_value);
        }
        known = known && condition.defined() && compares(condition, function);
        if (keeps_where_true) greater = !greater, last = !last;
        const bool is_float = known && candidates[deciding].type().is_float();
        known = known && (extremum < 0 ? !keeps_where_true || !is_float
                                       : extremum == deciding && extremum_is_greater == greater);
        if (!known) candidates.clear();
    }

    Expr better(const Expr& a, const Expr& b) const { return greater ? a > b : a < b; }

    /// Does the candidate take the place of what there is, were it to come later in the serial order?
    Expr takes(const Expr& candidate, const Expr& own) const {
        return last ? !better(own, candidate) : better(candidate, own);
    }

    static std::vector<Expr> values_of(const Function& function, const std::vector<Expr>& at) {
        std::vector<Expr> values;
        for (std::size_t i = 0; i < function.values().size(); i++)
            values.push_back(::Halide::Internal::Call::make(function, at, static_cast<int>(i)));
        return values;
    }

    /// The update of one element: where `takes`, these values instead of its own.
    static void update(Function& function, const std::vector<Expr>& at, const Expr& takes,
                       const std::vector<Expr>& taken) {
        std::vector<Expr> values = values_of(function, at);
        for (std::size_t i = 0; i < values.size(); i++)
            values[i] = ::Halide::select(takes, taken[i], values[i]);
        function.define_update(at, values);
    }

    /// The candidates of an element, so far from the start of the innermost reduced loop, and its place in
    /// the serial order. `r`: a loop in the innermost one's place, then the others.
    static std::vector<Expr> taken_at(const ExtremumLanes& found, const Function& function,
                                      const Expr& element, const ::Halide::RDom& r) {
        const auto& reduced = function.updates()[0].schedule().rvars();
        std::map<std::string, Expr> element_of{{reduced[0].var, element + reduced[0].min}};
        Expr row = 0;
        for (std::size_t i = reduced.size() - 1; i > 0; i--) {
            element_of[reduced[i].var] = Expr(r[static_cast<int>(i)]);
            row = row * reduced[i].extent + (r[static_cast<int>(i)] - reduced[i].min);
        }
        std::vector<Expr> taken;
        for (const Expr& candidate : found.candidates)
            taken.push_back(::Halide::Internal::substitute(element_of, candidate));
        if (!found.keeps_nan)
            taken.push_back(::Halide::Internal::simplify(row * reduced[0].extent) + element);
        return taken;
    }

    /// The reduced loops of update 0 with another extent of the innermost, which begins at 0.
    static ::Halide::RDom loops(const Function& function, const Expr& innermost, const std::string& name) {
        ::Halide::Region ranges{{0, innermost}};
        const auto& reduced = function.updates()[0].schedule().rvars();
        for (std::size_t i = 1; i < reduced.size(); i++)
            ranges.push_back({reduced[i].min, reduced[i].extent});
        return ::Halide::RDom(ranges, name);
    }

    /// `func` becomes a copy of what so many lanes and, of a row's rest, a serial loop find; the names of the
    /// two new Funcs.
    static std::vector<std::string> apply(const ::Halide::Func& func, int lanes) {
        Function function = func.function();
        const ExtremumLanes found(function);
        const Expr extent = function.updates()[0].schedule().rvars()[0].extent;
        const std::vector<Expr> own = function.definition().args();
        std::string lane_name = "of_lanes";
        for (const std::string& arg : function.args())
            if (arg.size() >= lane_name.size()) lane_name += std::string(arg.size(), '_'); // longer than any
        const ::Halide::Var lane(lane_name);
        std::vector<Expr> begin = function.values(), at{lane};
        if (!found.keeps_nan) begin.push_back(-1); // before all elements
        at.insert(at.end(), own.begin(), own.end());

        Function in_lanes(::Halide::Internal::unique_name(func.name() + "_lanes"));
        std::vector<std::string> lane_args = function.args();
        lane_args.insert(lane_args.begin(), lane_name);
        in_lanes.define(lane_args, begin);
        const ::Halide::RDom step = loops(function, extent / lanes, "steps");
        const std::vector<Expr> taken = taken_at(found, function, step[0] * lanes + lane, step);
        const Expr value = taken[found.deciding], best = values_of(in_lanes, at)[found.deciding];
        if (found.keeps_nan)
            found.keep_better(in_lanes, at, value);
        else
            update(in_lanes, at, found.takes(value, best), taken);

        Function of_lanes(::Halide::Internal::unique_name(func.name() + "_of_lanes"));
        of_lanes.define(function.args(), begin);
        const ::Halide::RDom all(0, lanes, "lanes"), rest = loops(function, extent % lanes, "rest");
        at[0] = Expr(all.x);
        found.choose(of_lanes, own, values_of(in_lanes, at));
        found.choose(of_lanes, own, taken_at(found, function, extent / lanes * lanes + rest[0], rest));

        std::vector<Expr>& values = function.definition().values();
        const std::vector<Expr> result = values_of(of_lanes, own);
        for (std::size_t i = 0; i < values.size(); i++) values[i] = result[i];
        using Definitions = std::vector<::Halide::Internal::Definition>;
        const_cast<Definitions&>(function.updates())
            .clear(); // Halide has no call that takes definitions back
        return {in_lanes.name(), of_lanes.name()};
    }

    /// The update of one element that keeps its own value where that is better or NaN. As the user wrote it:
    /// the opposite of a comparison is not what Halide's simplifier takes for it where there is a NaN.
    void keep_better(Function& function, const std::vector<Expr>& at, const Expr& candidate) const {
        const Expr own = values_of(function, at)[0];
        const Expr value = ::Halide::select(better(own, candidate) || ::Halide::is_nan(own), own, candidate);
        function.define_update(at, {value});
    }

    /// Takes the values where they are better, or as good and on the right side in the serial order.
    void choose(Function& function, const std::vector<Expr>& at, const std::vector<Expr>& its) const {
        if (keeps_nan) return keep_better(function, at, its[0]);
        const std::vector<Expr> mine = values_of(function, at);
        const Expr a = its[deciding], b = mine[deciding];
        const Expr in_order = last ? its.back() > mine.back() : its.back() < mine.back();
        update(function, at, better(a, b) || (a == b && in_order), its);
    }
};
