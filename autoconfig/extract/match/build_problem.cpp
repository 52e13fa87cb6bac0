// Orders the loops by where the result is stored, decides which operand is b, fills in the numbers.
#include "autoconfig/extract/match/build_problem.h"

#include "autoconfig/extract/access/declared_region.h"
#include "autoconfig/extract/access/run_time_extents.h"
#include "autoconfig/extract/access/storage.h"
#include "autoconfig/extract/legality/lost_reads.h"
#include "autoconfig/extract/match/padded_rows.h"
#include "autoconfig/extract/notes.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

ScalarType scalar_type(const Halide::Type& type) {
    const auto kind = type.is_float() || type.is_bfloat() ? ScalarType::Kind::Float
                      : type.is_int()                     ? ScalarType::Kind::Int
                                                          : ScalarType::Kind::UInt;
    return {kind, type.bits()};
}

/// The IndexMap's loops in the Problem's order: pure loops as the result is stored, then the reduced ones.
std::vector<std::size_t> stored_order(const Found& found) {
    std::vector<std::size_t> order(found.map.loops.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    if (!found.chain.empty())
        for (std::size_t d = 0; d < found.map.dimensions; d++) order[found.chain.back().position[d]] = d;
    return order;
}

Coefficients reordered(const Coefficients& map, const std::vector<std::size_t>& order) {
    Coefficients result = map;
    for (std::size_t d = 0; d < map.size(); d++)
        for (std::size_t l = 0; l < order.size(); l++) result[d][l] = map[d][order[l]];
    return result;
}

/// Does it read one Func or image in several places?
bool reads_again(const Stage& stage) {
    std::set<std::string> read;
    return !std::all_of(stage.loads.begin(), stage.loads.end(),
                        [&](const Call* load) { return read.insert(load->name).second; });
}

/// Pure loops of an operand that the other one lacks.
bool has_own_loops(const Coefficients& one, const Coefficients& other, std::size_t pure) {
    for (std::size_t l = 0; l < pure; l++)
        if (indexes(one, l) && !indexes(other, l)) return true;
    return false;
}

/// Does the innermost pure loop that is in one operand only belong to the first? Where vectors can run along
/// an innermost loop that both share, and one operand has all the other loops, that one is a.
bool first_is_b(const Coefficients& first, const Coefficients& second, std::size_t pure) {
    const bool own = has_own_loops(first, second, pure), others = has_own_loops(second, first, pure);
    if (pure > 0 && indexes(first, 0) && indexes(second, 0) && own != others) return others;
    for (std::size_t l = 0; l < pure; l++)
        if (indexes(first, l) != indexes(second, l)) return indexes(first, l);
    return false;
}

class Builder {
    const Found& found;
    const Graph& graph;
    const Regions& regions;
    const Placement& placement;
    Arithmetic& arithmetic;
    const std::vector<std::size_t> order = stored_order(found);
    const Side* a = nullptr; // operand A's

    /// Func::in() replaces every read of an operand by the contraction, so there must be one only.
    bool is_only_read(const Call* load) {
        for (const Stage& stage : found.node->stages)
            for (const Call* other : stage.loads)
                if (other->name == load->name && !graph_equal(Halide::Expr(other), Halide::Expr(load)))
                    return false;
        return true;
    }

    /// The Func of an ImageParam or of an Input, element by element.
    bool is_input(const Call* load) {
        const Node* node = graph.callee(load);
        const Call* image = node && node->inlinable() ? passed_through(*node) : nullptr;
        return image && image->param.defined() && image->args.size() == node->function.args().size();
    }

    /// Computes something, is inlined where it is read, and this contraction alone reads it. Not a window
    /// that ends at boundary conditions: a copy would have those of each of its places everywhere.
    bool is_movable(const Call* load) {
        const Node* node = placement.inlined(load);
        if (!node || node->function.outputs() != 1 || node->consumers.size() != 1) return false;
        const std::vector<Halide::Expr>& values = node->stages[0].values;
        const double operations = arithmetic.of(values);
        if (reads_again(node->stages[0]) && operations > arithmetic.inside(values)) return false;
        return !values[0].as<Call>() || operations > 0;
    }

    /// Without casts of 16 bits to the 32 that their products have.
    static std::vector<Halide::Expr> widened_by_product(std::vector<Halide::Expr> factors) {
        for (Halide::Expr& factor : factors) {
            const auto* cast = factor.as<Halide::Internal::Cast>();
            if (cast && cast->type == Halide::Int(32) && cast->value.type() == Halide::Int(16))
                factor = cast->value;
        }
        return factors;
    }

    Operand operand(const Side& side, const Coefficients& coefficients) {
        Operand result;
        result.func = side.load->name;
        result.type = scalar_type(side.load->type);
        result.coefficient = coefficients;
        const Layout layout = layout_of(side.load, graph, regions, placement);
        result.stride = layout.strides;
        result.panel = layout.panel;
        result.run_time_strides = layout.run_time_strides;
        result.wrappable =
            found.product.through.empty() && graph.callee(side.load) && is_only_read(side.load);
        result.has_buffer = is_input(side.load);
        result.movable = result.wrappable && is_movable(side.load);
        if (result.movable)
            for (const Call* load : placement.inlined(side.load)->stages[0].loads)
                result.source_bytes += load->type.bytes();
        const bool product = !found.product.step;
        const auto multiplications = product ? static_cast<double>(side.factors.size() - 1) : 0.0;
        const std::vector<Halide::Expr> factors = widened_by_product(side.factors);
        result.ops_per_element = arithmetic.of(factors) + multiplications;
        result.interior_ops_per_element = arithmetic.inside(factors) + multiplications;
        return result;
    }

    Operand result_operand() {
        const Node& stored = graph.at(found.stored_in());
        Operand out;
        out.func = found.stored_in();
        out.type = scalar_type(stored.function.output_types()[0]);
        out.stride = strides_of(stored, regions);
        out.has_buffer = stored.output && stored.function.outputs() == 1;
        const std::size_t dimensions = found.map.dimensions;
        out.coefficient.assign(dimensions, std::vector<std::int64_t>(order.size(), 0));
        for (std::size_t d = 0; d < dimensions; d++) out.coefficient[d][d] = 1;
        if (const auto& groups = found.map.groups)
            out.coefficient[stored_dimension(groups->loop)][dimensions] = groups->size;
        return out;
    }

    /// Where the result stores what the contraction's dimension d runs over.
    std::size_t stored_dimension(std::size_t d) const {
        return std::find(order.begin(), order.end(), d) - order.begin();
    }

    void fill_operands(Problem& problem) {
        const Coefficients first = reordered(found.map.first, order);
        const Coefficients second = reordered(found.map.second, order);
        problem.a = operand(found.product.first, first);
        problem.b = operand(found.product.second, second);
        const bool swapped = first_is_b(first, second, found.map.pure);
        if (swapped) std::swap(problem.a, problem.b);
        a = swapped ? &found.product.second : &found.product.first;
        const auto scalars = static_cast<double>(found.product.scalars.size());
        problem.a.ops_per_element += scalars;
        problem.a.interior_ops_per_element += scalars;
        problem.out = result_operand();
    }

    void fill_loops(Problem& problem) {
        const auto role = roles(found.map, problem.a.coefficient, problem.b.coefficient);
        const auto spans = loop_spans(found, regions);
        RunTimeExtents at_run_time(graph);
        const Node& stored = graph.at(found.stored_in());
        for (std::size_t l = 0; l < order.size(); l++) {
            const Span& span = spans[order[l]];
            const std::string& name = found.map.loops[order[l]];
            problem.loops.push_back({name, role[l], span.extent(), span.source});
            if (l < found.map.dimensions && !loses_a_read(stored.function))
                problem.loops[l].at_run_time = at_run_time.of(found.stored_in(), static_cast<int>(l));
            else if (order[l] >= found.map.pure)
                problem.loops[l].at_run_time = at_run_time.of_rvar(found.node->function.name(), 0, name);
        }
        if (const auto& groups = found.map.groups)
            problem.groups = {static_cast<int>(stored_dimension(groups->loop)),
                              static_cast<int>(found.map.dimensions)};
    }

public:
    Builder(const Found& found, const Graph& graph, const Regions& regions, const Placement& placement,
            Arithmetic& arithmetic)
        : found(found), graph(graph), regions(regions), placement(placement), arithmetic(arithmetic) {}

    Problem build() {
        Problem problem;
        problem.clipped = found.clipped;
        problem.func = found.node->function.name();
        problem.step = found.product.step;
        if (found.node->output || !found.chain.empty()) problem.consumer = found.stored_in();
        for (std::size_t i = 0; i + 1 < found.chain.size(); i++)
            problem.inlined.push_back(found.chain[i].func);
        problem.through = found.product.through;
        problem.accumulator = scalar_type(found.node->function.output_types()[0]);
        if (!found.chain.empty())
            problem.epilogue_ops_per_element = arithmetic.of(graph.at(problem.consumer).stages[0].values);
        fill_operands(problem);
        fill_loops(problem);
        problem.padded = padded_rows(problem, *a, found, regions, graph);
        problem.notes = notes_on(found, graph, regions);
        return problem;
    }
};

} // namespace

std::vector<Span> loop_spans(const Found& found, const Regions& regions) {
    const std::string& func = found.node->function.name();
    std::vector<Span> spans;
    for (const auto& dim : regions.of(func)) spans.push_back(*dim);
    if (const auto& groups = found.map.groups) {
        Span& within = spans[groups->loop];
        const std::int64_t count = within.extent() / groups->size;
        const ExtentSource counted = within.source;
        within = Span::of(0, groups->size, ExtentSource::Bound);
        spans.push_back(Span::of(0, count, counted));
    }
    for (std::size_t l = found.map.pure; l < found.map.loops.size(); l++)
        spans.push_back(regions.rvar(func, 1, found.map.loops[l]));
    return spans;
}

Problem build_problem(const Found& found, const Graph& graph, const Regions& regions,
                      const Placement& placement, Arithmetic& arithmetic) {
    return Builder(found, graph, regions, placement, arithmetic).build();
}

} // namespace autoconfig::extraction
