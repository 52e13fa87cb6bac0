// See decisive_reads.h.
#include "autoconfig/extract/legality/decisive_reads.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/legality/defects.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

bool takes_one_step(const Span& span) { return span.source == ExtentSource::Bound && span.extent() == 1; }

/// The Func and, as one element of it takes one of each load, what is inlined into it.
void add_with_inlined(const Graph& graph, const Call* load, std::set<std::string>& deciding) {
    const Node* callee = graph.callee(load);
    if (!callee || callee->output || !deciding.insert(load->name).second || !callee->inlinable()) return;
    for (const Call* inner : callee->stages[0].loads) add_with_inlined(graph, inner, deciding);
}

} // namespace

std::vector<std::string> moving_loops(const Node& node, std::size_t s, const Regions& regions) {
    const std::string& name = node.function.name();
    std::vector<std::string> loops;
    for (std::size_t d = 0; d < node.function.args().size(); ++d)
        if (!takes_one_step(*regions.of(name)[d])) loops.push_back(node.function.args()[d]);
    for (const ReductionVariable& rvar : node.stages[s].rvars)
        if (!takes_one_step(regions.rvar(name, s, rvar.var))) loops.push_back(rvar.var);
    return loops;
}

bool reads_one_element(const Call* load, const std::vector<std::string>& loops) {
    return std::none_of(load->args.begin(), load->args.end(),
                        [&](const Halide::Expr& index) { return uses_any(index, loops); });
}

std::set<std::string> funcs_that_decide(const Graph& graph, const Regions& regions) {
    if (!defects::applies(Defect::AllocatesByDecidingReads)) return {};
    std::set<std::string> deciding;
    for (const auto& [name, node] : graph.nodes)
        for (std::size_t s = 0; s < node.stages.size(); ++s) {
            const std::vector<std::string> loops = moving_loops(node, s, regions);
            for (const Call* load : node.stages[s].picked_by)
                if (reads_one_element(load, loops)) add_with_inlined(graph, load, deciding);
        }
    return deciding;
}

} // namespace autoconfig::extraction
