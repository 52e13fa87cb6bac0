// Declarations first, then consumers' needs downwards, inputs' sizes upwards, assumptions last.
#include "autoconfig/extract/access/regions.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/declared_region.h"
#include "autoconfig/extract/access/movement.h"
#include "autoconfig/extract/access/scattered.h"

#include <algorithm>
#include <cmath>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Also of indices that are rounded from floats, or made from data that a Func, or a clamp of floats, bounds,
/// at their estimates.
std::optional<Span> range_of(const Expr& index, const std::map<std::string, Span>& loops) {
    constexpr double farthest = std::int64_t(1) << 31;
    const auto known = span(index, loops);
    if (known || !is_irregular(index)) return known;
    const Movement values = movement(index, {}, loops);
    const bool near = values.low >= -farthest && values.high <= farthest; // and numbers
    if (!values.known || !near) return std::nullopt;
    return Span{static_cast<std::int64_t>(std::floor(values.low)),
                static_cast<std::int64_t>(std::ceil(values.high)),
                values.by_estimate ? ExtentSource::Estimate : ExtentSource::AtMost};
}

} // namespace

Regions::Regions(const Graph& graph) : graph(graph) {
    for (const std::string& func : graph.order) {
        declare(func);
        declare_rvars(func);
    }
    push_down(Unknown::Wait);
    pull_up();
    push_down(Unknown::Wait);
    assume_outputs();
    push_down(Unknown::Ignore);
    assume_rest();
}

Span Regions::rvar(const std::string& func, std::size_t stage, const std::string& rvar) const {
    return funcs.at(func).rvars[stage].at(rvar);
}

void Regions::declare(const std::string& func) {
    Known& known = funcs[func];
    const Node& node = graph.at(func);
    known.dims.resize(node.dimensions());
    known.declared.resize(node.dimensions());
    known.conflicts.resize(node.dimensions());
    known.rvars.resize(node.stages.size());
    for (int d = 0; d < node.dimensions(); d++) {
        const Declared said = declared(node, d);
        known.conflicts[d] = said.conflict;
        known.declared[d] = said.extent && said.extent->value > 0;
        if (known.declared[d])
            known.dims[d] = Span::of(said.min ? said.min->value : 0, said.extent->value, said.extent->source);
    }
}

void Regions::declare_rvars(const std::string& func) {
    const Node& node = graph.at(func);
    for (std::size_t s = 0; s < node.stages.size(); s++)
        for (const ReductionVariable& rvar : node.stages[s].rvars) {
            const auto min = number(rvar.min), extent = number(rvar.extent);
            if (!extent || extent->value < 0) continue;
            const bool empty = extent->value == 0; // counts as one step, of which none may be left
            funcs[func].rvars[s][rvar.var] =
                Span::of(min ? min->value : 0, empty ? 1 : extent->value,
                         empty ? weaker(extent->source, ExtentSource::AtMost) : extent->source);
        }
}

Regions::Loops Regions::loops_of(const std::string& func, std::size_t stage) const {
    const Known& known = funcs.at(func);
    Loops loops = known.rvars[stage];
    const auto& args = graph.at(func).function.args();
    for (std::size_t d = 0; d < args.size(); d++)
        if (known.dims[d]) loops[args[d]] = *known.dims[d];
    return loops;
}

void Regions::push_down(Unknown unknown) {
    std::map<std::string, std::vector<Needed>> needed;
    for (const std::string& func : graph.order) needed[func].resize(graph.at(func).dimensions());
    for (auto func = graph.order.rbegin(); func != graph.order.rend(); ++func) {
        add_own(*func, needed[*func]);
        settle(*func, needed[*func], unknown);
        add_needs_of(*func, needed);
    }
}

void Regions::add_needs_of(const std::string& func, Needs& needed) const {
    const Node& node = graph.at(func);
    for (std::size_t s = 0; s < node.stages.size(); s++) {
        const Loops loops = loops_of(func, s);
        for (const Call* load : node.stages[s].loads)
            if (graph.callee(load) && load->name != func)
                for (std::size_t d = 0; d < load->args.size(); d++)
                    needed[load->name][d].add(range_of(simplify(load->args[d]), loops),
                                              node.stages[s].predicated());
    }
    if (node.function.has_extern_definition())
        for (const Halide::ExternFuncArgument& argument : node.function.extern_arguments())
            if (argument.is_func())
                for (Needed& dimension : needed[Function(argument.func).name()]) dimension.complete = false;
}

void Regions::add_own(const std::string& func, std::vector<Needed>& needed) const {
    const Node& node = graph.at(func);
    const auto& loops = node.function.args();
    for (std::size_t s = 1; s < node.stages.size(); s++) {
        const Stage& stage = node.stages[s];
        const auto add = [&](const std::vector<Expr>& place) {
            for (std::size_t d = 0; d < place.size(); d++) {
                if (!needed[d].span || uses_any(place[d], loops)) continue;
                if (const auto known = range_of(simplify(place[d]), funcs.at(func).rvars[s]))
                    needed[d].add(known, stage.predicated());
            }
        };
        add(stage.args);
        for (const Call* load : stage.loads)
            if (load->name == func) add(load->args);
    }
}

void Regions::Needed::add(const std::optional<Span>& read, bool predicated) {
    complete = complete && read;
    guarded = guarded || predicated;
    if (read) span = span ? hull(*span, *read) : *read;
}

void Regions::compare(Known& known, std::size_t d, const Needed& needed) const {
    const bool sure = !needed.guarded && needed.span->source != ExtentSource::Default;
    if (known.declared[d] && known.conflicts[d].empty() && sure &&
        needed.span->extent() > known.dims[d]->extent())
        known.conflicts[d] = std::to_string(known.dims[d]->extent()) + " elements, " +
                             std::to_string(needed.span->extent()) + " are read";
}

void Regions::settle(const std::string& func, const std::vector<Needed>& needed, Unknown unknown) {
    Known& known = funcs[func];
    for (std::size_t d = 0; d < needed.size(); d++) {
        if (!needed[d].span || graph.at(func).output || (!needed[d].complete && unknown == Unknown::Wait))
            continue;
        Span span = *needed[d].span;
        if (!needed[d].complete) span.source = weaker(span.source, ExtentSource::Estimate);
        if (needed[d].guarded) span.source = weaker(span.source, ExtentSource::AtMost);
        std::optional<Span>& dim = known.dims[d];
        const bool overrides = dim && !passed_through(graph.at(func)) && span.source == ExtentSource::Bound &&
                               dim->source != ExtentSource::Bound;
        if (overrides && dim->extent() != span.extent())
            known.conflicts[d] = "bound " + std::to_string(span.extent()) + " overrides estimate " +
                                 std::to_string(dim->extent());
        if (!dim || overrides) dim = span;
        compare(known, d, needed[d]);
    }
}

std::optional<Span> Regions::indexed_by(const Stage& stage, const std::string& loop) const {
    for (const Call* load : stage.loads)
        for (std::size_t d = 0; d < load->args.size(); d++) {
            if (!is_variable(load->args[d], loop)) continue;
            std::optional<Span> span;
            if (graph.callee(load))
                span = funcs.at(load->name).dims[d];
            else if (const auto extent = declared(load, static_cast<int>(d)).extent)
                span = Span::of(0, extent->value, extent->source);
            if (span) return Span{span->min, span->max, weaker(span->source, ExtentSource::Estimate)};
        }
    return std::nullopt;
}

void Regions::pull_up() {
    for (const std::string& func : graph.order) {
        const Node& node = graph.at(func);
        Known& known = funcs[func];
        for (std::size_t s = 0; s < node.stages.size(); s++) {
            for (const ReductionVariable& rvar : node.stages[s].rvars)
                if (!known.rvars[s].count(rvar.var))
                    if (const auto span = indexed_by(node.stages[s], rvar.var))
                        known.rvars[s][rvar.var] = *span;
            for (std::size_t d = 0; d < known.dims.size(); d++)
                if (!known.dims[d]) known.dims[d] = indexed_by(node.stages[s], node.function.args()[d]);
        }
    }
}

void Regions::assume_outputs() {
    for (const std::string& func : graph.order) {
        const Node& node = graph.at(func);
        Known& known = funcs[func];
        for (std::size_t s = 0; s < node.stages.size(); s++)
            for (const ReductionVariable& rvar : node.stages[s].rvars)
                known.rvars[s].emplace(rvar.var, Span::of(0, assumed_extent, ExtentSource::Default));
        for (std::optional<Span>& dim : known.dims)
            if (!dim && node.output) dim = Span::of(0, assumed_extent, ExtentSource::Default);
    }
}

void Regions::assume_rest() {
    for (auto& [func, known] : funcs)
        for (std::optional<Span>& dim : known.dims)
            if (!dim) dim = Span::of(0, assumed_extent, ExtentSource::Default);
}

} // namespace autoconfig::extraction
