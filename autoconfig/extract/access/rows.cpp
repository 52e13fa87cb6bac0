// See rows.h.
#include "autoconfig/extract/access/rows.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/constants.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// What `x` does to a read whose rows are to lie along `k`.
enum class Step { Along, Across, None, Elsewhere };

Step step(const Call* load, const std::string& x, const std::string& k) {
    const bool goes_on = std::any_of(load->args.begin(), load->args.end(),
                                     [&](const Expr& index) { return uses_any(index, {k}); });
    if (!goes_on) return Step::None; // loaded once, before the reduction
    if (uses_any(load->args[0], {x})) return Step::Along;
    const bool across = std::any_of(load->args.begin() + 1, load->args.end(),
                                    [&](const Expr& index) { return uses_any(index, {x}); });
    if (!across) return Step::None;
    return uses_any(load->args[0], {k}) ? Step::Across : Step::Elsewhere;
}

/// Too few elements for a vector of partial results?
bool is_short(const ReductionVariable& reduced) {
    constexpr int least_lanes = 4;
    const auto extent = number(reduced.extent);
    return extent && extent->value < least_lanes;
}

/// Does each value of a Tuple read only itself of the Func? Others, as places of maxima, depend on the order.
bool goes_apart(const Stage& stage, const std::string& func) {
    for (std::size_t value = 0; value < stage.values.size(); value++)
        for (const Call* load : loads_in(stage.values[value], false))
            if (load->name == func && load->value_index != static_cast<int>(value)) return false;
    return true;
}

bool goes_from_row_to_row(const Function& function, const Definition& update) {
    const std::string& x = function.args()[0];
    const auto& reduced = update.schedule().rvars();
    if (reduced.empty() || is_short(reduced[0])) return false;
    bool across = false;
    for (const Expr& value : update.values())
        for (const Call* load : loads_in(value, false)) {
            if (load->name == function.name()) continue;
            const Step one = step(load, x, reduced[0].var);
            if (one == Step::Along || one == Step::Elsewhere) return false;
            across = across || one == Step::Across;
        }
    return across;
}

} // namespace

bool may_run_along_rows(const Function& function, std::size_t update) {
    const Definition& definition = function.updates()[update];
    if (definition.args().empty()) return false;
    const std::string& x = function.args()[0];
    return is_variable(definition.args()[0], x) && !uses_any(definition.predicate(), {x});
}

bool runs_along_rows(const Function& function, std::size_t update) {
    return may_run_along_rows(function, update) &&
           !goes_from_row_to_row(function, function.updates()[update]);
}

bool may_be_in_any_order(const Node& node, const Stage& stage, bool strict_float) {
    if (stage.predicated() || !goes_apart(stage, node.function.name())) return false;
    const auto rounds = [](const Expr& value) { // but for what picks
        return value.type().is_float() && !value.as<Max>() && !value.as<Min>();
    };
    if (strict_float && std::any_of(stage.values.begin(), stage.values.end(), rounds)) return false;
    const AssociativeOp op = prove_associativity(node.function.name(), stage.args, stage.values);
    return op.associative() && op.commutative();
}

bool vectors_run_along_rows(const Node& node, std::size_t s, bool any_order) {
    const Stage& stage = node.stages[s];
    const bool reduces = !stage.rvars.empty() && !stage.predicated() && is_own_place(stage.args, node);
    return reduces && !any_order ? may_run_along_rows(node.function, s - 1)
                                 : runs_along_rows(node.function, s - 1);
}

} // namespace autoconfig::extraction
