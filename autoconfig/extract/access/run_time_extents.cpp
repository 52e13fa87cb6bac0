// See run_time_extents.h.
#include "autoconfig/extract/access/run_time_extents.h"

#include "autoconfig/extract/access/affine.h"

#include <algorithm>
#include <cstdlib>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

/// Made of numbers and what callers pass alone, and not a number whatever they pass?
bool is_of_params(const Halide::Expr& expr) {
    struct Visitor : IRGraphVisitor {
        bool found = true;

        using IRGraphVisitor::visit;
        void visit(const Variable* variable) override { found = found && variable->param.defined(); }
        void visit(const Call*) override { found = false; }
    } visitor;
    expr.accept(&visitor);
    return visitor.found && !is_const(simplify(expr));
}

/// Loads that a stage makes wherever its loops are: not those of which selects may leave out some, as Halide
/// asks for no more than the conditions let through, nor any under a predicate.
std::vector<const Call*> loads_everywhere(const Stage& stage) {
    struct Visitor : IRGraphVisitor {
        std::vector<const Call*> found;

        using IRGraphVisitor::visit;
        void visit(const Select* select) override { select->condition.accept(this); }
        void visit(const Call* call) override {
            if (call->is_intrinsic(Call::if_then_else)) return call->args[0].accept(this);
            if (is_load(call)) found.push_back(call);
            IRGraphVisitor::visit(call);
        }
    } visitor;
    if (stage.predicated()) return {};
    for (const Halide::Expr& value : stage.values) value.accept(&visitor);
    return visitor.found;
}

constexpr std::int64_t longest_step = 64; // in elements, of places that are read one after the other

/// No parameters, whose values are not known, and nothing that is read.
bool reads_nothing_but(const Halide::Expr& index, const std::vector<std::string>& loops) {
    struct Visitor : IRGraphVisitor {
        const std::vector<std::string>* loops = nullptr;
        bool found = true;

        using IRGraphVisitor::visit;
        void visit(const Variable* read) override {
            found = found && std::find(loops->begin(), loops->end(), read->name) != loops->end();
        }
        void visit(const Call*) override { found = false; }
    } visitor;
    visitor.loops = &loops;
    index.accept(&visitor);
    return visitor.found;
}

/// Place of what is looked for in a list, or -1.
template<typename List, typename IsIt>
int place_of(const List& list, const IsIt& is_it) {
    const auto found = std::find_if(list.begin(), list.end(), is_it);
    return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

} // namespace

std::optional<RunTimeExtent> RunTimeExtents::of_rvar(const std::string& func, int update,
                                                     const std::string& rvar) const {
    const std::vector<ReductionVariable>& rvars = graph_.at(func).stages[update + 1].rvars;
    const int r = place_of(rvars, [&](const auto& each) { return each.var == rvar; });
    if (r < 0 || !is_of_params(rvars[r].extent)) return std::nullopt;
    return RunTimeExtent{func, update, r};
}

/// Of n places one after the other, a division by `over` makes (n - 1) / over + 1 at least.
std::optional<RunTimeExtent> RunTimeExtents::read_at(const std::string& consumer, int stage,
                                                     const Halide::Expr& index) {
    if (const auto* sum = index.as<Add>(); sum && is_const(sum->b)) return read_at(consumer, stage, sum->a);
    const auto* quotient = index.as<Div>();
    if (!quotient) return read_by_steps(consumer, stage, index);
    const auto over = as_const_int(quotient->b);
    if (!over || *over <= 0 || *over > longest_step) return std::nullopt;
    std::optional<RunTimeExtent> extent = read_by_steps(consumer, stage, quotient->a);
    if (!extent || extent->times != 1) return std::nullopt;
    extent->plus += extent->over * (*over - 1);
    extent->over *= *over;
    return extent;
}

std::optional<RunTimeExtent> RunTimeExtents::read_by_steps(const std::string& consumer, int stage,
                                                           const Halide::Expr& index) {
    const Node& node = graph_.at(consumer);
    const std::vector<ReductionVariable>& rvars = node.stages[stage].rvars;
    std::vector<std::string> loops;
    for (const ReductionVariable& rvar : rvars) loops.push_back(rvar.var);
    loops.insert(loops.end(), node.function.args().begin(), node.function.args().end());
    if (!reads_nothing_but(index, loops)) return std::nullopt;
    std::optional<RunTimeExtent> extent;
    std::int64_t further = 0; // elements, by loops of constant extent
    for (std::size_t l = 0; l < loops.size(); ++l) {
        const auto steps =
            affine(index, {loops[l]}); // whatever else moves it: as many for each place of that
        const std::int64_t step = steps ? std::abs(steps->front()) : 0;
        if (step == 0) continue;
        if (l < rvars.size())
            if (const auto known = as_const_int(rvars[l].extent)) {
                further += step * (*known - 1);
                continue;
            }
        if (extent || step > longest_step) continue;
        extent = of_loop(consumer, stage, loops[l]);
        if (extent && step > 1 && extent->over > 1) return std::nullopt;
        if (extent) extent->times *= step, extent->plus = step * (extent->plus - 1) + 1;
    }
    if (!extent || extent->times > longest_step) return std::nullopt;
    extent->plus += extent->over * further;
    return extent;
}

std::optional<RunTimeExtent> RunTimeExtents::of_loop(const std::string& consumer, int stage,
                                                     const std::string& loop) {
    const Node& node = graph_.at(consumer);
    const auto is_loop = [&](const ReductionVariable& rvar) { return rvar.var == loop; };
    const std::vector<ReductionVariable>& rvars = node.stages[stage].rvars;
    if (std::any_of(rvars.begin(), rvars.end(), is_loop)) return of_rvar(consumer, stage - 1, loop);
    const auto& args = node.function.args();
    const int d = place_of(args, [&](const std::string& arg) { return arg == loop; });
    return d >= 0 && is_variable(node.stages[stage].args[d], loop) ? of(consumer, d) : std::nullopt;
}

std::optional<RunTimeExtent> RunTimeExtents::of(const std::string& func, int dimension) {
    const auto [known, first] = known_.emplace(std::pair(func, dimension), std::nullopt);
    if (first)
        known->second =
            graph_.at(func).output ? RunTimeExtent{func, -1, dimension} : by_readers(func, dimension);
    return known->second;
}

std::optional<RunTimeExtent> RunTimeExtents::by_readers(const std::string& func, int dimension) {
    for (const std::string& consumer : graph_.at(func).consumers) {
        const std::vector<Stage>& stages = graph_.at(consumer).stages;
        for (int s = 0; s < static_cast<int>(stages.size()) && consumer != func; ++s) {
            for (const Call* load : loads_everywhere(stages[s])) {
                if (load->name != func) continue;
                if (const auto extent = read_at(consumer, s, simplify(load->args[dimension]))) return extent;
            }
        }
    }
    return std::nullopt;
}

} // namespace autoconfig::extraction
