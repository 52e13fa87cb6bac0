// See windows.h.
#include "autoconfig/extract/canonical/windows.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/rows.h"
#include "autoconfig/extract/canonical/separated_window.h"
#include "autoconfig/extract/functions.h"

#include <algorithm>

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

/// Of many values that begin so, may some be combined before the others?
bool may_be_parted(const Expr& value, const Expr& begin, bool strict_float) {
    if (!value.as<Add>()) return is_const(begin);
    return is_const_zero(begin) && !(strict_float && value.type().is_float());
}

/// Does it read its own Func once?
bool reads_itself_once(const Stage& update, const std::string& name) {
    return std::count_if(update.loads.begin(), update.loads.end(),
                         [&](const Call* load) { return load->name == name; }) == 1;
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

std::optional<SeparableLoop> separable_loop(const Node& node, const Regions& regions, bool strict_float) {
    if (node.stages.size() != 2 || node.stages[1].predicated || node.stages[1].values.size() != 1) return {};
    const Stage& update = node.stages[1];
    const std::string& name = node.function.name();
    const std::vector<Expr> operands = SeparatedWindow::operands(update.values[0], name);
    const std::vector<double> steps = steps_of(update.rvars);
    if (operands.empty() || steps.size() < 2 || !is_own_place(update.args, node)) return {};
    const auto* own = operands[0].as<Call>();
    if (!is_own_place(own->args, node) || !reads_itself_once(update, name) ||
        !may_be_parted(update.values[0], node.stages[0].values[0], strict_float))
        return {};
    double all = 1;
    for (double one : steps) all *= one;
    for (std::size_t l = steps.size(); l-- > 0;) {
        if (steps[l] < 2 || all < 2 * (all / steps[l] + steps[l])) continue;
        for (int d = static_cast<int>(node.dimensions()) - 1; d >= 0; --d)
            if (leads_along(operands[1], update.rvars[l].var, node.function.args()[d]) &&
                elements_along(node, d, regions) >= 2 * steps[l])
                return SeparableLoop{d, update.rvars[l].var};
    }
    return {};
}

} // namespace autoconfig::extraction
