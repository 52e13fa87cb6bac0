// Output channels in panels.
#include "generators/packed_weights.h"

#include "autoconfig/integers.h"
#include "generators/winograd.h"

namespace autoconfig {

using Halide::Expr;
using Halide::Func;
using Halide::Var;

std::vector<Size> packed_sizes(const Convolution& layer, const PackedForm& form) {
    const auto size = [](std::int64_t extent) { return Size(static_cast<int>(extent)); };
    const std::int64_t panels = ceil_div(layer.k, form.panel), channels = layer.c / layer.groups;
    const int points = WinogradForm{form.winograd, form.panel}.points();
    const Size across = form.winograd > 0 ? Size(points) : size(layer.s);
    const Size down = form.winograd > 0 ? Size(1) : size(layer.r);
    return {size(form.panel), size(channels), across, down, size(panels), Size(1).from(form.key)};
}

namespace {

/// In panels, as they are.
Func in_panels(const Convolution& layer, const Func& weights, const PackedForm& form) {
    const Var kn("kn"), c("c"), s("s"), r("r"), panel("panel"), key("key");
    const int channels = static_cast<int>(layer.k);
    Func all = weights;
    if (channels % form.panel != 0)
        all = Halide::BoundaryConditions::constant_exterior(
            weights, Halide::cast(weights.function().output_types().front(), 0),
            {{0, channels}, {Expr(), Expr()}, {Expr(), Expr()}, {Expr(), Expr()}});
    Func packed("packed");
    packed(kn, c, s, r, panel, key) = all(panel * form.panel + kn, c, s, r);
    return packed;
}

} // namespace

Func packed_weights(const Convolution& layer, const Func& weights, const PackedForm& form) {
    if (form.winograd == 0) return in_panels(layer, weights, form);
    const Var kn("kn"), c("c"), point("point"), one("one"), panel("panel"), key("key");
    const Func transformed = winograd_pack(weights, static_cast<int>(layer.k), {form.winograd, form.panel});
    Func packed("packed");
    packed(kn, c, point, one, panel, key) = transformed(kn, c, point, panel);
    return packed;
}

Func unpacked_weights(const Convolution& layer, const Func& packed, const PackedForm& form) {
    const Var k("k"), c("c"), s("s"), r("r"), kn("kn"), point("point"), panel("panel");
    Func filters("filters");
    if (form.winograd > 0)
        filters(kn, c, point, panel) = packed(kn, c, point, 0, panel, form.key);
    else if (form.panel == layer.k)
        filters(k, c, s, r) = packed(k, c, s, r, 0, form.key);
    else
        filters(k, c, s, r) = packed(k % form.panel, c, s, r, k / form.panel, form.key);
    return filters;
}

} // namespace autoconfig
