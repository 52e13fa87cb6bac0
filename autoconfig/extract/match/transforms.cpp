// Follows operand A back to the input, operand B to the weights, and the result forward to the output.
#include "autoconfig/extract/match/transforms.h"

#include "autoconfig/extract/access/declared_region.h"
#include "autoconfig/extract/match/chain.h"
#include "autoconfig/integers.h"

#include <algorithm>
#include <map>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

/// Loads of one Func by another, each place once.
std::vector<const Call*> places(const Node& reader, const std::string& func) {
    std::vector<const Call*> result;
    for (const Stage& stage : reader.stages)
        for (const Call* load : stage.loads) {
            const bool known = std::any_of(result.begin(), result.end(), [&](const Call* other) {
                return graph_equal(Halide::Expr(other), Halide::Expr(load));
            });
            if (load->name == func && !known) result.push_back(load);
        }
    return result;
}

int position(const std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

/// For every dimension of `func`, the reader's dimension whose loop runs over it, the same at all places; -1
/// where there is none.
std::vector<int> carried(const Node& reader, const std::string& func, int dimensions) {
    std::vector<int> result(dimensions, -1);
    const auto loads = places(reader, func);
    for (int d = 0; d < dimensions; ++d) {
        std::vector<int> seen;
        for (const Call* load : loads) {
            const auto* loop = load->args[d].as<Variable>();
            seen.push_back(loop ? position(reader.function.args(), loop->name) : -1);
        }
        if (!seen.empty() && std::count(seen.begin(), seen.end(), seen[0]) == std::ptrdiff_t(seen.size()))
            result[d] = seen[0];
    }
    return result;
}

const Node* only_consumer(const Graph& graph, const Node& node) {
    if (node.output || node.consumers.size() != 1) return nullptr;
    const Node& consumer = graph.at(node.consumers[0]);
    return consumer.inlinable() && consumer.function.outputs() == 1 ? &consumer : nullptr;
}

bool contains(const std::vector<int>& list, int number) {
    return std::find(list.begin(), list.end(), number) != list.end();
}

/// The loop of x % m, x / m or x, and m (0 for x).
struct Tiled {
    std::string loop;
    std::int64_t m = 0;
};

template<typename Op>
std::optional<Tiled> tiled_by(const Halide::Expr& index) {
    const auto* op = index.as<Op>();
    const auto* loop = op ? op->a.template as<Variable>() : nullptr;
    if (!loop) return std::nullopt;
    const auto m = as_const_int(op->b);
    if (!m) return std::nullopt;
    return Tiled{loop->name, *m};
}

/// Loops of x / m in a tile's number: those it takes as they are before those it multiplies.
class TileLoops : public IRVisitor {
public:
    std::vector<Tiled> loops() const {
        std::vector<Tiled> all = plain;
        all.insert(all.end(), multiplied.begin(), multiplied.end());
        return all;
    }

private:
    using IRVisitor::visit;
    void visit(const Mul* op) override {
        ++depth;
        IRVisitor::visit(op);
        --depth;
    }
    void visit(const Div* op) override {
        if (const auto one = tiled_by<Div>(Halide::Expr(op)))
            (depth > 0 ? multiplied : plain).push_back(*one);
    }
    std::vector<Tiled> plain, multiplied;
    int depth = 0;
};

/// Nothing but a load and where it counts: a boundary condition, a copy.
bool only_moves(const Halide::Expr& value) {
    if (Halide::Internal::is_const(value)) return true;
    if (const auto* select = value.as<Select>())
        return only_moves(select->true_value) && only_moves(select->false_value);
    const auto* call = value.as<Call>();
    if (!call) return false;
    return is_load(call) || (Call::as_tag(value) && only_moves(call->args[0]));
}

class Finder {
public:
    Finder(const Found& found, const Problem& problem, const Graph& graph, const Regions& regions)
        : found(found), problem(problem), graph(graph), regions(regions) {}

    std::optional<Transforms> find() {
        if (!problem.consumer.empty() || problem.innermost(Role::N) < 0 || problem.innermost(Role::M) < 0)
            return std::nullopt;
        if (!find_data() || !find_back()) return std::nullopt;
        find_filter();
        return result;
    }

private:
    /// The Func of an operand that nothing but the contraction reads, or none.
    const Node* made_for_this(const Operand& operand) const {
        const auto found = graph.nodes.find(operand.func);
        if (found == graph.nodes.end()) return nullptr;
        const Node& node = found->second;
        return node.inlinable() && !node.output && node.consumers.size() == 1 ? &node : nullptr;
    }

    bool find_data() {
        const Node* a = made_for_this(problem.a);
        const int channel = problem.a.dimension_of(problem.innermost(Role::K));
        if (!a || channel < 0) return false;
        TransformStage stage{problem.a.func, channel, batch_dimensions(problem.a)};
        if (stage.points.empty()) return false;
        add_stages(*a, stage, result.data);
        return true;
    }

    /// Filters that the pipeline transforms itself.
    void find_filter() {
        const Node* b = made_for_this(problem.b);
        const int channel = problem.b.dimension_of(problem.innermost(Role::N));
        if (!b || channel < 0) return;
        const TransformStage stage{problem.b.func, channel, batch_dimensions(problem.b)};
        const std::vector<std::string> read = read_by(*b);
        const auto combines = [&](const std::string& func) { return places(*b, func).size() > 1; };
        if (!stage.points.empty() && std::any_of(read.begin(), read.end(), combines))
            add_stages(*b, stage, result.filter);
    }

    /// That one, and the Funcs that it combines.
    void add_stages(const Node& node, const TransformStage& stage, std::vector<TransformStage>& stages) {
        stages.push_back(stage);
        for (const std::string& func : read_by(node)) add_stage(node, stage, func, stages);
        inline_moves(graph.at(stages.back().func));
    }

    /// Boundary conditions and copies between the input and the transforms.
    void inline_moves(const Node& reader) {
        for (const std::string& func : read_by(reader)) {
            const Node& node = graph.at(func);
            if (!node.inlinable() || node.output || node.consumers.size() != 1 ||
                node.function.outputs() != 1 || !only_moves(node.function.values()[0]) ||
                passed_through(node))
                continue;
            result.inlined.push_back(func);
            inline_moves(node);
        }
    }

    /// A Func that the operand combines at several places.
    void add_stage(const Node& reader, const TransformStage& above, const std::string& func,
                   std::vector<TransformStage>& stages) {
        const Node& node = graph.at(func);
        if (!node.inlinable() || node.consumers.size() != 1 || places(reader, func).size() < 2) return;
        TransformStage stage{func, -1, {}};
        const std::vector<int> dims = carried(reader, func, node.dimensions());
        for (int d = 0; d < node.dimensions(); ++d) {
            if (dims[d] == above.channel) stage.channel = d;
            if (dims[d] < 0 || contains(above.points, dims[d])) stage.points.push_back(d);
        }
        if (stage.channel >= 0) stages.push_back(stage);
    }

    bool find_back() {
        const Node* node = found.node;
        std::vector<int> kept; // dimensions of `node` that are no points
        for (const Loop& loop : problem.loops)
            if (loop.role == Role::N || loop.role == Role::M) kept.push_back(loop_index(loop));
        int channel = problem.innermost(Role::N), tiles = problem.innermost(Role::M);
        while (const Node* next = only_consumer(graph, *node)) {
            const auto loads = places(*next, node->function.name());
            if (loads.size() == 1 && tiled_by<Mod>(loads[0]->args[channel]))
                return find_output(*next, *loads[0], channel, tiles);
            const std::vector<int> dims = carried(*next, node->function.name(), node->dimensions());
            for (int& d : kept) d = dims[d];
            channel = dims[channel];
            tiles = dims[tiles];
            if (channel < 0 || tiles < 0 || contains(kept, -1)) return false;
            add_back_stage(*next, channel, kept);
            node = next;
        }
        return false;
    }

    void add_back_stage(const Node& node, int channel, const std::vector<int>& kept) {
        TransformStage stage{node.function.name(), channel, {}};
        for (int d = 0; d < node.dimensions(); ++d)
            if (!contains(kept, d)) stage.points.push_back(d);
        result.back.push_back(stage);
    }

    /// The last stage is read at one place, whose indices tell a tile and a place in it.
    bool find_output(const Node& reader, const Call& load, int channel, int tiles) {
        const std::vector<std::string>& loops = reader.function.args();
        TileLoops tile_loops;
        load.args[tiles].accept(&tile_loops);
        const std::vector<Tiled> numbered = tile_loops.loops();
        if (numbered.size() != 2 || numbered[0].m != numbered[1].m) return false;
        const Tiled panels = *tiled_by<Mod>(load.args[channel]);
        result.channels = position(loops, panels.loop);
        result.panel = panels.m;
        result.across = position(loops, numbered[0].loop);
        result.down = position(loops, numbered[1].loop);
        result.tile = static_cast<int>(numbered[0].m);
        if (result.back.empty()) return false;
        for (int point : result.back.back().points) {
            const auto in_tile = tiled_by<Mod>(load.args[point]);
            if (!in_tile || in_tile->m != result.tile) return false;
        }
        if (result.channels < 0 || result.across < 0 || result.down < 0) return false;
        store(reader);
        return true;
    }

    /// The reader, or the last of the elementwise Funcs after it, stores the tiles.
    void store(const Node& reader) {
        result.output = reader.function.name();
        for (const Link& link : elementwise_chain(graph, result.output)) {
            result.inlined.push_back(result.output);
            result.output = link.func;
            last_positions = link.position;
        }
        if (!last_positions.empty())
            for (int* d : {&result.channels, &result.across, &result.down}) *d = last_positions[*d];
        result.tiles_across = ceil_div(extent(result.across), result.tile);
        result.tiles_down = ceil_div(extent(result.down), result.tile);
        result.output_channels = extent(result.channels);
    }

    std::int64_t extent(int dimension) const {
        const auto& span = regions.of(result.output)[dimension];
        return span ? span->extent() : 1;
    }

    int loop_index(const Loop& loop) const { return static_cast<int>(&loop - problem.loops.data()); }

    std::vector<int> batch_dimensions(const Operand& operand) const {
        std::vector<int> dimensions;
        for (const Loop& loop : problem.loops) {
            if (loop.role != Role::Batch || loop.source != ExtentSource::Bound) continue;
            const int dimension = operand.dimension_of(loop_index(loop));
            if (!contains(dimensions, dimension)) dimensions.push_back(dimension);
        }
        return dimensions;
    }

    std::vector<std::string> read_by(const Node& node) const {
        std::vector<std::string> funcs;
        for (const Call* load : node.stages[0].loads)
            if (graph.callee(load) && std::find(funcs.begin(), funcs.end(), load->name) == funcs.end())
                funcs.push_back(load->name);
        return funcs;
    }

    const Found& found;
    const Problem& problem;
    const Graph& graph;
    const Regions& regions;
    Transforms result;
    std::vector<int> last_positions;
};

} // namespace

std::optional<Transforms> find_transforms(const Found& found, const Problem& problem, const Graph& graph,
                                          const Regions& regions) {
    return Finder(found, problem, graph, regions).find();
}

} // namespace autoconfig::extraction
