// See sums.h.
#include "autoconfig/extract/canonical/sums.h"

#include "autoconfig/extract/canonical/extrema.h"
#include "autoconfig/extract/canonical/loop_order.h"
#include "autoconfig/extract/match/factors.h"
#include "autoconfig/extract/match/product.h"

#include <algorithm>

namespace autoconfig::extraction {

using Halide::Expr;

namespace {

using Term = SummedProducts::Term;

/// The loops that lead to the factors with the columns, and to those without.
struct LoopSets {
    LoopSet columns, rows;
    bool operator==(const LoopSets& other) const { return columns == other.columns && rows == other.rows; }
};

LoopSets sets_of(const std::vector<Term>& terms, const std::string& column,
                 const std::vector<std::string>& loops) {
    LoopSets sets;
    for (const Term& term : terms)
        for (const Expr& factor : term.factors) {
            const LoopSet led = loops_of(factor, loops);
            (led.count(column) > 0 ? sets.columns : sets.rows).insert(led.begin(), led.end());
        }
    return sets;
}

/// A multiplication of two tiles' worth of vectors and rows takes longer than to put operands together.
bool is_reused(const LoopSets& sets, const Node& node, OperandUses& uses) {
    constexpr double a_tile = 4, columns = 8;
    return uses.of(sets.columns, sets.rows, node) >= a_tile &&
           uses.of(sets.rows, sets.columns, node) >= columns;
}

/// Those of all values, one after another; none where one adds anything else.
std::vector<std::vector<Term>> all_terms(const Node& node) {
    std::vector<std::vector<Term>> all;
    for (std::size_t value = 0; value < node.function.values().size(); value++) {
        all.push_back(SummedProducts::terms_of(node.function, value));
        if (all.back().empty()) return {};
    }
    const bool is_product = all.size() == 1 && all[0].size() == 1 && !all[0][0].negative;
    return is_product ? std::vector<std::vector<Term>>() : all;
}

std::vector<std::string> ordered(const LoopSet& used, const std::vector<std::string>& loops, const Term& term,
                                 bool of_columns, const std::string& column) {
    std::vector<const Halide::Internal::Call*> loads;
    for (const Expr& factor : term.factors)
        if ((loops_of(factor, loops).count(column) > 0) == of_columns)
            for (const auto* load : moving_loads(factor, loops)) loads.push_back(load);
    return in_order(used, loops, loads);
}

bool are_all_floats(const Node& node) {
    const std::vector<Halide::Type>& types = node.function.output_types();
    return std::all_of(types.begin(), types.end(),
                       [](const Halide::Type& type) { return type.is_float() && type.bits() >= 32; });
}

/// May the terms of its updates be looked at?
bool has_plain_updates(const Node& node) {
    return node.dimensions() > 1 &&
           std::all_of(node.stages.begin() + 1, node.stages.end(), [&](const Stage& update) {
               return !update.rvars.empty() && !update.predicated() && stays_in_place(update, node);
           });
}

/// Do all loops of the stage's reduction lead to both operands?
bool reduces_both(const Stage& stage, const LoopSets& sets) {
    return std::all_of(stage.rvars.begin(), stage.rvars.end(),
                       [&](const Halide::Internal::ReductionVariable& rvar) {
                           return sets.columns.count(rvar.var) + sets.rows.count(rvar.var) == 2;
                       });
}

/// Does the stage add to each value of the Func products that are worth a tile?
bool adds_products(const Node& node, std::size_t s, OperandUses& uses) {
    const std::vector<std::string> loops = loop_names(node, s);
    for (std::size_t value = 0; value < node.function.values().size(); value++) {
        const std::vector<Term> terms =
            SummedProducts::terms_of(node.function, value, static_cast<int>(s) - 1);
        const LoopSets sets = sets_of(terms, node.function.args()[0], loops);
        if (terms.empty() || !reduces_both(node.stages[s], sets) || !is_reused(sets, node, uses))
            return false;
    }
    return true;
}

} // namespace

std::optional<OperandLoops> summed_products(const Node& node, OperandUses& uses) {
    if (node.stages.size() != 2 || !has_plain_updates(node) || !are_all_floats(node)) return std::nullopt;
    const std::vector<std::vector<Term>> values = all_terms(node);
    if (values.empty()) return std::nullopt;
    const std::vector<std::string> loops = loop_names(node);
    const std::string& column = node.function.args()[0];
    const LoopSets sets = sets_of({values[0][0]}, column, loops);
    for (const std::vector<Term>& terms : values)
        for (const Term& term : terms)
            if (!(sets_of({term}, column, loops) == sets)) return std::nullopt;
    if (!reduces_both(node.stages[1], sets) || !is_reused(sets, node, uses)) return std::nullopt;
    return OperandLoops{ordered(sets.columns, loops, values[0][0], true, column),
                        ordered(sets.rows, loops, values[0][0], false, column)};
}

bool adds_products_in_turn(const Node& node, OperandUses& uses) {
    if (node.stages.size() < 3 || !has_plain_updates(node)) return false;
    for (std::size_t s = 1; s < node.stages.size(); s++)
        if (!adds_products(node, s, uses)) return false;
    return true;
}

} // namespace autoconfig::extraction
