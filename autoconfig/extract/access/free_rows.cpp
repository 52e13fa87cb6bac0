// See free_rows.h.
#include "autoconfig/extract/access/free_rows.h"

#include "autoconfig/extract/access/affine.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// While the other loops stand still: does it read what its own step writes, or what lies at another index of
/// a dimension along which the loop leads nowhere?
bool reads_no_other_step(const Call* load, const std::vector<Expr>& written, const std::string& loop) {
    const auto equal_index = [](const Expr& one, const Expr& other) { return equal(one, other); };
    if (std::equal(load->args.begin(), load->args.end(), written.begin(), equal_index)) return true;
    for (std::size_t d = 0; d < written.size(); d++)
        if (!uses_any(load->args[d], {loop}) && !uses_any(written[d], {loop}) &&
            is_const_zero(simplify(load->args[d] == written[d])))
            return true;
    return false;
}

} // namespace

bool has_free_rows(const Function& function, std::size_t update) {
    const Definition& definition = function.updates()[update];
    const auto& reduced = definition.schedule().rvars();
    if (reduced.empty() || definition.args().empty() || !definition.split_predicate().empty() ||
        !is_variable(definition.args()[0], reduced[0].var))
        return false;
    std::vector<Expr> exprs = definition.args();
    exprs.insert(exprs.end(), definition.values().begin(), definition.values().end());
    return std::all_of(exprs.begin(), exprs.end(), [&](const Expr& expr) {
        const Expr written_out = substitute_in_all_lets(expr); // holds the loads
        const std::vector<const Call*> loads = loads_in(written_out, true);
        return std::all_of(loads.begin(), loads.end(), [&](const Call* load) {
            return load->name != function.name() ||
                   reads_no_other_step(load, definition.args(), reduced[0].var);
        });
    });
}

std::optional<Node> with_pure_rows(const Node& node, std::size_t s) {
    if (s == 0 || !has_free_rows(node.function, s - 1)) return std::nullopt;
    std::optional<Node> pure = node;
    Stage& stage = pure->stages[s];
    const std::string loop = stage.rvars[0].var;
    const Expr row = Variable::make(Halide::Int(32), node.function.args()[0]);
    stage.rvars.erase(stage.rvars.begin());
    stage.loads.clear();
    for (auto* exprs : {&stage.args, &stage.values})
        for (Expr& expr : *exprs) {
            expr = graph_substitute(loop, row, expr);
            for (const Call* load : loads_in(expr, true)) stage.loads.push_back(load);
        }
    return pure;
}

} // namespace autoconfig::extraction
