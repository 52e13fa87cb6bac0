// A lowering pass over the boundary conditions in innermost loops.
#include "lowering/interior_loops.h"

#include "lowering/conditions.h"
#include "lowering/edge_condition.h"
#include "lowering/innermost_loops.h"
#include "lowering/invariant.h"

#include <set>
#include <string>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// Leaves out the boundary conditions that a loop does not change.
class Interior : public IRMutator {
public:
    explicit Interior(const Stmt& loop) : varying_(names_defined_in(loop)) {}

    std::vector<Expr> outside; // what must not hold for that, each once

private:
    std::set<std::string> varying_;

    using IRMutator::visit;
    Expr visit(const Select* select) override {
        const EdgeCondition edge = EdgeCondition::of(*select);
        if (!edge.outside.defined() || !is_invariant(edge.outside, varying_)) return IRMutator::visit(select);
        add_once(outside, edge.outside);
        return mutate(edge.inside_value);
    }
};

class InteriorLoops : public InnermostLoops {
    Stmt rewritten(const Stmt& loop) override {
        Interior interior(loop);
        const Stmt inside = interior.mutate(loop);
        if (interior.outside.empty()) return loop;
        Expr anywhere = interior.outside.front();
        for (std::size_t i = 1; i < interior.outside.size(); ++i)
            anywhere = Or::make(anywhere, interior.outside[i]);
        return IfThenElse::make(Not::make(anywhere), inside, loop);
    }
};

} // namespace

void add_interior_loops(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new InteriorLoops);
}

} // namespace autoconfig::lowering
