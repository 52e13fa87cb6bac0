// See doubts.h.
#include "autoconfig/extract/legality/doubts.h"

#include "autoconfig/extract/legality/defects.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

constexpr int wide = 64; // bits

/// Arithmetic on wide integers, and loads of narrower numbers, of which it is made.
class FindWideNumbers : public IRGraphVisitor {
    void arithmetic(const Halide::Type& type) { found = found || (!type.is_float() && type.bits() == wide); }

    using IRGraphVisitor::visit;
    void visit(const Add* op) override {
        arithmetic(op->type);
        IRGraphVisitor::visit(op);
    }
    void visit(const Mul* op) override {
        arithmetic(op->type);
        IRGraphVisitor::visit(op);
    }
    void visit(const Call* op) override {
        if (is_load(op))
            narrow_loads += op->type.bits() < wide ? 1 : 0;
        else
            IRGraphVisitor::visit(op);
    }

public:
    bool found = false;
    int narrow_loads = 0;
};

class FindRounding : public IRGraphVisitor {
    using IRGraphVisitor::visit;
    void visit(const Cast* op) override {
        found = found || (op->value.type().is_float() && !op->type.is_float());
        IRGraphVisitor::visit(op);
    }

public:
    bool found = false;
};

bool makes_wide_numbers(const Stage& stage) {
    return std::any_of(stage.values.begin(), stage.values.end(), [](const Expr& value) {
        FindWideNumbers find;
        value.accept(&find);
        return find.found && find.narrow_loads > 1;
    });
}

bool rounds_loops(const Stage& stage) {
    FindRounding find;
    for (const ReductionVariable& loop : stage.rvars) {
        loop.min.accept(&find);
        loop.extent.accept(&find);
    }
    return find.found;
}

} // namespace

bool is_doubtful(const Stage& stage) {
    return (defects::applies(Defect::LosesLetsOfWideNumbers) && makes_wide_numbers(stage)) ||
           (defects::applies(Defect::LosesBoundsOfRoundings) && rounds_loops(stage));
}

} // namespace autoconfig::extraction
