// See edge_condition.h.
#include "lowering/edge_condition.h"

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;

struct Loads : IRVisitor {
    bool found = false;

    using IRVisitor::visit;
    void visit(const Load*) override { found = true; }
};

bool loads(const Halide::Expr& value) {
    Loads visitor;
    value.accept(&visitor);
    return visitor.found;
}

} // namespace

EdgeCondition EdgeCondition::of(const Select& select) {
    const bool first = loads(select.true_value), second = loads(select.false_value);
    const Broadcast* same = select.condition.as<Broadcast>(); // in all lanes
    const Halide::Expr condition = same ? same->value : select.condition;
    if (first == second || !condition.type().is_scalar()) return {};
    return first ? EdgeCondition{Not::make(condition), select.true_value}
                 : EdgeCondition{condition, select.false_value};
}

} // namespace autoconfig::lowering
