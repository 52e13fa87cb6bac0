// See extrema.h.
#include "autoconfig/extract/canonical/extrema.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/rows.h"

#include <algorithm>
#include <map>
#include <string>

namespace autoconfig::extraction {

using Halide::Internal::Call;

namespace {

/// What a load of a Func that only loads itself comes to, through as many of them as there are.
Halide::Expr load_behind(const Call* load, const Graph& graph) {
    const Node* read = graph.callee(load);
    if (!read || read->stages.size() != 1 || read->stages[0].values.size() != 1) return load;
    const auto* copied = read->stages[0].values[0].as<Call>();
    if (!copied || !is_load(copied)) return load;
    std::map<std::string, Halide::Expr> at;
    for (std::size_t d = 0; d < load->args.size(); d++) at[read->function.args()[d]] = load->args[d];
    const Halide::Expr behind = Halide::Internal::substitute(at, Halide::Expr(copied));
    return load_behind(behind.as<Call>(), graph);
}

/// Does the innermost reduced loop go along rows of what the candidates read, and no pure loop?
bool goes_along_rows(const Node& node, const Graph& graph) {
    const Stage& update = node.stages[1];
    const bool pure = node.dimensions() > 0 && runs_along_rows(node.function, 0);
    return !pure && std::any_of(update.loads.begin(), update.loads.end(), [&](const Call* load) {
        if (load->name == node.function.name() || load->args.empty()) return false;
        const Halide::Expr behind = load_behind(load, graph);
        const auto step = affine(behind.as<Call>()->args[0], {update.rvars.front().var});
        return step && step->front() == 1;
    });
}

/// Rows of so many vectors and more are looked through in lanes: to take the best of these takes as long as
/// to gather as many elements of rows that vectors run across. [argmin over 64 f32 of 62,500 rows 0.86 of
/// vectors across rows, over 128 0.87, over 256 1.27; of u16 0.63, 1.30, 2.06; EPYC (Zen 5, family 26 model
/// 2, 2 cores, KVM), 2026-11-28]
constexpr int least_vectors_of_lanes = 8;

} // namespace

bool stays_in_place(const Stage& update, const Node& node) {
    const auto is_itself = [&](const Call* load) { return load->name == node.function.name(); };
    return is_own_place(update.args, node) &&
           std::none_of(update.picked_by.begin(), update.picked_by.end(), is_itself) &&
           std::all_of(update.loads.begin(), update.loads.end(),
                       [&](const Call* load) { return !is_itself(load) || is_own_place(load->args, node); });
}

bool is_extremum_along_rows(const Node& node, const Graph& graph, int lanes) {
    if (node.stages.size() != 2 || node.stages[1].rvars.empty() || node.stages[1].predicated()) return false;
    const auto extent = Halide::Internal::as_const_int(node.stages[1].rvars.front().extent);
    if (extent && *extent < (node.dimensions() == 0 ? 1 : least_vectors_of_lanes) * lanes) return false;
    return !ExtremumLanes(node.function).candidates.empty() && stays_in_place(node.stages[1], node) &&
           goes_along_rows(node, graph);
}

} // namespace autoconfig::extraction
