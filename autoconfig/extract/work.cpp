// Walks over a definition's values.
#include "autoconfig/extract/work.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/scattered.h"
#include "autoconfig/extract/access/tags.h"
#include "autoconfig/extract/arithmetic.h"
#include "autoconfig/extract/from_parts.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Vector divisions and roots leave the divider every 10 to 24 cycles where two additions leave a cycle
/// (uops.info, Skylake-X: VDIVPS ZMM 10, VSQRTPS ZMM 12; VDIVPD ZMM 16).
constexpr double divide_f32 = 20, divide_f64 = 32, root = 24;
/// Halide divides integers by a constant by a widening multiplication, shifts and corrections, and by
/// anything else through floating point or lane by lane.
constexpr double divide_constant = 5, divide_integer = 80;

/// The pure loops that move expressions: of what is loaded, those that move its place.
class Movers : public FromParts<LoopSet> {
public:
    explicit Movers(const std::vector<std::string>& loops) : loops_(loops) {}

private:
    const std::vector<std::string>& loops_;

    LoopSet both(LoopSet a, LoopSet b) const override { return a | b; }
    LoopSet with_own(const Expr& expr, LoopSet of_parts) override {
        const Variable* variable = expr.as<Variable>();
        if (!variable) return of_parts;
        const auto loop = std::find(loops_.begin(), loops_.end(), variable->name);
        return loop == loops_.end() ? 0 : only(static_cast<std::size_t>(loop - loops_.begin()));
    }
};

/// Instructions of the outcomes, each by the outcomes that it is part of.
class Shares {
public:
    explicit Shares(std::size_t outcomes) : outcomes_(static_cast<double>(outcomes)) {}

    void add(const IRNode* node, LoopSet moved_by, double bytes) {
        Instruction& one = all_[node];
        one.moved_by = moved_by;
        one.bytes = bytes;
        one.outcomes += 1;
    }

    /// Of an iteration. What some outcomes have not is moved by the loops that `choose` them, too.
    WorkByLoops by_loops(const Choice& choice) const {
        WorkByLoops result;
        for (const auto& [node, one] : all_) {
            const double share = one.outcomes / outcomes_, common = in_common(share, choice.of);
            result.add(one.moved_by, common * one.bytes);
            result.add(one.moved_by | choice.by, (share - common) * one.bytes);
        }
        return result;
    }

private:
    struct Instruction {
        LoopSet moved_by = 0;
        double bytes = 0, outcomes = 0;
    };
    std::map<const IRNode*, Instruction> all_;
    double outcomes_;
};

class Count : public IRGraphVisitor {
    Arithmetic arithmetic;
    const Outcome& outcome;
    Movers& movers;
    Shares& shares;

    void note(Halide::Type type) {
        total.f64 = total.f64 || (type.is_float() && type.bits() == 64);
        total.narrow = total.narrow || (type.is_int_or_uint() && !type.is_bool() && type.bits() <= 16);
    }

    template<typename Op>
    void add(const Op* op, Halide::Type type, double instructions) {
        const int bytes = std::max(1, type.bytes());
        note(type);
        total.register_bytes += instructions * bytes;
        shares.add(op, movers.of(op), instructions * bytes);
        total.operations += instructions;
        if (type.is_float()) total.float_operations += instructions;
        if (!type.is_bool()) total.widest_bytes = std::max(total.widest_bytes, bytes);
    }

    template<typename Op>
    void one(const Op* op, Halide::Type type, double instructions = 1) {
        add(op, type, instructions);
        IRGraphVisitor::visit(op);
    }

    static double division(const Expr& a, const Expr& b) {
        if (a.type().is_float()) return is_const(b) ? 1 : a.type().bits() == 64 ? divide_f64 : divide_f32;
        return is_power_of_two(b) ? 1 : is_const(b) ? divide_constant : divide_integer;
    }

    double function(const Call* call) {
        return call->name.compare(0, 5, "sqrt_") == 0 ? root : arithmetic.of_call(call);
    }

    /// is_nan() and the like.
    static bool is_a_test(const Call* call) { return call->type.is_bool() && call->args.size() == 1; }

    using IRGraphVisitor::visit;
    void visit(const Cast* op) override {
        note(op->type);
        note(op->value.type());
        const bool widens = op->type.bytes() > op->value.type().bytes();
        one(op, widens ? op->type : op->value.type());
    }
    void visit(const Add* op) override { one(op, op->type); }
    void visit(const Sub* op) override { one(op, op->type); }
    void visit(const Mul* op) override { one(op, op->type); }
    void visit(const Div* op) override { one(op, op->type, division(op->a, op->b)); }
    void visit(const Mod* op) override { one(op, op->type, division(op->a, op->b)); }
    void visit(const Min* op) override { one(op, op->type); }
    void visit(const Max* op) override { one(op, op->type); }
    void visit(const EQ* op) override { one(op, op->a.type()); }
    void visit(const NE* op) override { one(op, op->a.type()); }
    void visit(const LT* op) override { one(op, op->a.type()); }
    void visit(const LE* op) override { one(op, op->a.type()); }
    void visit(const GT* op) override { one(op, op->a.type()); }
    void visit(const GE* op) override { one(op, op->a.type()); }
    void visit(const Select* op) override {
        if (const Expr* taken = outcome.taken(op))
            taken->accept(this);
        else
            one(op, op->type);
    }
    void visit(const Call* op) override {
        if (const Expr* taken = outcome.taken(op)) {
            taken->accept(this);
            return;
        }
        if (is_load(op)) {
            total.widest_bytes = std::max(total.widest_bytes, op->type.bytes());
            note(op->type);
            for (const Expr& index : op->args) // others are scalar arithmetic, and hoisted
                if (is_irregular(index)) include(index);
            return;
        }
        const double of_a_lane = op->is_extern() ? instructions_a_lane(op->name) : 0;
        total.call_instructions += of_a_lane;
        if (of_a_lane > 0)
            note(op->type);
        else if (!is_likely(op))
            add(op, is_a_test(op) ? op->args[0].type() : op->type, op->is_intrinsic() ? 1 : function(op));
        IRGraphVisitor::visit(op);
    }

public:
    Count(const Placement& placement, const Outcome& outcome, Movers& movers, Shares& shares)
        : arithmetic(placement), outcome(outcome), movers(movers), shares(shares) {}
    Work total;
};

Work work_in(const Outcome& outcome, const Stage& stage, const Placement& placement, Movers& movers,
             Shares& shares) {
    Count count(placement, outcome, movers, shares);
    for (const Expr& value : stage.values) {
        count.total.widest_bytes = std::max(count.total.widest_bytes, value.type().bytes());
        value.accept(&count);
    }
    return count.total;
}

} // namespace

Work work_of(const Stage& stage, const std::vector<std::string>& loops, const Graph& graph,
             const std::vector<Outcome>& outcomes) {
    const Placement none(graph, {});
    Movers movers(loops);
    Shares shares(outcomes.size());
    Work mean;
    for (const Outcome& outcome : outcomes) {
        const Work work = work_in(outcome, stage, none, movers, shares);
        const auto share = static_cast<double>(outcomes.size());
        mean.register_bytes += work.register_bytes / share;
        mean.operations += work.operations / share;
        mean.float_operations += work.float_operations / share;
        mean.call_instructions += work.call_instructions / share;
        mean.f64 = mean.f64 || work.f64;
        mean.narrow = mean.narrow || work.narrow;
        mean.widest_bytes = std::max(mean.widest_bytes, work.widest_bytes);
    }
    mean.by_loops = shares.by_loops(choice_among(outcomes, loops));
    const bool product =
        stage.values.size() == 1 && stage.values[0].as<Mul>() && stage.values[0].type().is_float();
    if (product) mean.product_bytes = stage.values[0].type().bytes();
    return mean;
}

} // namespace autoconfig::extraction
