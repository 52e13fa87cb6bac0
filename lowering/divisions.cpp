// A lowering pass over innermost loops.
#include "lowering/divisions.h"

#include "lowering/innermost_loops.h"
#include "lowering/invariant.h"
#include "lowering/lets.h"

#include <set>
#include <string>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// Names the divisions of a loop that it does not change.
class NameDivisions : public IRMutator {
public:
    explicit NameDivisions(const Stmt& loop) : changing_(names_defined_in(loop)) {}
    Lets divisions;

private:
    std::set<std::string> changing_;

    using IRMutator::visit;
    Expr visit(const Div* quotient) override { return named(quotient); }
    Expr visit(const Mod* remainder) override { return named(remainder); }

    template<typename Operation>
    Expr named(const Operation* operation) {
        const Expr whole = operation;
        const bool by_constant = is_const(operation->b);
        if (by_constant || !whole.type().is_scalar() || whole.type().is_float() ||
            !is_invariant(whole, changing_))
            return IRMutator::visit(operation);
        for (const auto& [name, division] : divisions)
            if (equal(division, whole)) return Variable::make(whole.type(), name);
        divisions.emplace_back(unique_name("division"), whole);
        return Variable::make(whole.type(), divisions.back().first);
    }
};

class DivideBeforeLoops : public InnermostLoops {
    Stmt rewritten(const Stmt& loop) override {
        NameDivisions name(loop);
        Stmt result = name.mutate(loop);
        for (const auto& [division, value] : name.divisions) result = LetStmt::make(division, value, result);
        return result;
    }
};

} // namespace

void divide_before_loops(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new DivideBeforeLoops);
}

} // namespace autoconfig::lowering
