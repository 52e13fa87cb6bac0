// See paired_steps.h.
#include "lowering/paired_steps.h"

#include "autoconfig/halide_compat.h"
#include "lowering/innermost_loops.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;
using Halide::Int;

/// sum[index] += a * b, where a and b are vectors of 16 bits.
struct Step {
    const Store* store;
    Expr a, b;
};

std::optional<std::pair<Expr, Expr>> factors_of(const Expr& product) {
    Expr inner = product;
    if (const Cast* cast = product.as<Cast>()) inner = cast->value;
    const Call* widening = inner.as<Call>();
    if (widening && widening->is_intrinsic(Call::widening_mul))
        return std::pair(widening->args[0], widening->args[1]);
    const Mul* wide = product.as<Mul>();
    return wide ? std::optional(std::pair(wide->a, wide->b)) : std::nullopt;
}

bool loads(const Expr& value, const Store& store) {
    const Load* load = value.as<Load>();
    return load && load->name == store.name && is_const_one(load->predicate) &&
           equal(load->index, store.index);
}

std::optional<Step> step_of(const Store* store, const std::string& loop) {
    const Add* sum = store->value.as<Add>();
    const Halide::Type type = store->value.type();
    if (!sum || !(type.is_int() && type.bits() == 32 && type.is_vector()) ||
        !is_const_one(store->predicate) || expr_uses_var(store->index, loop))
        return std::nullopt;
    if (!loads(sum->a, *store) && !loads(sum->b, *store)) return std::nullopt;
    const auto factors = factors_of(loads(sum->a, *store) ? sum->b : sum->a);
    if (!factors) return std::nullopt;
    const Halide::Type narrow = Int(16, type.lanes());
    const Step step{store, lossless_cast(narrow, factors->first), lossless_cast(narrow, factors->second)};
    return step.a.defined() && step.b.defined() ? std::optional(step) : std::nullopt;
}

bool add_steps(const Stmt& body, const std::string& loop, std::vector<Step>& steps) {
    if (const Block* block = body.as<Block>())
        return add_steps(block->first, loop, steps) && add_steps(block->rest, loop, steps);
    const Store* store = body.as<Store>();
    const std::optional<Step> step = store ? step_of(store, loop) : std::nullopt;
    if (step) steps.push_back(*step);
    return step.has_value();
}

/// Are no sums read but to be added to, and are there two at least for each vector that is no element in all
/// lanes?
bool is_register_tile(const std::vector<Step>& steps) {
    struct Loads : IRVisitor {
        std::set<std::string> names;
        using IRVisitor::visit;
        void visit(const Load* load) override {
            names.insert(load->name);
            IRVisitor::visit(load);
        }
    } loads;
    std::vector<Expr> vectors;
    for (const Step& step : steps)
        for (const Expr& operand : {step.a, step.b}) {
            operand.accept(&loads);
            const auto is_same = [&](const Expr& other) { return equal(other, operand); };
            if (!operand.as<Broadcast>() && std::none_of(vectors.begin(), vectors.end(), is_same))
                vectors.push_back(operand);
        }
    const auto is_read = [&](const Step& step) { return loads.names.count(step.store->name) > 0; };
    return 2 * vectors.size() <= steps.size() && std::none_of(steps.begin(), steps.end(), is_read);
}

/// The elements of two values in turns: of what is loaded side by side, one load.
Expr in_turns(const Expr& first, const Expr& second) {
    const Cast* cast = first.as<Cast>();
    const Cast* other_cast = second.as<Cast>();
    if (cast && other_cast && cast->value.type() == other_cast->value.type()) {
        const Expr inner = in_turns(cast->value, other_cast->value);
        return Cast::make(first.type().with_lanes(inner.type().lanes()), inner);
    }
    const Broadcast* copies = first.as<Broadcast>();
    const Broadcast* other_copies = second.as<Broadcast>();
    if (copies && other_copies)
        return Shuffle::make_broadcast(in_turns(copies->value, other_copies->value), copies->lanes);
    const Load* load = first.as<Load>();
    const Load* next = second.as<Load>();
    const bool side_by_side = load && next && load->type.is_scalar() && load->name == next->name &&
                              is_const_one(load->predicate) && is_const_one(next->predicate) &&
                              is_const_one(simplify(next->index - load->index));
    if (side_by_side)
        return Load::make(load->type.with_lanes(2), load->name, Ramp::make(load->index, 1, 2), load->image,
                          load->param, const_true(2), ModulusRemainder());
    return Shuffle::make_interleave({first, second});
}

/// Both of a step and the next one.
Stmt pair_of(const Step& step, const std::string& loop, const Expr& first) {
    const auto both = [&](const Expr& operand) {
        return in_turns(simplify(substitute(loop, first, operand)),
                        simplify(substitute(loop, first + 1, operand)));
    };
    const Store& store = *step.store;
    const Halide::Type type = store.value.type();
    const Expr products = Call::make(type.with_lanes(2 * type.lanes()), Call::widening_mul,
                                     {both(step.a), both(step.b)}, Call::PureIntrinsic);
    const Expr sum = Load::make(type, store.name, store.index, Halide::Buffer<>(), store.param,
                                store.predicate, store.alignment);
    return Store::make(store.name, VectorReduce::make(VectorReduce::Add, products, type.lanes()) + sum,
                       store.index, store.param, store.predicate, store.alignment);
}

class PairedSteps : public InnermostLoops {
    Stmt rewritten(const Stmt& statement) override {
        const For* loop = statement.as<For>();
        std::vector<Step> steps;
        if (!add_steps(loop->body, loop->name, steps) || !is_register_tile(steps)) return statement;
        const Expr first = loop->min + 2 * Variable::make(Int(32), loop->name);
        std::vector<Stmt> pairs;
        for (const Step& step : steps) pairs.push_back(pair_of(step, loop->name, first));
        const Stmt paired = compat::loop_over(*loop, 0, simplify(loop->extent / 2), Block::make(pairs));
        const Expr odd = simplify(loop->extent > 0 && loop->extent % 2 == 1);
        if (is_const_zero(odd)) return paired;
        const Expr last = simplify(loop->min + loop->extent - 1);
        return Block::make(paired, IfThenElse::make(odd, substitute(loop->name, last, loop->body)));
    }
};

} // namespace

void add_steps_in_pairs(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (target.arch == Halide::Target::X86 && !target.has_gpu_feature())
        pipeline.add_custom_lowering_pass(new PairedSteps);
}

} // namespace autoconfig::lowering
