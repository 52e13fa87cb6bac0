// See joins.h.
#include "autoconfig/extract/canonical/joins.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/canonical/loop_order.h"
#include "autoconfig/extract/match/factors.h"
#include "autoconfig/extract/match/product.h"
#include "autoconfig/extract/match/update_form.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

bool holds(const LoopSet& all, const LoopSet& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// The largest sets: those within no other one.
std::vector<LoopSet> largest_of(const std::set<LoopSet>& sets) {
    std::vector<LoopSet> largest;
    for (const LoopSet& one : sets)
        if (std::none_of(sets.begin(), sets.end(),
                         [&](const LoopSet& other) { return other != one && holds(other, one); }))
            largest.push_back(one);
    return largest;
}

/// The pure loops of the operand that has the result's columns, where another operand has not: of several
/// largest sets the only one that holds them, of two the first one where both do.
std::optional<LoopSet> loops_of_columns(const std::set<LoopSet>& sets, const std::string& columns) {
    const std::vector<LoopSet> largest = largest_of(sets);
    const auto has_columns = [&](const LoopSet& loops) { return loops.count(columns) > 0; };
    const auto which = std::count_if(largest.begin(), largest.end(), has_columns);
    if (largest.size() < 2 || (which != 1 && largest.size() > 2)) return std::nullopt;
    return which == 0 ? largest[0] : *std::find_if(largest.begin(), largest.end(), has_columns);
}

/// The operand's Func; none where it is a load, and what is done to it.
std::optional<JoinedOperands::Operand> operand_of(const std::vector<std::size_t>& places,
                                                  const std::vector<Expr>& factors,
                                                  const std::vector<std::string>& loops) {
    std::vector<const Call*> loads;
    LoopSet led;
    bool single = places.size() == 1;
    for (std::size_t place : places) {
        const std::vector<const Call*> own = moving_loads(factors[place], loops);
        const LoopSet here = loops_of(factors[place], loops);
        single = single && own.size() == 1 && loops_of(Expr(own[0]), loops) == here;
        loads.insert(loads.end(), own.begin(), own.end());
        led.insert(here.begin(), here.end());
    }
    if (single) return std::nullopt;
    return JoinedOperands::Operand{places, in_order(led, loops, loads)};
}

} // namespace

std::vector<JoinedOperands::Operand> joins_of(const Node& node) {
    const CombinedTerm combined = combined_term(node);
    if (!combined.refusal.empty() || combined.how != Combine::Add || combined.terms > 1 ||
        node.stages[1].predicated())
        return {};
    const std::vector<Expr> factors = JoinedOperands::factors_of(node.function);
    const std::vector<std::string> all = loop_names(node), pure = node.function.args();
    std::set<LoopSet> sets;
    for (const Expr& factor : factors)
        if (uses_any(factor, all)) sets.insert(loops_of(factor, pure));
    const auto columns = pure.empty() ? std::nullopt : loops_of_columns(sets, pure[0]);
    if (!columns) return {};
    std::vector<std::size_t> of_columns, of_rows;
    for (std::size_t i = 0; i < factors.size(); i++)
        if (uses_any(factors[i], all))
            (holds(*columns, loops_of(factors[i], pure)) ? of_columns : of_rows).push_back(i);
    std::vector<JoinedOperands::Operand> operands;
    for (const std::vector<std::size_t>& places : {of_columns, of_rows})
        if (auto operand = operand_of(places, factors, all)) operands.push_back(*std::move(operand));
    return operands;
}

} // namespace autoconfig::extraction
