// See canonical.h.
#include "autoconfig/extract/canonical/canonical.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/conditions.h"
#include "autoconfig/extract/access/rows.h"
#include "autoconfig/extract/canonical/added_terms.h"
#include "autoconfig/extract/canonical/extrema.h"
#include "autoconfig/extract/canonical/gathers.h"
#include "autoconfig/extract/canonical/joins.h"
#include "autoconfig/extract/canonical/live_values.h"
#include "autoconfig/extract/canonical/operand_funcs.h"
#include "autoconfig/extract/canonical/operands.h"
#include "autoconfig/extract/canonical/output_sum.h"
#include "autoconfig/extract/canonical/picked_terms.h"
#include "autoconfig/extract/canonical/source.h"
#include "autoconfig/extract/canonical/sums.h"
#include "autoconfig/extract/canonical/vector_tanh.h"
#include "autoconfig/extract/canonical/windows.h"
#include "autoconfig/extract/functions.h"
#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/match/product.h"
#include "autoconfig/halide_compat.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace autoconfig {

using namespace extraction;
using Halide::Internal::Call;

namespace {

bool is_undefined(const Halide::Expr& value) {
    const auto* call = value.as<Call>();
    return call && call->is_intrinsic(Call::undef);
}

/// Does a pure definition read an image of one of the types, element by element, itself or through other
/// Funcs? The caller may pass the output's buffer as that image: no element may be computed again once it is
/// written. `seen`: Funcs that have been looked at; each is once.
bool reads_image_in_place(const Node& node, const Graph& graph, const std::vector<Halide::Type>& types,
                          std::set<std::string>& seen) {
    const std::vector<const Call*>& loads = node.stages[0].loads;
    return seen.insert(node.function.name()).second &&
           std::any_of(loads.begin(), loads.end(), [&](const Call* load) {
               if (!is_own_place(load->args, node)) return false;
               const Node* read = graph.callee(load);
               return read ? read->function.is_pure() && reads_image_in_place(*read, graph, types, seen)
                           : std::count(types.begin(), types.end(), load->type) > 0;
           });
}

/// Is it a product, or can vectors run along its rows? Otherwise the loops of the output itself do as well.
bool gains_by_tiles(const Node& node, const Graph& graph, bool strict_float) {
    if (find_product(node, graph).refusal.empty()) return true;
    for (std::size_t s = 1; s < node.stages.size(); s++)
        if (!vectors_run_along_rows(node, s, may_be_in_any_order(node, node.stages[s], strict_float)))
            return false;
    return true;
}

/// Does each element go through its updates alone, from a value that the output's buffer does not hold?
bool can_be_detached(const Node& node, const Graph& graph) {
    if (!node.output || node.dimensions() == 0 || !node.function.has_update_definition()) return false;
    const std::vector<Halide::Expr>& begin = node.stages[0].values;
    std::set<std::string> seen;
    return std::none_of(begin.begin(), begin.end(), is_undefined) &&
           !reads_image_in_place(node, graph, node.function.output_types(), seen) &&
           std::all_of(node.stages.begin() + 1, node.stages.end(),
                       [&](const Stage& update) { return stays_in_place(update, node); });
}

bool is_scheduled(const Graph& graph) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                       [](const auto& node) { return node.second.scheduled; });
}

/// Appends the rewrite's text before its first call.
void add_call(Canonical& canonical, const std::string& text, const std::string& call) {
    if (canonical.source.find(text) == std::string::npos) canonical.source += text;
    canonical.source += call + ";\n";
}

/// A call that made Funcs, about each of which a note says so much.
void add_call(Canonical& canonical, const std::string& text, const std::string& call, const std::string& note,
              const std::vector<std::string>& made) {
    add_call(canonical, text, call);
    for (const std::string& func : made) canonical.notes.push_back(note + func);
}

/// How the source mentions a Func of the pipeline as it is now, with the Funcs made so far.
std::string mention(const Halide::Pipeline& pipeline, const std::string& func) {
    const std::vector<std::string> order = Functions(pipeline).order();
    return "pipeline.get_func(" +
           std::to_string(std::find(order.begin(), order.end(), func) - order.begin()) + ")";
}

void detach_outputs(const Halide::Pipeline& pipeline, const Graph& graph, bool strict_float,
                    Canonical& canonical) {
    const std::vector<Halide::Func> outputs = pipeline.outputs();
    for (std::size_t i = 0; i < outputs.size(); i++) {
        const std::string name = outputs[i].name();
        const Node& node = graph.at(name);
        if (!can_be_detached(node, graph) || !gains_by_tiles(node, graph, strict_float)) continue;
        const std::string sum = OutputSum::detach(outputs[i]);
        add_call(canonical, source_of_output_sum,
                 "OutputSum::detach(pipeline.outputs()[" + std::to_string(i) + "])");
        canonical.notes.push_back(name + ": reads " + sum + ", which has its updates");
    }
}

/// As a list in braces.
template<typename All, typename Text>
std::string listed(const All& all, const Text& text) {
    std::string list;
    for (const auto& one : all) list += (list.empty() ? "" : ", ") + text(one);
    return "{" + list + "}";
}

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

/// Updates that leave elements out by data. Were there any?
bool choose_by_data(const Halide::Pipeline& pipeline, const Graph& graph, bool strict_float,
                    Canonical& canonical) {
    bool any = false;
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        for (std::size_t s = 1; s < node.stages.size(); s++) {
            if (!is_own_place(node.stages[s].args, node)) continue;
            const std::vector<std::size_t> conditions = conditions_on_elements(node, s);
            if (conditions.empty()) continue;
            any = true;
            const int update = static_cast<int>(s) - 1;
            PickedTerms::apply(Halide::Func(node.function), update, conditions, strict_float);
            add_call(canonical, source_of_picked_terms,
                     "PickedTerms::apply(" + mention(pipeline, name) + ", " + std::to_string(update) + ", " +
                         listed(conditions, [](std::size_t i) { return std::to_string(i); }) + ", " +
                         (strict_float ? "true" : "false") + ")");
            canonical.notes.push_back(name + ": chooses values where its RDom::where chose elements by data");
        }
    }
    return any;
}

std::string text_of(const std::vector<GatheredOperands::Gather>& gathers) {
    return listed(gathers, [](const GatheredOperands::Gather& one) {
        return "{" + std::to_string(one.load) + ", " + std::to_string(one.dimension) + ", " +
               quoted(one.loop) + "}";
    });
}

/// Was anything?
bool copy_what_is_gathered(const Halide::Pipeline& pipeline, const Graph& graph, Canonical& canonical) {
    bool any = false;
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        if (node.function.updates().size() != 1 || !find_product(node, graph).refusal.empty()) continue;
        const std::vector<GatheredOperands::Gather> gathers = gathers_of(node);
        if (gathers.empty()) continue;
        any = true;
        const std::string before = mention(pipeline, name);
        const std::vector<std::string> made = GatheredOperands::apply(Halide::Func(node.function), gathers);
        add_call(canonical, source_of_gathered_operands,
                 "GatheredOperands::apply(" + before + ", " + text_of(gathers) + ")",
                 name + ": the operand that it gathers is ", made);
    }
    return any;
}

std::string text_of(const std::vector<JoinedOperands::Operand>& operands) {
    return listed(operands, [](const JoinedOperands::Operand& operand) {
        return "{" + listed(operand.factors, [](std::size_t i) { return std::to_string(i); }) + ", " +
               listed(operand.loops, quoted) + "}";
    });
}

/// Were any?
bool join_operands(const Halide::Pipeline& pipeline, const Graph& graph, Canonical& canonical) {
    bool any = false;
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        if (!may_join_operands(node, graph)) continue;
        const std::vector<JoinedOperands::Operand> operands = joins_of(node);
        if (operands.empty()) continue;
        any = true;
        const std::string before = mention(pipeline, name);
        const std::vector<std::string> made = JoinedOperands::apply(Halide::Func(node.function), operands);
        add_call(canonical, source_of_joined_operands,
                 "JoinedOperands::apply(" + before + ", " + text_of(operands) + ")",
                 name + ": factors that are one operand are ", made);
    }
    return any;
}

/// Were any sums of several products? Somebody has to read each value, as it is to be a Func of its own.
bool sum_one_product(const Halide::Pipeline& pipeline, const Graph& graph, Canonical& canonical) {
    bool any = false;
    OperandUses uses(graph);
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        const std::optional<OperandLoops> loops = summed_products(node, uses);
        if (!loops || !LiveValues(graph).are_all(node)) continue;
        any = true;
        const std::string before = mention(pipeline, name);
        const std::vector<std::string> made =
            SummedProducts::apply(Halide::Func(node.function), loops->columns, loops->rows);
        add_call(canonical, source_of_summed_products,
                 "SummedProducts::apply(" + before + ", " + listed(loops->columns, quoted) + ", " +
                     listed(loops->rows, quoted) + ")",
                 name + ": its products are one in ", made);
    }
    return any;
}

/// Were there any Funcs that add products in several updates? Each update goes to a Func of its own, which
/// begins with what the one before has come to.
bool part_updates(const Halide::Pipeline& pipeline, const Graph& graph, Canonical& canonical) {
    bool any = false;
    OperandUses uses(graph);
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        if (!adds_products_in_turn(node, uses)) continue;
        any = true;
        Halide::Func func(node.function);
        for (std::size_t left = node.function.updates().size(); left > 1; left--) {
            const std::string before = mention(pipeline, func.name());
            const std::string sum = OutputSum::detach(func, 1);
            add_call(canonical, source_of_output_sum, "OutputSum::detach(" + before + ", 1)",
                     name + ": begins its last sum with that of ", {sum});
            func = Halide::Func(Functions(pipeline).all.at(sum));
        }
    }
    return any;
}

/// Sums of products that they read through Funcs for nobody else. Were there any?
bool add_terms_themselves(const Halide::Pipeline& pipeline, const Graph& graph, Canonical& canonical) {
    bool any = false;
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        if (!node.function.has_update_definition()) continue;
        for (const std::string& terms : find_product(node, graph).through) {
            any = true;
            const std::string before = mention(pipeline, name), read = mention(pipeline, terms);
            AddedTerms::apply(Halide::Func(node.function), Halide::Func(graph.at(terms).function));
            add_call(canonical, source_of_added_terms, "AddedTerms::apply(" + before + ", " + read + ")");
            canonical.notes.push_back(name + ": adds the terms that " + terms + " is made of");
        }
    }
    return any;
}

/// Were any?
bool separate_windows(const Halide::Pipeline& pipeline, const Graph& graph, bool strict_float,
                      Canonical& canonical) {
    bool any = false;
    std::optional<Regions> regions;
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        if (!is_window(node, strict_float)) continue;
        if (!regions) regions.emplace(graph);
        const std::optional<SeparableLoop> found = separable_loop(node, *regions);
        if (!found) continue;
        any = true;
        const std::string before = mention(pipeline, name);
        const std::string line =
            SeparatedWindow::apply(Halide::Func(node.function), found->dimension, found->loop);
        add_call(canonical, source_of_separated_window,
                 "SeparatedWindow::apply(" + before + ", " + std::to_string(found->dimension) + ", " +
                     quoted(found->loop) + ")");
        canonical.notes.push_back(name + ": its windows are made of " + line +
                                  ", which goes through all loops but " + found->loop);
    }
    return any;
}

/// Of the Funcs in the graph only what they add changes, and that stays a product of the same operands.
void name_operands(const Halide::Pipeline& pipeline, const Halide::Target& target, const Graph& graph,
                   Canonical& canonical) {
    OperandUses uses(graph);
    const int bits = compat::has_dot_products_of_bytes(target) ? 8 : 16;
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        if (!may_name_operands(node, graph, uses)) continue;
        const std::string before = mention(pipeline, name);
        const std::vector<std::string> made = OperandFuncs::apply(Halide::Func(node.function), bits);
        if (made.empty()) continue;
        const std::string in_bytes = bits == 8 && node.function.output_types()[0].is_int() ? ", 8" : "";
        add_call(canonical, source_of_operand_funcs, "OperandFuncs::apply(" + before + in_bytes + ")",
                 name + ": what is done to an operand is ", made);
    }
}

bool find_extrema_in_lanes(const Halide::Pipeline& pipeline, const Halide::Target& target, const Graph& graph,
                           Canonical& canonical) {
    bool any = false;
    const int lanes = target.natural_vector_size<float>();
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        if (!is_extremum_along_rows(node, graph, lanes)) continue;
        any = true;
        const std::string before = mention(pipeline, name);
        const std::vector<std::string> made = ExtremumLanes::apply(Halide::Func(node.function), lanes);
        add_call(canonical, source_of_extremum_lanes,
                 "ExtremumLanes::apply(" + before + ", " + std::to_string(lanes) + ")");
        canonical.notes.push_back(name + ": found in " + std::to_string(lanes) + " lanes by " + made[0] +
                                  ", the best of which is " + made[1]);
    }
    return any;
}

void vectorise_tanh(const Halide::Pipeline& pipeline, Canonical& canonical) {
    const Functions functions(pipeline);
    const std::vector<std::string> order = functions.order();
    for (std::size_t i = 0; i < order.size(); i++) {
        if (!VectorTanh::apply(Halide::Func(functions.all.at(order[i])))) continue;
        add_call(canonical, source_of_vector_tanh,
                 "VectorTanh::apply(pipeline.get_func(" + std::to_string(i) + "))");
        canonical.notes.push_back(order[i] + ": tanh in vectors, within 1.5 units in the last place");
    }
}

} // namespace

Canonical canonicalise(const Halide::Pipeline& pipeline, const Halide::Target& target) {
    Canonical canonical;
    const bool strict_float = target.has_feature(Halide::Target::StrictFloat);
    if (!strict_float && !target.has_gpu_feature()) vectorise_tanh(pipeline, canonical);
    std::optional<Graph> graph_now(pipeline);
    if (is_scheduled(*graph_now)) return canonical;
    if (choose_by_data(pipeline, *graph_now, strict_float, canonical)) graph_now.emplace(pipeline);
    if (part_updates(pipeline, *graph_now, canonical)) graph_now.emplace(pipeline);
    if (copy_what_is_gathered(pipeline, *graph_now, canonical)) graph_now.emplace(pipeline);
    if (!strict_float && join_operands(pipeline, *graph_now, canonical)) graph_now.emplace(pipeline);
    if (add_terms_themselves(pipeline, *graph_now, canonical)) graph_now.emplace(pipeline);
    if (!strict_float && sum_one_product(pipeline, *graph_now, canonical)) graph_now.emplace(pipeline);
    if (separate_windows(pipeline, *graph_now, strict_float, canonical)) graph_now.emplace(pipeline);
    name_operands(pipeline, target, *graph_now, canonical);
    if (find_extrema_in_lanes(pipeline, target, *graph_now, canonical)) graph_now.emplace(pipeline);
    detach_outputs(pipeline, *graph_now, strict_float, canonical);
    return canonical;
}

} // namespace autoconfig
