// A lowering pass over the boundary conditions in loops over windows.
#include "lowering/interior_windows.h"

#include "lowering/conditions.h"
#include "lowering/edge_condition.h"
#include "lowering/invariant.h"
#include "lowering/let_scopes.h"
#include "lowering/lets.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// Steps of a window: those of larger ones take longer than to ask at each.
constexpr std::int64_t most_steps = 64;

/// Loops of known extents, one in the other, with nothing but lets between them: over a window, or over a few
/// windows too.
struct WindowNest {
    Scope<Interval> loops;
    std::int64_t steps = 1;

    /// Nothing where the loop is none of these.
    static std::optional<WindowNest> of(const For* loop) {
        WindowNest nest;
        while (loop) {
            const auto extent = as_const_int(loop->extent);
            if (!extent || *extent < 1 || loop->for_type != ForType::Serial) return std::nullopt;
            nest.steps *= *extent;
            if (nest.steps > most_steps) return std::nullopt;
            nest.loops.push(loop->name, {loop->min, simplify(loop->min + (loop->extent - 1))});
            const Stmt body = behind_lets(loop->body);
            loop = body.as<For>();
            if (!loop && has_loops(body)) return std::nullopt;
        }
        return nest;
    }

private:
    static bool has_loops(const Stmt& stmt) {
        struct Loops : IRVisitor {
            bool found = false;
            using IRVisitor::visit;
            void visit(const For*) override { found = true; }
        } loops;
        stmt.accept(&loops);
        return loops.found;
    }
};

/// Comparisons of which any that holds makes a condition hold.
void add_alternatives(const Expr& condition, std::vector<Expr>& all) {
    const Or* either = condition.as<Or>();
    const LT* less = condition.as<LT>();
    const Min* least = less ? less->a.as<Min>() : nullptr;
    const Max* most = less ? less->b.as<Max>() : nullptr;
    if (either) {
        add_alternatives(either->a, all);
        add_alternatives(either->b, all);
    } else if (least) {
        add_alternatives(least->a < less->b, all);
        add_alternatives(least->b < less->b, all);
    } else if (most) {
        add_alternatives(less->a < most->a, all);
        add_alternatives(less->a < most->b, all);
    } else {
        add_once(all, condition);
    }
}

/// Leaves out the boundary conditions of a nest, and what clamps the indices behind them.
class InteriorWindow : public LetMutator {
public:
    explicit InteriorWindow(const WindowNest& nest) : nest_(nest) {}

    std::vector<Expr> outside; // what must not hold for that at any step, each once
    bool varies = false;       // any of it, in the nest

private:
    const WindowNest& nest_;
    Lets lets_;
    int behind_ = 0; // so many conditions

    void enter(const std::string& name, const Expr& value) override { lets_.emplace_back(name, value); }
    void leave() override { lets_.pop_back(); }

    Expr spelled(const Expr& value) const { return spelled_out(value, lets_); }
    bool is_outside(const Expr& comparison) const {
        const Expr what = spelled(comparison);
        return std::any_of(outside.begin(), outside.end(), [&](const Expr& one) { return equal(one, what); });
    }

    using LetMutator::visit;
    Expr visit(const Select* select) override {
        const EdgeCondition edge = EdgeCondition::of(*select);
        const Expr condition = edge.outside.defined() ? spelled(edge.outside) : Expr();
        if (!condition.defined() || !is_invariant(condition, {})) return LetMutator::visit(select);
        add_alternatives(condition, outside);
        varies = varies || expr_uses_vars(condition, nest_.loops);
        ++behind_;
        Expr inside = mutate(edge.inside_value);
        --behind_;
        return inside;
    }
    Expr visit(const Max* clamp) override {
        return behind_ > 0 && is_outside(clamp->a < clamp->b) ? mutate(clamp->a) : LetMutator::visit(clamp);
    }
    Expr visit(const Min* clamp) override {
        return behind_ > 0 && is_outside(clamp->b < clamp->a) ? mutate(clamp->a) : LetMutator::visit(clamp);
    }
};

class InteriorWindows : public IRMutator {
    using IRMutator::visit;
    Stmt visit(const For* loop) override {
        const std::optional<WindowNest> nest = WindowNest::of(loop);
        if (!nest) return IRMutator::visit(loop);
        InteriorWindow interior(*nest);
        const Stmt inside = interior.mutate(Stmt(loop));
        if (!interior.varies) return loop;
        Expr everywhere = const_true();
        for (const Expr& outside : interior.outside)
            everywhere = everywhere && and_condition_over_domain(simplify(!outside), nest->loops);
        everywhere = simplify(everywhere);
        const bool known = is_invariant(everywhere, names_defined_in(loop)); // before the nest
        return !known || is_const_zero(everywhere) ? IRMutator::visit(loop)
                                                   : IfThenElse::make(everywhere, inside, loop);
    }
};

} // namespace

void add_interior_windows(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new InteriorWindows);
}

} // namespace autoconfig::lowering
