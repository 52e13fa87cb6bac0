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

bool has_free_rows(const Node& node, std::size_t s) {
    const Stage& stage = node.stages[s];
    if (stage.rvars.empty() || stage.args.empty() || stage.predicated() ||
        !is_variable(stage.args[0], stage.rvars[0].var))
        return false;
    return std::all_of(stage.loads.begin(), stage.loads.end(), [&](const Call* load) {
        return load->name != node.function.name() ||
               reads_no_other_step(load, stage.args, stage.rvars[0].var);
    });
}

std::optional<Node> with_pure_rows(const Node& node, std::size_t s) {
    if (s == 0 || !has_free_rows(node, s)) return std::nullopt;
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
