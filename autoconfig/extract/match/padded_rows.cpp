// See padded_rows.h.
#include "autoconfig/extract/match/padded_rows.h"

#include "autoconfig/extract/access/constants.h"
#include "autoconfig/extract/match/zero_padding.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Is the product zero where the operand is?
bool is_factor(const Side& side) {
    return std::any_of(side.factors.begin(), side.factors.end(), [&](const Expr& factor) {
        const auto* cast = factor.as<Cast>();
        return graph_equal(cast ? cast->value : factor, Expr(side.load));
    });
}

/// The loop of a role that leads along a dimension, where there is one of it and no other of that role; -1.
int only_loop(const Problem& problem, const std::vector<std::int64_t>& coefficients, Role role) {
    int found = -1;
    for (std::size_t l = 0; l < problem.loops.size(); l++) {
        if (coefficients[l] == 0 || problem.loops[l].role != role) continue;
        if (found >= 0) return -1;
        found = static_cast<int>(l);
    }
    return found;
}

/// A dimension of A that one M loop around the rows and one of the window lead along, and no other.
struct Dimension {
    std::size_t index;
    int rows, window;
};

std::optional<Dimension> dimension_of_rows(const Problem& problem) {
    for (std::size_t d = 0; d < problem.a.coefficient.size(); d++) {
        const std::vector<std::int64_t>& coefficients = problem.a.coefficient[d];
        const int rows = only_loop(problem, coefficients, Role::M);
        const int window = only_loop(problem, coefficients, Role::Window);
        const auto moved = std::count_if(coefficients.begin(), coefficients.end(),
                                         [](std::int64_t coefficient) { return coefficient != 0; });
        if (rows >= 0 && window >= 0 && moved == 2 && rows != problem.row() && coefficients[rows] > 0 &&
            coefficients[window] > 0)
            return Dimension{d, rows, window};
    }
    return std::nullopt;
}

/// Do all conditions hold at a place? Nothing where that cannot be said.
std::optional<bool> hold(const std::vector<Expr>& conditions, const std::string& variable,
                         std::int64_t place) {
    for (const Expr& condition : conditions) {
        const Expr there = substitute(variable, Expr(static_cast<int>(place)), condition);
        const auto value = number(Select::make(there, 1, 0));
        if (!value) return std::nullopt;
        if (value->value == 0) return false;
    }
    return true;
}

/// Places from `first` on, in the direction of `step`, at which the conditions do not hold; at most `most`.
std::optional<std::int64_t> places_outside(const std::vector<Expr>& conditions, const std::string& variable,
                                           std::int64_t first, std::int64_t step, std::int64_t most) {
    for (std::int64_t place = 0; place < most; place++) {
        const std::optional<bool> inside = hold(conditions, variable, first + step * place);
        if (!inside) return std::nullopt;
        if (*inside) return place;
    }
    return most;
}

/// Where the loops begin.
std::optional<std::int64_t> first_place(const Expr& index, const Found& found,
                                        const std::vector<Span>& loops) {
    std::map<std::string, Expr> begin;
    for (std::size_t l = 0; l < loops.size() && l < found.map.loops.size(); l++)
        begin[found.map.loops[l]] = static_cast<int>(loops[l].min);
    const auto place = number(substitute(begin, index));
    return place ? std::optional(place->value) : std::nullopt;
}

} // namespace

std::optional<PaddedRows> padded_rows(const Problem& problem, const Side& a, const Found& found,
                                      const Regions& regions, const Graph& graph) {
    const Node* padded = graph.callee(a.load);
    const bool sums = !problem.step && !problem.clipped && !problem.groups && found.product.through.empty();
    if (!padded || !sums || !is_factor(a) || problem.innermost(Role::K) < 0 || problem.innermost(Role::N) < 0)
        return std::nullopt;
    const std::optional<Dimension> dimension = dimension_of_rows(problem);
    if (!dimension) return std::nullopt;
    const auto [d, rows, window] = *dimension;
    const std::vector<Expr> inside = ZeroPadding::inside(padded->function, static_cast<int>(d));
    const std::optional<std::int64_t> first = first_place(a.load->args[d], found, loop_spans(found, regions));
    if (inside.empty() || !first) return std::nullopt;
    const std::vector<std::int64_t>& steps = problem.a.coefficient[d];
    const std::int64_t reach = steps[window] * (problem.loops[window].extent - 1);
    const std::int64_t last = *first + reach + steps[rows] * (problem.loops[rows].extent - 1);
    const std::string& variable = padded->function.args()[d];
    const auto before = places_outside(inside, variable, *first, 1, reach);
    const auto after = places_outside(inside, variable, last, -1, reach);
    if (!before || !after || *before + *after == 0) return std::nullopt;
    return PaddedRows{rows, window, static_cast<int>(d), *before, *after};
}

} // namespace autoconfig::extraction
