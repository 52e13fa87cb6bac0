// See conditions.h.
#include "autoconfig/extract/access/conditions.h"

#include "autoconfig/extract/access/affine.h"

#include <algorithm>
#include <map>
#include <string>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Somebody's word that an index lies within bounds, which may be true only where the conditions hold.
struct FindPromises : IRGraphVisitor {
    bool found = false;

    using IRGraphVisitor::visit;
    void visit(const Call* op) override {
        found = found || op->is_intrinsic(Call::unsafe_promise_clamped);
        IRGraphVisitor::visit(op);
    }
};

bool promises(const Stage& stage) {
    FindPromises promises;
    for (const auto* exprs : {&stage.args, &stage.values})
        for (const Expr& expr : *exprs) expr.accept(&promises);
    return promises.found;
}

/// Wherever the loops of the stage lead, each within some bounds.
Scope<Interval> loops_of(const Node& node, const Stage& stage) {
    Scope<Interval> loops;
    for (const std::string& loop : node.function.args())
        loops.push(loop, {Variable::make(Halide::Int(32), loop + ".min"),
                          Variable::make(Halide::Int(32), loop + ".max")});
    for (const ReductionVariable& rvar : stage.rvars)
        loops.push(rvar.var, {rvar.min, rvar.min + rvar.extent - 1});
    return loops;
}

/// What values read of each image and Func under these conditions, which are read as well.
std::map<std::string, Box> read_under(const std::vector<Expr>& conditions, const std::vector<Expr>& values,
                                      const Scope<Interval>& loops) {
    Expr all = const_true();
    for (const Expr& condition : conditions) all = all && condition;
    std::vector<Stmt> read;
    for (const Expr& value : values) read.push_back(Evaluate::make(value));
    return boxes_required(IfThenElse::make(simplify(all), Block::make(read)), loops);
}

/// No more of any image or Func than in `all`.
bool lies_within(const std::map<std::string, Box>& some, const std::map<std::string, Box>& all) {
    return std::all_of(some.begin(), some.end(), [&](const auto& read) {
        const auto within = all.find(read.first);
        return within != all.end() && box_contains(within->second, read.second);
    });
}

/// Does a condition read something, and nothing of its own Func?
bool reads_others(const Expr& condition, const Node& node) {
    const std::vector<const Call*> loads = loads_in(condition, true);
    return !loads.empty() && std::none_of(loads.begin(), loads.end(), [&](const Call* load) {
        return load->name == node.function.name();
    });
}

/// May one of the stage's reduced loops end, or begin, where the condition says so?
bool ends_a_loop(const Expr& condition, const Stage& stage) {
    const std::vector<const Call*> loads = loads_in(condition, false);
    return std::any_of(stage.rvars.begin(), stage.rvars.end(), [&](const ReductionVariable& rvar) {
        return uses_any_outside_loads(condition, {rvar.var}) &&
               std::none_of(loads.begin(), loads.end(),
                            [&](const Call* load) { return uses_any(Expr(load), {rvar.var}); });
    });
}

} // namespace

std::vector<std::size_t> conditions_on_data(const Node& node, std::size_t s) {
    const Stage& stage = node.stages[s];
    if (stage.picked_by.empty() || promises(stage)) return {};
    const std::vector<Expr>& all = stage.conditions;
    const Scope<Interval> loops = loops_of(node, stage);
    std::vector<Expr> left = all, values = stage.values;
    values.insert(values.end(), stage.args.begin(), stage.args.end());
    const std::map<std::string, Box> read = read_under(all, values, loops);
    std::vector<std::size_t> on_data;
    for (std::size_t i = all.size(); i-- > 0;) {
        if (!reads_others(all[i], node)) continue;
        std::vector<Expr> fewer = left, more = values;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        more.push_back(all[i]);
        if (!lies_within(read_under(fewer, more, loops), read)) continue;
        left = fewer;
        values = more;
        on_data.push_back(i);
    }
    return on_data;
}

std::vector<std::size_t> conditions_on_elements(const Node& node, std::size_t s) {
    const Stage& stage = node.stages[s];
    std::vector<std::size_t> conditions = conditions_on_data(node, s);
    const auto ends = [&](std::size_t i) { return ends_a_loop(stage.conditions[i], stage); };
    conditions.erase(std::remove_if(conditions.begin(), conditions.end(), ends), conditions.end());
    return conditions;
}

bool is_picked_by_data(const Node& node, std::size_t s) {
    const Stage& stage = node.stages[s];
    return stage.predicated() && conditions_on_data(node, s).size() == stage.conditions.size();
}

} // namespace autoconfig::extraction
