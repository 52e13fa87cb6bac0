// A lowering pass over the indices of vectors.
#include "lowering/inner_vectors.h"

#include "lowering/conditions.h"
#include "lowering/invariant.h"
#include "lowering/known_start.h"

#include <cstdint>
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
        gathers += load->type.is_vector() && !load->index.as<Ramp>() && !load->index.as<Broadcast>();
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
        const std::int64_t* step = as_const_int(row->stride);
        return {row, number->value, step && *step > 0 ? *step * (row->lanes - 1) : 0};
    }

    static Expr last(const Operands& of) { return of.row->base + make_const(Halide::Int(32), of.span); }

    /// All lanes have one quotient; not where the divisor is no positive number.
    bool is_whole(const Operands& of) {
        if (of.span == 0) return false;
        const std::int64_t* divisor = as_const_int(of.number);
        if (divisor && *divisor <= of.span) return false;
        divides = divides || !divisor;
        add_once(conditions, of.row->base % of.number < of.number - make_const(Halide::Int(32), of.span));
        return true;
    }

    using IRMutator::visit;
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

class ReadInnerVectors : public IRMutator {
    using IRMutator::visit;
    Stmt visit(const Store* store) override { return with_inner_vectors(store); }
    Stmt visit(const LetStmt* let) override {
        return let->value.type().is_vector() ? with_inner_vectors(let) : IRMutator::visit(let);
    }

    static Stmt with_inner_vectors(const Stmt& stmt) {
        Inner inner;
        const Stmt changed = inner.mutate(stmt);
        if (inner.conditions.empty() || inner.conditions.size() > most_conditions) return stmt;
        Expr all = const_true();
        for (const Expr& condition : inner.conditions) all = all && condition;
        all = simplify(all);
        if (is_const_zero(all) || !is_invariant(all, names_defined_in(stmt))) return stmt;
        const Stmt dense = simplify(changed);
        const VectorLoads loads(dense);
        const bool pays = inner.divides || loads.gathers < VectorLoads(stmt).gathers;
        if (!pays || loads.before_a_buffer) return stmt;
        return is_const_one(all) ? dense : IfThenElse::make(all, dense, stmt);
    }
};

} // namespace

void read_inner_vectors(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new ReadInnerVectors);
}

} // namespace autoconfig::lowering
