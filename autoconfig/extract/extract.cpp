// From a pipeline to its contractions: match each Func with an update definition, share out the Funcs that
// take up their results, build the Problems.
#include "autoconfig/extract/extract.h"

#include "autoconfig/extract/legality/decisive_reads.h"
#include "autoconfig/extract/match/build_problem.h"
#include "autoconfig/extract/match/clipped.h"
#include "autoconfig/extract/match/transforms.h"
#include "autoconfig/extract/notes.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace autoconfig {

using namespace extraction;

namespace {

/// Fills `found`; why the Func is not a contraction, or empty.
std::string match(const Node& node, const Graph& graph, const Regions& regions, bool decides, Found& found) {
    if (node.scheduled) return "already scheduled";
    if (decides) return "an RDom::where reads one element of it";
    found.node = &node;
    found.product = find_product(node, graph);
    if (!found.product.refusal.empty()) return found.product.refusal;
    found.map = index_map(node, found.product, regions);
    if (!found.map.refusal.empty()) return found.map.refusal;
    if (node.stages[1].predicated()) found.clipped = clipped_window(node, regions);
    return node.stages[1].predicated() && !found.clipped ? "RDom::where predicate" : "";
}

double work(const Found& found, const Regions& regions) {
    double product = 1;
    for (const Span& span : loop_spans(found, regions)) product *= static_cast<double>(span.extent());
    return product;
}

/// Does a step along the Func's own rows lead to the next element of both operands?
bool runs_along_operands(const Found& found) {
    const auto leads_on = [](const Coefficients& side) { return !side.empty() && side.front().front() == 1; };
    return !found.node->function.args().empty() && leads_on(found.map.first) && leads_on(found.map.second);
}

/// What takes up the result; not what would have it turned where vectors of it are dense as it is.
std::vector<Link> chain_of(const Found& found, const Graph& graph) {
    std::vector<Link> chain = elementwise_chain(graph, found.node->function.name());
    const auto turns = [](const Link& link) { return link.position.front() != 0; };
    if (runs_along_operands(found)) chain.erase(std::find_if(chain.begin(), chain.end(), turns), chain.end());
    return chain;
}

/// Contractions, most work first.
std::vector<Found*> by_work(std::vector<Found>& contractions, const Regions& regions) {
    std::vector<Found*> order;
    for (Found& found : contractions) order.push_back(&found);
    std::stable_sort(order.begin(), order.end(),
                     [&](const Found* x, const Found* y) { return work(*x, regions) > work(*y, regions); });
    return order;
}

/// A Func has the loops of one contraction only: where two chains meet, the one with more work goes on,
/// the other ends before.
void share_out_chains(std::vector<Found>& contractions, const Regions& regions) {
    std::set<std::string> taken;
    for (Found* found : by_work(contractions, regions)) {
        auto& chain = found->chain;
        chain.erase(std::find_if(chain.begin(), chain.end(),
                                 [&](const Link& link) { return taken.count(link.func) > 0; }),
                    chain.end());
        for (const Link& link : chain) taken.insert(link.func);
    }
}

std::set<std::string> stored_funcs(const std::vector<Found>& contractions) {
    std::set<std::string> stored;
    for (const Found& found : contractions) stored.insert(found.stored_in());
    return stored;
}

/// Funcs that a contraction's schedule gives loops to or leaves inlined, beside itself.
std::vector<std::string> around(const Problem& problem) {
    std::vector<std::string> funcs = problem.inlined;
    funcs.insert(funcs.end(), problem.through.begin(), problem.through.end());
    funcs.push_back(problem.consumer);
    if (!problem.transforms) return funcs;
    const std::vector<std::string> transforms = problem.transforms->funcs();
    funcs.insert(funcs.end(), transforms.begin(), transforms.end());
    return funcs;
}

/// Finds transforms, where no other contraction has a claim to the Funcs they need.
void add_transforms(std::vector<Problem>& problems, const std::vector<Found>& contractions,
                    const Graph& graph, const Regions& regions) {
    for (std::size_t i = 0; i < problems.size(); i++) {
        if (problems[i].step) continue;
        problems[i].transforms = find_transforms(contractions[i], problems[i], graph, regions);
        const std::vector<std::string> own = around(problems[i]);
        for (std::size_t j = 0; j < problems.size() && problems[i].transforms; j++)
            for (const std::string& func : j == i ? std::vector<std::string>{} : around(problems[j]))
                if (!func.empty() && std::find(own.begin(), own.end(), func) != own.end())
                    problems[i].transforms.reset();
    }
}

} // namespace

Extraction extract(const Halide::Pipeline& pipeline) {
    const Graph graph(pipeline);
    const Regions regions(graph);
    Extraction result;
    std::vector<Found> contractions;
    const std::set<std::string> deciding = funcs_that_decide(graph, regions);
    for (const std::string& func : graph.order) {
        const Node& node = graph.at(func);
        if (node.scheduled) result.left[func] = node.left.empty() ? "it already has a schedule" : node.left;
        if (!node.function.has_update_definition()) continue;
        Found found;
        if (const std::string reason = match(node, graph, regions, deciding.count(func) > 0, found);
            !reason.empty()) {
            result.unmodelled.push_back({func, reason});
            continue;
        }
        found.chain = chain_of(found, graph);
        contractions.push_back(found);
    }
    share_out_chains(contractions, regions);
    const Placement placement(graph, stored_funcs(contractions));
    Arithmetic arithmetic(placement);
    std::set<std::string> noted;
    for (const Found& found : contractions) {
        result.contractions.push_back(build_problem(found, graph, regions, placement, arithmetic));
        noted.merge(noted_with(found, graph));
    }
    result.notes = notes_on_others(noted, graph, regions);
    add_transforms(result.contractions, contractions, graph, regions);
    return result;
}

} // namespace autoconfig
