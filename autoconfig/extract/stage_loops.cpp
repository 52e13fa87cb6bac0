// See stage_loops.h.
#include "autoconfig/extract/stage_loops.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/legality/defects.h"
#include "autoconfig/extract/recurrence.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Does a loop move a condition of the stage, which is not found any more where it is split?
bool moves_condition(const Stage& stage, const std::string& loop) {
    return defects::applies(Defect::ShrinksSplitConditions) &&
           std::any_of(stage.conditions.begin(), stage.conditions.end(),
                       [&](const Expr& condition) { return uses_any(condition, {loop}); });
}

/// Of a stage's reduced loops, innermost first.
std::vector<double> extents_of(const Stage& stage, const std::map<std::string, Span>& reduced) {
    std::vector<double> extents;
    for (const ReductionVariable& rvar : stage.rvars)
        extents.push_back(static_cast<double>(reduced.at(rvar.var).extent()));
    return extents;
}

/// Steps of reduced loops around others that lead to what is written.
double passes_of(const Stage& stage, const std::map<std::string, Span>& reduced) {
    double passes = 1;
    bool leads = false;
    for (const ReductionVariable& loop : stage.rvars) {
        const bool writes = std::any_of(stage.args.begin(), stage.args.end(),
                                        [&](const Expr& index) { return uses_any(index, {loop.var}); });
        if (!writes && leads) passes *= static_cast<double>(reduced.at(loop.var).extent());
        leads = leads || writes;
    }
    return passes;
}

} // namespace

void describe_loops(StageWork& work, const Node& node, std::size_t s,
                    const std::map<std::string, Span>& reduced, const std::vector<Dimension>& dimensions,
                    bool may_be_cut) {
    const Stage& stage = node.stages[s];
    const std::vector<std::string>& loops = node.function.args();
    bool bound = true;
    work.reduction = reduced.empty() ? Reduction::None : Reduction::Sum;
    for (const auto& [name, span] : reduced) {
        work.iterations *= static_cast<double>(span.extent());
        bound = bound && span.source == ExtentSource::Bound;
    }
    for (std::size_t d = 0; d < loops.size(); ++d) {
        if (is_variable(stage.args[d], loops[d])) {
            if (s > 0) work.pure_loops.push_back(static_cast<int>(d));
            if (work.pure_loop < 0 && may_be_cut && !moves_condition(stage, loops[d]))
                work.pure_loop = static_cast<int>(d);
            continue;
        }
        work.iterations /= static_cast<double>(dimensions[d].extent);
        if (!reduced.empty()) work.reduction = Reduction::Scan;
    }
    const std::vector<double> extents = extents_of(stage, reduced);
    if (work.reduction == Reduction::Sum && bound) work.window = extents;
    if (!extents.empty()) work.innermost = extents.front();
    work.passes = passes_of(stage, reduced);
    work.in_turn = operations_in_turn(stage, node.function.name(), extents);
}

} // namespace autoconfig::extraction
