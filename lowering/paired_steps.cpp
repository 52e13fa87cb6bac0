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

/// Through a cast that changes no bit of an integer.
Expr same_bits(const Expr& value) {
    const Cast* cast = value.as<Cast>();
    const bool keeps = cast && cast->type.is_int_or_uint() && cast->value.type().is_int_or_uint() &&
                       cast->type.bits() == cast->value.type().bits();
    return keeps ? cast->value : value;
}

/// What is added to what: since Halide 16 to sums of 32 bits, signed or not, also products of 16.
std::optional<std::pair<Expr, Expr>> parts_of(const Expr& value) {
    if (const Add* sum = value.as<Add>()) return std::pair(sum->a, sum->b);
    const Expr unsigned_too = same_bits(value);
    const Call* sum = unsigned_too.as<Call>();
    const bool widens = sum && sum->is_intrinsic() && sum->name == "widen_right_add";
    return widens ? std::optional(std::pair(same_bits(sum->args[0]), sum->args[1])) : std::nullopt;
}

std::optional<Step> step_of(const Store* store, const std::string& loop) {
    const auto sum = parts_of(store->value);
    const Halide::Type type = store->value.type();
    if (!sum || !(type.is_int() && type.bits() == 32 && type.is_vector()) ||
        !is_const_one(store->predicate) || expr_uses_var(store->index, loop))
        return std::nullopt;
    if (!loads(sum->first, *store) && !loads(sum->second, *store)) return std::nullopt;
    const auto factors = factors_of(loads(sum->first, *store) ? sum->second : sum->first);
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

/// Are no sums read but to be added to?
bool are_apart(const std::vector<Step>& steps) {
    struct Loads : IRVisitor {
        std::set<std::string> names;
        using IRVisitor::visit;
        void visit(const Load* load) override {
            names.insert(load->name);
            IRVisitor::visit(load);
        }
    } loads;
    for (const Step& step : steps) {
        step.a.accept(&loads);
        step.b.accept(&loads);
    }
    return std::none_of(steps.begin(), steps.end(),
                        [&](const Step& step) { return loads.names.count(step.store->name) > 0; });
}

/// Are there two sums at least for each vector that is no element in all lanes?
bool is_register_tile(const std::vector<Step>& steps) {
    std::vector<Expr> vectors;
    for (const Step& step : steps)
        for (const Expr& operand : {step.a, step.b}) {
            const auto is_same = [&](const Expr& other) { return equal(other, operand); };
            if (!operand.as<Broadcast>() && std::none_of(vectors.begin(), vectors.end(), is_same))
                vectors.push_back(operand);
        }
    return 2 * vectors.size() <= steps.size();
}

/// Does nothing read the buffer but sums of all lanes of a vector, and what is added to it?
class SumsOfLanes : public IRVisitor {
public:
    explicit SumsOfLanes(const std::string& buffer) : buffer_(buffer) {}
    bool are_all() const { return !is_read_otherwise_; }

private:
    const std::string& buffer_;
    bool is_read_otherwise_ = false;

    bool is_read(const Expr& value) const {
        const Load* load = value.as<Load>();
        return load && load->name == buffer_;
    }

    using IRVisitor::visit;
    void visit(const Load* load) override {
        is_read_otherwise_ = is_read_otherwise_ || load->name == buffer_;
        IRVisitor::visit(load);
    }
    /// The buffer as a whole, for what is not Halide's.
    void visit(const Variable* variable) override {
        is_read_otherwise_ =
            is_read_otherwise_ || (variable->type.is_handle() &&
                                   (variable->name == buffer_ || variable->name == buffer_ + ".buffer"));
    }
    void visit(const VectorReduce* reduced) override {
        const bool sums = reduced->op == VectorReduce::Add && reduced->type.is_scalar();
        if (!sums || !is_read(reduced->value)) IRVisitor::visit(reduced);
    }
    void visit(const Store* store) override {
        const auto sum = parts_of(store->value);
        if (store->name != buffer_ || !sum) return IRVisitor::visit(store);
        for (const Expr& added : {sum->first, sum->second})
            if (!loads(added, *store)) added.accept(this);
    }
};

/// Where a load without a mask begins, of one element or of neighbours; else undefined.
Expr begin_of(const Load* load) {
    if (!load || !is_const_one(load->predicate)) return Expr();
    const Ramp* row = load->index.as<Ramp>();
    if (load->type.is_scalar()) return load->index;
    return row && is_const_one(row->stride) ? row->base : Expr();
}

/// Two loads, the second of which goes on where the first ends, as one; else undefined.
Expr both_loaded(const Load* load, const Load* next) {
    const Expr begin = begin_of(load), next_begin = begin_of(next);
    const bool follows = begin.defined() && next_begin.defined() && load->name == next->name &&
                         is_const_zero(simplify(next_begin - begin - load->type.lanes()));
    if (!follows) return Expr();
    const int lanes = 2 * load->type.lanes();
    return Load::make(load->type.with_lanes(lanes), load->name, Ramp::make(begin, 1, lanes), load->image,
                      load->param, const_true(lanes), load->alignment);
}

/// What `together` makes of two values, below casts that both have alike; undefined where it makes nothing.
template<typename Together>
Expr below_casts(const Expr& first, const Expr& second, const Together& together) {
    const Cast* cast = first.as<Cast>();
    const Cast* other_cast = second.as<Cast>();
    if (!cast || !other_cast || cast->value.type() != other_cast->value.type())
        return together(first, second);
    const Expr inner = below_casts(cast->value, other_cast->value, together);
    return inner.defined() ? Cast::make(first.type().with_lanes(inner.type().lanes()), inner) : inner;
}

/// One value behind the other, where both are loaded from there; else undefined.
Expr one_after_another(const Expr& first, const Expr& second) {
    return below_casts(first, second,
                       [](const Expr& a, const Expr& b) { return both_loaded(a.as<Load>(), b.as<Load>()); });
}

/// The elements of two values in turns: of what is loaded side by side, one load.
Expr in_turns(const Expr& first, const Expr& second) {
    return below_casts(first, second, [](const Expr& a, const Expr& b) {
        const Broadcast* copies = a.as<Broadcast>();
        const Broadcast* other_copies = b.as<Broadcast>();
        if (copies && other_copies)
            return Shuffle::make_broadcast(in_turns(copies->value, other_copies->value), copies->lanes);
        const Expr loaded = a.type().is_scalar() ? both_loaded(a.as<Load>(), b.as<Load>()) : Expr();
        return loaded.defined() ? loaded : Shuffle::make_interleave({a, b});
    });
}

/// Both of a step and the next one, whose operands are put together so; undefined where one of these is.
template<typename Together>
Stmt pair_of(const Step& step, const std::string& loop, const Expr& first, const Together& together) {
    const auto both = [&](const Expr& operand) {
        return together(simplify(substitute(loop, first, operand)),
                        simplify(substitute(loop, first + 1, operand)));
    };
    const Expr a = both(step.a), b = both(step.b);
    if (!a.defined() || !b.defined()) return Stmt();
    const Store& store = *step.store;
    const Halide::Type type = store.value.type();
    const Expr products =
        Call::make(type.with_lanes(2 * type.lanes()), Call::widening_mul, {a, b}, Call::PureIntrinsic);
    const Expr sum = Load::make(type, store.name, store.index, Halide::Buffer<>(), store.param,
                                store.predicate, store.alignment);
    return Store::make(store.name, VectorReduce::make(VectorReduce::Add, products, type.lanes()) + sum,
                       store.index, store.param, store.predicate, store.alignment);
}

class PairedSteps : public InnermostLoops {
    std::set<std::string> summed_; // buffers of which only sums of lanes matter

    using InnermostLoops::visit;
    Stmt visit(const Allocate* op) override {
        SumsOfLanes sums(op->name);
        op->body.accept(&sums);
        if (sums.are_all()) summed_.insert(op->name);
        Stmt result = InnermostLoops::visit(op);
        summed_.erase(op->name);
        return result;
    }

    bool are_summed(const std::vector<Step>& steps) const {
        return std::all_of(steps.begin(), steps.end(),
                           [&](const Step& step) { return summed_.count(step.store->name) > 0; });
    }

    Stmt rewritten(const Stmt& statement) override {
        const For* loop = statement.as<For>();
        std::vector<Step> steps;
        if (!add_steps(loop->body, loop->name, steps) || !are_apart(steps)) return statement;
        if (are_summed(steps)) return in_pairs(*loop, steps, one_after_another);
        return is_register_tile(steps) ? in_pairs(*loop, steps, in_turns) : statement;
    }

    template<typename Together>
    static Stmt in_pairs(const For& loop, const std::vector<Step>& steps, const Together& together) {
        const Expr first = loop.min + 2 * Variable::make(Int(32), loop.name);
        std::vector<Stmt> pairs;
        for (const Step& step : steps) {
            pairs.push_back(pair_of(step, loop.name, first, together));
            if (!pairs.back().defined()) return Stmt(&loop);
        }
        const Stmt paired = compat::loop_over(loop, 0, simplify(loop.extent / 2), Block::make(pairs));
        const Expr odd = simplify(loop.extent > 0 && loop.extent % 2 == 1);
        if (is_const_zero(odd)) return paired;
        const Expr last = simplify(loop.min + loop.extent - 1);
        return Block::make(paired, IfThenElse::make(odd, substitute(loop.name, last, loop.body)));
    }
};

} // namespace

void add_steps_in_pairs(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (target.arch == Halide::Target::X86 && !target.has_gpu_feature())
        pipeline.add_custom_lowering_pass(new PairedSteps);
}

} // namespace autoconfig::lowering
