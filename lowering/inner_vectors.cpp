// A lowering pass over the indices of vectors.
#include "lowering/inner_vectors.h"

#include "lowering/conditions.h"
#include "lowering/gathers.h"
#include "lowering/invariant.h"
#include "lowering/known_start.h"
#include "lowering/lets.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// Tests that cost less than what they save.
constexpr std::size_t most_conditions = 24;

/// Loads of vectors.
struct VectorLoads : IRVisitor {
    int gathers = 0;
    bool before_a_buffer = false;

    explicit VectorLoads(const Stmt& stmt) { stmt.accept(this); }

    using IRVisitor::visit;
    void visit(const Load* load) override {
        before_a_buffer = before_a_buffer || begins_before_the_buffer(load->index);
        gathers += is_gather(*load);
        IRVisitor::visit(load);
    }
};

/// A statement for vectors whose lanes are neighbours, and the conditions for that.
class Inner : public IRMutator {
public:
    std::vector<Expr> conditions;
    bool divides = false; // by what is not known before the pipeline runs

private:
    /// Lanes in steps that are known, and a number for all of them.
    struct Operands {
        const Ramp* row = nullptr;
        Expr number;
        std::int64_t span = 0; // from the first lane to the last; 0 where it is none of these
    };

    static Operands operands(const Expr& a, const Expr& b) {
        const Ramp* row = a.as<Ramp>();
        const Broadcast* number = b.as<Broadcast>();
        if (!row || !number || a.type().element_of() != Halide::Int(32) || row->base.type().is_vector() ||
            number->value.type().is_vector())
            return {};
        const auto step = as_const_int(row->stride);
        return {row, number->value, step && *step > 0 ? *step * (row->lanes - 1) : 0};
    }

    static Expr last(const Operands& of) { return of.row->base + make_const(Halide::Int(32), of.span); }

    /// All lanes have one quotient; not where the divisor is no positive number.
    bool is_whole(const Operands& of) {
        if (of.span == 0) return false;
        const auto divisor = as_const_int(of.number);
        if (divisor && *divisor <= of.span) return false;
        divides = divides || !divisor;
        add_once(conditions, of.row->base % of.number < of.number - make_const(Halide::Int(32), of.span));
        return true;
    }

    /// What has to hold for a < b, or a <= b, to be as `wanted` in all lanes; undefined where a vector does
    /// not tell.
    static Expr alike(const Expr& a, const Expr& b, bool or_equal, bool wanted) {
        const auto less = [&](const Expr& x, const Expr& y) {
            const Expr as_said = or_equal ? x <= y : x < y, not_so = or_equal ? x > y : x >= y;
            return wanted ? as_said : not_so;
        };
        if (const Operands of = operands(a, b); of.span > 0)
            return less(wanted ? last(of) : of.row->base, of.number);
        if (const Operands of = operands(b, a); of.span > 0)
            return less(of.number, wanted ? of.row->base : last(of));
        return {};
    }

    /// Is a condition that tells places outside an image, one on either side, as `wanted` in all lanes?
    static bool add_alike(const Expr& condition, bool wanted, std::vector<Expr>& all) {
        if (const auto* op = condition.as<Or>(); op && !wanted)
            return add_alike(op->a, wanted, all) && add_alike(op->b, wanted, all);
        if (const auto* op = condition.as<And>(); op && wanted)
            return add_alike(op->a, wanted, all) && add_alike(op->b, wanted, all);
        Expr one;
        if (const auto* op = condition.as<LT>()) one = alike(op->a, op->b, false, wanted);
        if (const auto* op = condition.as<LE>()) one = alike(op->a, op->b, true, wanted);
        if (one.defined()) add_once(all, one);
        return one.defined();
    }

    using IRMutator::visit;
    /// Outside the image on one side or the other, or inside on both.
    Expr visit(const Select* choice) override {
        const bool outside = choice->condition.as<Or>() != nullptr;
        const bool inside = choice->condition.as<And>() != nullptr;
        std::vector<Expr> all = conditions;
        if (!(inside || outside) || !add_alike(choice->condition, inside, all))
            return IRMutator::visit(choice);
        conditions = std::move(all);
        return mutate(inside ? choice->true_value : choice->false_value);
    }
    /// Of an index in plain arithmetic.
    Expr visit(const Load* load) override {
        return Load::make(load->type, load->name, mutate(lower_intrinsics(load->index)), load->image,
                          load->param, mutate(load->predicate), load->alignment);
    }
    Expr visit(const Div* quotient) override {
        const Expr a = mutate(quotient->a), b = mutate(quotient->b);
        const Operands of = operands(a, b);
        return is_whole(of) ? Broadcast::make(of.row->base / of.number, of.row->lanes) : Div::make(a, b);
    }
    Expr visit(const Mod* remainder) override {
        const Expr a = mutate(remainder->a), b = mutate(remainder->b);
        const Operands of = operands(a, b);
        return is_whole(of) ? Ramp::make(of.row->base % of.number, of.row->stride, of.row->lanes)
                            : Mod::make(a, b);
    }
    Expr visit(const Min* least) override {
        const Expr a = mutate(least->a), b = mutate(least->b);
        const Operands of = operands(a, b);
        if (of.span == 0) return Min::make(a, b);
        add_once(conditions, last(of) <= of.number);
        return a;
    }
    Expr visit(const Max* most) override {
        const Expr a = mutate(most->a), b = mutate(most->b);
        const Operands of = operands(a, b);
        if (of.span == 0) return Max::make(a, b);
        add_once(conditions, of.row->base >= of.number);
        return a;
    }
};

/// The lets of a statement, and whether it is one vector's sum written out: stores to one place, and no loop.
struct Contents : IRVisitor {
    Lets lets;
    bool is_written_out() const { return stores_ > 1 && one_place_; }

    explicit Contents(const Stmt& stmt) { stmt.accept(this); }

    using IRVisitor::visit;
    void visit(const For*) override { one_place_ = false; }
    void visit(const LetStmt* let) override {
        lets.emplace_back(let->name, let->value);
        IRVisitor::visit(let);
    }
    void visit(const Store* store) override {
        if (!one_place_) return;
        const Expr place = spelled_out(store->index, lets);
        if (++stores_ == 1) buffer_ = store->name, first_place_ = place;
        one_place_ = store->name == buffer_ && equal(place, first_place_);
    }

private:
    std::string buffer_;
    Expr first_place_;
    int stores_ = 0;
    bool one_place_ = true;
};

/// `stmt` for vectors that lie inside, where that can be told before it and pays, and else as it is;
/// undefined elsewhere.
Stmt with_inner_vectors(const Stmt& stmt, const Lets& lets) {
    Inner inner;
    const Stmt changed = inner.mutate(stmt);
    std::vector<Expr> conditions;
    for (const Expr& condition : inner.conditions)
        add_once(conditions, simplify(spelled_out(condition, lets)));
    if (conditions.empty() || conditions.size() > most_conditions) return {};
    Expr all = const_true();
    for (const Expr& condition : conditions) all = all && condition;
    all = simplify(all);
    if (is_const_zero(all) || !is_invariant(all, names_defined_in(stmt))) return {};
    const Stmt dense = simplify(changed);
    const VectorLoads loads(dense);
    const bool pays = inner.divides || loads.gathers < VectorLoads(stmt).gathers;
    if (!pays || loads.before_a_buffer) return {};
    return is_const_one(all) ? dense : IfThenElse::make(all, dense, stmt);
}

/// One question for every statement; but for a sum that is written out only one, as its value stays in a
/// register between branches only.
class ReadInnerVectors : public IRMutator {
    Stmt whole_, for_whole_; // the body of a loop, and what takes its place

public:
    Stmt mutate(const Stmt& stmt) override {
        return stmt.same_as(whole_) ? for_whole_ : IRMutator::mutate(stmt);
    }

private:
    using IRMutator::visit;
    Stmt visit(const For* loop) override {
        const Contents contents(loop->body);
        if (contents.is_written_out())
            if (const Stmt body = with_inner_vectors(loop->body, contents.lets); body.defined())
                whole_ = loop->body, for_whole_ = body;
        return IRMutator::visit(loop);
    }
    Stmt visit(const Store* store) override { return or_as_it_is(store); }
    Stmt visit(const LetStmt* let) override {
        return let->value.type().is_vector() ? or_as_it_is(let) : IRMutator::visit(let);
    }

    static Stmt or_as_it_is(const Stmt& stmt) {
        const Stmt inner = with_inner_vectors(stmt, {});
        return inner.defined() ? inner : stmt;
    }
};

} // namespace

void read_inner_vectors(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new ReadInnerVectors);
}

} // namespace autoconfig::lowering
