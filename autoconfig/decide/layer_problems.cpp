// Loops, strides and index maps of convolution layers.
#include "autoconfig/decide/layer_problems.h"

#include "autoconfig/decide/decide.h"
#include "autoconfig/integers.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace autoconfig {

namespace {

/// Builds a Problem loop by loop and dimension by dimension.
class Builder {
public:
    explicit Builder(const Convolution& layer) {
        problem.func = "conv";
        problem.consumer = "output";
        problem.accumulator = layer.accumulator;
        problem.epilogue_ops_per_element = layer.epilogue_ops_per_element;
        problem.a.func = "input";
        problem.a.type = layer.input;
        problem.b.func = "weights";
        problem.b.type = layer.weights;
        problem.out.func = "output";
        problem.out.type = layer.output;
    }

    /// Index of the loop, or -1 where it has one step and `skip_one`.
    int loop(const char* name, Role role, std::int64_t extent, bool skip_one = false) {
        if (skip_one && extent == 1) return -1;
        problem.loops.push_back({name, role, extent, ExtentSource::Bound});
        return static_cast<int>(problem.loops.size()) - 1;
    }

    struct Part {
        int loop;
        std::int64_t coefficient;
    };
    /// A dimension of an operand, the innermost first, of so many elements.
    void dimension(Operand& operand, const std::vector<Part>& parts, std::int64_t extent) {
        std::vector<std::int64_t> coefficients(problem.loops.size(), 0);
        for (const Part& part : parts)
            if (part.loop >= 0) coefficients[static_cast<std::size_t>(part.loop)] = part.coefficient;
        operand.coefficient.push_back(coefficients);
        std::int64_t& stride = elements.try_emplace(&operand, 1).first->second;
        operand.stride.push_back(stride);
        stride *= extent;
    }

    Problem problem;

private:
    std::map<const Operand*, std::int64_t> elements; // in an operand's dimensions so far
};

/// Of an element of the padded input: two comparisons for its row, two for its column, joined, a select, and
/// three to clamp each of both indices.
constexpr double padding_ops = 16;

/// Rows, or columns, of the input as the windows of so many outputs reach them, with what pads them.
std::int64_t padded(std::int64_t size, std::int64_t outputs, std::int64_t taps, const Convolution& layer) {
    if (layer.pad == 0) return size;
    return (outputs - 1) * layer.stride + (taps - 1) * layer.dilation + 1;
}

/// Rows of zeros that windows reach before and after the input's.
PaddedRows zero_rows(const Convolution& layer, int rows, int window, int dimension) {
    const std::int64_t reach = (layer.r - 1) * layer.dilation;
    const std::int64_t after = (layer.out_h() - 1) * layer.stride + reach - layer.pad - (layer.h - 1);
    return {rows, window, dimension, std::min(layer.pad, reach), std::clamp<std::int64_t>(after, 0, reach)};
}

/// Rows of pixels on the vectorised side: weights become a, and pixels N.
void swap_operands(Problem& problem) {
    std::swap(problem.a, problem.b);
    for (Loop& loop : problem.loops)
        if (loop.role == Role::M || loop.role == Role::N)
            loop.role = loop.role == Role::M ? Role::N : Role::M;
}

} // namespace

Problem direct_problem(const Convolution& layer, std::int64_t panel) {
    Builder b(layer);
    Problem& p = b.problem;
    const std::int64_t in_group = layer.c / layer.groups, out_group = layer.k / layer.groups;
    const bool depthwise = layer.groups > 1 && in_group == 1 && out_group < fewest_grouped_channels;
    const Role channel = depthwise ? Role::Batch : Role::N;
    int k = -1, x = -1, y = -1;
    if (layer.channels_innermost) k = b.loop("k", channel, depthwise ? layer.k : out_group);
    x = b.loop("x", Role::M, layer.out_w());
    y = b.loop("y", Role::M, layer.out_h());
    if (!layer.channels_innermost) k = b.loop("k", channel, depthwise ? layer.k : out_group);
    const int n = b.loop("n", Role::M, layer.n);
    const int group = depthwise ? -1 : b.loop("group", Role::Batch, layer.groups, true);
    if (group >= 0) p.groups = {k, group};
    const int c = b.loop("win$x", Role::K, in_group, layer.r * layer.s > 1 || in_group == 1);
    const int s = b.loop("win$y", Role::Window, layer.s, true);
    const int r = b.loop("win$z", Role::Window, layer.r, true);
    const std::vector<Builder::Part> in_c = {{c, 1}, {depthwise ? k : -1, 1}, {group, in_group}};
    const std::vector<Builder::Part> in_x = {{x, layer.stride}, {s, layer.dilation}},
                                     in_y = {{y, layer.stride}, {r, layer.dilation}};
    const std::vector<Builder::Part> out_k = {{k, 1}, {group, out_group}};
    if (layer.channels_innermost) {
        b.dimension(p.a, in_c, layer.c);
        b.dimension(p.b, out_k, panel > 0 ? panel : layer.k);
        b.dimension(p.b, {{c, 1}}, in_group);
        b.dimension(p.b, {{s, 1}}, layer.s);
        b.dimension(p.b, {{r, 1}}, layer.r);
        p.b.panel = panel;
        b.dimension(p.out, out_k, layer.k);
    }
    b.dimension(p.a, in_x, padded(layer.w, layer.out_w(), layer.s, layer));
    b.dimension(p.a, in_y, padded(layer.h, layer.out_h(), layer.r, layer));
    b.dimension(p.out, {{x, 1}}, layer.out_w());
    b.dimension(p.out, {{y, 1}}, layer.out_h());
    if (!layer.channels_innermost) {
        b.dimension(p.a, in_c, layer.c);
        b.dimension(p.b, {{s, 1}}, layer.s);
        b.dimension(p.b, {{r, 1}}, layer.r);
        b.dimension(p.b, {{c, 1}}, in_group);
        b.dimension(p.b, out_k, layer.k);
        b.dimension(p.out, out_k, layer.k);
    }
    b.dimension(p.a, {{n, 1}}, layer.n);
    b.dimension(p.out, {{n, 1}}, layer.n);
    p.a.movable = layer.pad > 0;
    if (p.a.movable) p.a.ops_per_element = padding_ops;
    const bool zeros = layer.pad > 0 && layer.zero_outside && layer.r > 1;
    if (zeros && layer.channels_innermost && layer.groups == 1) p.padded = zero_rows(layer, y, r, 2);
    if (!layer.channels_innermost) swap_operands(p);
    return p;
}

namespace {

/// Tiles of so many steps x taps of which at least one reads the input, of `size` elements, as a share of
/// all.
double share_inside(std::int64_t steps, std::int64_t taps, std::int64_t size, std::int64_t tile,
                    const Convolution& layer) {
    std::int64_t inside = 0;
    for (std::int64_t first = 0; first < steps; first += tile)
        for (std::int64_t tap = 0; tap < taps; ++tap) {
            const std::int64_t from = first * layer.stride + tap * layer.dilation - layer.pad;
            if (from + (tile - 1) * layer.stride >= 0 && from < size) ++inside;
        }
    return static_cast<double>(inside * tile) / static_cast<double>(steps * taps);
}

constexpr int most_tile_rows = 30; // beside a vector of b and an element of a in 32 registers

} // namespace

std::vector<Problem> clipped_problems(const Convolution& layer, const Problem& whole) {
    std::vector<Problem> problems;
    if (layer.pad == 0 || layer.groups > 1 || !layer.channels_innermost || !layer.zero_outside)
        return problems;
    const double rows = share_inside(layer.out_h(), layer.r, layer.h, 1, layer);
    const std::int64_t columns = layer.out_w();
    for (int tile = 2; tile <= std::min<std::int64_t>(most_tile_rows, columns / 2); ++tile)
        if (const double kept = share_inside(columns, layer.s, layer.w, tile, layer);
            columns % tile == 0 && kept <= most_kept_when_clipped) {
            problems.push_back(whole);
            problems.back().clipped = {tile, rows * kept};
        }
    return problems;
}

Problem im2col_problem(const Convolution& layer) {
    Builder b(layer);
    Problem& p = b.problem;
    const bool nhwc = layer.channels_innermost;
    int k = nhwc ? b.loop("k", Role::N, layer.k) : -1;
    const int x = b.loop("x", Role::M, layer.out_w()), y = b.loop("y", Role::M, layer.out_h());
    if (!nhwc) k = b.loop("k", Role::N, layer.k);
    const int n = b.loop("n", Role::M, layer.n);
    const int c = b.loop("win$x", Role::K, layer.c), s = b.loop("win$y", Role::K, layer.s, true),
              r = b.loop("win$z", Role::K, layer.r, true);
    using Dimensions = std::vector<std::pair<int, std::int64_t>>; // loops and their extents
    const auto dimensions = [&](Operand& operand, const Dimensions& all) {
        for (const auto& [loop, extent] : all) b.dimension(operand, {{loop, 1}}, extent);
    };
    const std::pair<int, std::int64_t> C = {c, layer.c}, S = {s, layer.s}, R = {r, layer.r}, K = {k, layer.k},
                                       X = {x, layer.out_w()}, Y = {y, layer.out_h()}, N = {n, layer.n};
    dimensions(p.a, {C, S, R, X, Y, N}); // windows lie with channels innermost in both layouts
    dimensions(p.b, nhwc ? Dimensions{K, C, S, R} : Dimensions{S, R, C, K});
    dimensions(p.out, nhwc ? Dimensions{K, X, Y, N} : Dimensions{X, Y, K, N});
    if (!nhwc) swap_operands(p);
    return p;
}

Problem winograd_problem(const Convolution& layer, int m, std::int64_t panel) {
    Builder b(layer);
    Problem& p = b.problem;
    Transforms transforms;
    transforms.output = "output";
    transforms.tile = m;
    transforms.panel = panel;
    transforms.tiles_across = ceil_div(layer.out_w(), m);
    transforms.tiles_down = ceil_div(layer.out_h(), m);
    transforms.output_channels = layer.k;
    const std::int64_t tiles = transforms.tiles_across * transforms.tiles_down,
                       panels = ceil_div(layer.k, panel);
    const int alpha = m + 2;
    const int kn = b.loop("kn", Role::N, std::min(panel, layer.k)), of = b.loop("panel", Role::N, panels),
              t = b.loop("t", Role::M, tiles), n = b.loop("n", Role::M, layer.n),
              i = b.loop("i", Role::Batch, alpha), j = b.loop("j", Role::Batch, alpha),
              c = b.loop("rc$x", Role::K, layer.c);
    b.dimension(p.a, {{c, 1}}, layer.c);
    b.dimension(p.a, {{t, 1}}, tiles);
    b.dimension(p.a, {{n, 1}}, layer.n);
    b.dimension(p.b, {{kn, 1}}, panel);
    b.dimension(p.b, {{c, 1}}, layer.c);
    b.dimension(p.out, {{kn, 1}}, panel);
    b.dimension(p.out, {{of, 1}}, panels);
    b.dimension(p.out, {{t, 1}}, tiles);
    b.dimension(p.out, {{n, 1}}, layer.n);
    for (Operand* operand : {&p.a, &p.out}) {
        b.dimension(*operand, {{i, 1}}, alpha);
        b.dimension(*operand, {{j, 1}}, alpha);
    }
    b.dimension(p.b, {{i, 1}, {j, alpha}}, static_cast<std::int64_t>(alpha) * alpha);
    b.dimension(p.b, {{of, 1}}, panels);
    if (!layer.packed_weights) transforms.filter = {{"packed", p.b.dimension_of(kn), {p.b.dimension_of(i)}}};
    p.func = "product";
    p.consumer.clear();
    p.transforms = transforms;
    return p;
}

} // namespace autoconfig
