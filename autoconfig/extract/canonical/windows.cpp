// See windows.h.
#include "autoconfig/extract/canonical/windows.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/rows.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// A variable goes on by less, in the simplest terms of the indices that it moves.
class Before : public IRGraphMutator {
public:
    Before(const std::string& variable, const std::string& less) : variable_(variable), less_(less) {}

private:
    const std::string &variable_, &less_;

    using IRGraphMutator::visit;
    Expr visit(const Variable* variable) override {
        if (variable->name != variable_) return variable;
        return Expr(variable) - Variable::make(Halide::Int(32), less_);
    }
    Expr visit(const Call* call) override {
        const Expr moved = IRGraphMutator::visit(call);
        const auto* load = moved.as<Call>();
        if (!load || !is_load(load)) return moved;
        std::vector<Expr> args;
        for (const Expr& arg : load->args) args.push_back(simplify(arg));
        return Call::make(load->type, load->name, args, load->call_type, load->func, load->value_index,
                          load->image, load->param);
    }
};

/// Does a step of the loop lead the term where a step along the variable does, and nowhere else?
bool leads_along(const Expr& term, const std::string& loop, const std::string& variable) {
    return uses_any(term, {loop}) && !uses_any(Before(variable, loop).mutate(term), {loop});
}

/// Is it what a sum, or a maximum or minimum, of values on their own may begin with?
bool begins_anywhere(const Expr& begin, const Expr& value) {
    return value.as<Add>() ? is_const_zero(begin) : is_const(begin);
}

/// Steps of each loop; none where one is not known.
std::vector<double> steps_of(const std::vector<ReductionVariable>& loops) {
    std::vector<double> steps;
    for (const ReductionVariable& loop : loops) {
        const auto extent = as_const_int(loop.extent);
        if (!extent) return {};
        steps.push_back(static_cast<double>(*extent));
    }
    return steps;
}

/// Elements along a dimension, as far as is known.
double elements_along(const Node& node, int d, const Regions& regions) {
    const auto& span = regions.of(node.function.name())[static_cast<std::size_t>(d)];
    return span ? static_cast<double>(span->extent()) : 0;
}

} // namespace

bool is_window(const Node& node, bool strict_float) {
    if (node.stages.size() != 2 || node.stages[1].rvars.size() < 2) return false;
    const Stage& update = node.stages[1];
    for (std::size_t i = 0; i < update.values.size(); i++)
        if (SeparatedWindow::operands(update.values[i], node.function.name()).empty() ||
            !begins_anywhere(node.stages[0].values[i], update.values[i]))
            return false;
    return is_own_place(update.args, node) && may_be_in_any_order(node, update, strict_float);
}

std::optional<SeparableLoop> separable_loop(const Node& window, const Regions& regions) {
    const Stage& update = window.stages[1];
    std::vector<Expr> terms;
    for (const Expr& value : update.values)
        terms.push_back(SeparatedWindow::operands(value, window.function.name())[1]);
    const auto all_lead = [&](const std::string& loop, const std::string& variable) {
        return std::all_of(terms.begin(), terms.end(),
                           [&](const Expr& term) { return leads_along(term, loop, variable); });
    };
    const std::vector<double> steps = steps_of(update.rvars);
    const double all = std::accumulate(steps.begin(), steps.end(), 1.0, std::multiplies<>());
    for (std::size_t l = steps.size(); l-- > 0;) {
        if (steps[l] < 2 || all < 2 * (all / steps[l] + steps[l])) continue;
        for (int d = static_cast<int>(window.dimensions()) - 1; d >= 0; --d)
            if (all_lead(update.rvars[l].var, window.function.args()[d]) &&
                elements_along(window, d, regions) >= 2 * steps[l])
                return SeparableLoop{d, update.rvars[l].var};
    }
    return {};
}

} // namespace autoconfig::extraction
