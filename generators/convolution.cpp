// Direct convolution and im2col, by their definitions.
#include "generators/convolution.h"

namespace autoconfig {

namespace {

using Halide::Expr;
using Halide::Func;
using Halide::Var;

int as_int(std::int64_t size) { return static_cast<int>(size); }

/// The reduced loops in the order channel, column, row of the window; a loop of one step is the constant 0.
struct Window {
    Expr c = 0, s = 0, r = 0;
    Halide::RDom domain;

    explicit Window(const Convolution& layer) {
        Halide::Region ranges;
        std::vector<Expr*> loops;
        const auto add = [&](Expr& loop, std::int64_t extent) {
            if (extent == 1) return;
            ranges.push_back({0, as_int(extent)});
            loops.push_back(&loop);
        };
        add(c, layer.c / layer.groups);
        add(s, layer.s);
        add(r, layer.r);
        if (ranges.empty()) { // one weight a channel: a sum of one step
            ranges.push_back({0, 1});
            loops.push_back(&c);
        }
        domain = Halide::RDom(ranges, "win");
        for (std::size_t i = 0; i < loops.size(); i++) *loops[i] = domain[static_cast<int>(i)];
    }
};

/// Column or row of the input under a window's column or row.
Expr under(const Convolution& layer, const Expr& out, const Expr& window) {
    return out * as_int(layer.stride) + window * as_int(layer.dilation) - as_int(layer.pad);
}

/// Leaves taps in the padding out; see direct_convolution.
void clip_window(Window& w, const Convolution& layer, const Var& x, const Var& y, int clip) {
    if (clip == 0) return;
    if (layer.r > 1) {
        const Expr row = under(layer, y, w.r);
        w.domain.where(row >= 0 && row < as_int(layer.h));
    }
    if (layer.s == 1) return;
    const Expr first = under(layer, x / clip * clip, w.s);
    w.domain.where(first + (clip - 1) * as_int(layer.stride) >= 0 && first < as_int(layer.w));
}

/// Channel of the input that channel k of the output reads at step c of its group.
Expr input_channel(const Convolution& layer, const Var& k, const Expr& c) {
    if (layer.groups == 1) return c;
    const int in_group = as_int(layer.c / layer.groups), out_group = as_int(layer.k / layer.groups);
    const Expr group = out_group == 1 ? Expr(k) : k / out_group;
    return in_group == 1 ? group : group * in_group + c;
}

Func sum_of(const Convolution& layer, const std::vector<Var>& out, const Expr& pixel, const Expr& weight) {
    const Halide::Type type = halide_type(layer.accumulator);
    Func conv("conv");
    conv(out) = Halide::cast(type, 0);
    conv(out) += Halide::cast(type, pixel) * Halide::cast(type, weight);
    return conv;
}

const Var k("k"), x("x"), y("y"), n("n");

} // namespace

Halide::Type halide_type(ScalarType type) {
    switch (type.kind) {
    case ScalarType::Kind::Float: return Halide::Float(type.bits);
    case ScalarType::Kind::Int: return Halide::Int(type.bits);
    case ScalarType::Kind::UInt: return Halide::UInt(type.bits);
    }
    return Halide::Float(type.bits);
}

Func padded(const Convolution& layer, const Func& input, const Expr& outside) {
    if (layer.pad == 0) return input;
    const Halide::Range all{Expr(), Expr()}, columns{0, as_int(layer.w)}, rows{0, as_int(layer.h)};
    return Halide::BoundaryConditions::constant_exterior(input, outside,
                                                         ordered(layer, all, columns, rows, all));
}

Func direct_convolution(const Convolution& layer, const Func& padded, const Func& weights, int clip) {
    Window w(layer);
    clip_window(w, layer, x, y, clip);
    return sum_of(layer, ordered(layer, k, x, y, n),
                  padded(ordered<Expr>(layer, input_channel(layer, k, w.c), under(layer, x, w.s),
                                       under(layer, y, w.r), n)),
                  weights(ordered_weight<Expr>(layer, k, w.c, w.s, w.r)));
}

Func im2col_convolution(const Convolution& layer, const Func& padded, const Func& weights) {
    const Var c("c"), s("s"), r("r");
    Func columns("columns");
    columns(c, s, r, x, y, n) = padded(ordered<Expr>(layer, c, under(layer, x, s), under(layer, y, r), n));
    const Window w(layer);
    return sum_of(layer, ordered(layer, k, x, y, n), columns(w.c, w.s, w.r, x, y, n),
                  weights(ordered_weight<Expr>(layer, k, w.c, w.s, w.r)));
}

} // namespace autoconfig
