// Output channels in panels.
#include "generators/packed_weights.h"

namespace autoconfig {

using Halide::Expr;
using Halide::Func;
using Halide::Var;

std::vector<Size> packed_sizes(const Convolution& layer, const PackedForm& form) {
    const auto size = [](std::int64_t extent) { return Size(static_cast<int>(extent)); };
    const std::int64_t panels = (layer.k + form.panel - 1) / form.panel;
    return {size(form.panel), size(layer.c / layer.groups), size(layer.s), size(layer.r),
            size(panels),     Size(1).from(form.key)};
}

Func packed_weights(const Convolution& layer, const Func& weights, const PackedForm& form) {
    const Var kn("kn"), c("c"), s("s"), r("r"), panel("panel"), key("key");
    const int channels = static_cast<int>(layer.k);
    Func all = weights;
    if (channels % form.panel != 0)
        all = Halide::BoundaryConditions::constant_exterior(
            weights, Halide::cast(weights.output_types().front(), 0),
            {{0, channels}, {Expr(), Expr()}, {Expr(), Expr()}, {Expr(), Expr()}});
    Func packed("packed");
    packed(kn, c, s, r, panel, key) = all(panel * form.panel + kn, c, s, r);
    return packed;
}

Func unpacked_weights(const Func& packed, const PackedForm& form) {
    const Var k("k"), c("c"), s("s"), r("r");
    Func filters("filters");
    filters(k, c, s, r) = packed(k % form.panel, c, s, r, k / form.panel, form.key);
    return filters;
}

} // namespace autoconfig
