// The four steps of minimal filtering. A transform in two dimensions is one along i, then one along j; `mux`
// picks the row of a matrix once the loop over rows is unrolled.
#include "generators/winograd.h"

#include "autoconfig/model/minimal_filter.h"

#include <vector>

namespace autoconfig {

using Halide::cast;
using Halide::Expr;
using Halide::Func;
using Halide::RDom;
using Halide::Var;

namespace {

Expr times(const Fraction& factor, const Expr& x) { return cast(x.type(), Expr(factor.value())) * x; }

/// Element `row` of transform * x.
Expr transformed(const Transform& transform, const Expr& row, const std::vector<Expr>& x) {
    std::vector<Expr> elements;
    for (int i = 0; i < static_cast<int>(transform.rows.size()); ++i)
        elements.push_back(apply_row(transform, i, x, times));
    return Halide::mux(row, elements);
}

/// `at(0)`, `at(1)`, ...
template<typename At>
std::vector<Expr> elements(int count, const At& at) {
    std::vector<Expr> list;
    for (int i = 0; i < count; ++i) list.push_back(at(i));
    return list;
}

/// Tiles of an image, numbered along a row, then row by row.
struct Tiles {
    Expr across;
    int m;

    Tiles(const WinogradSizes& sizes, int m) : across((sizes.w + 2 * sizes.pad - 2 + m - 1) / m), m(m) {}
    /// The tile that makes an output.
    Expr of(const Expr& x, const Expr& y) const { return x / m + across * (y / m); }
    Expr x(const Expr& tile) const { return tile % across * m; }
    Expr y(const Expr& tile) const { return tile / across * m; }
};

Func transform_data(const Func& input, const Tiles& tiles, const WinogradSizes& sizes,
                    const MinimalFilter& filter) {
    Var c("c"), x("x"), y("y"), n("n"), t("t"), i("i"), j("j");
    Func padded("padded"), columns("data_columns"), data("data");
    const Func inside = Halide::BoundaryConditions::constant_exterior(
        input, Halide::cast(input.function().output_types()[0], 0),
        {{Expr(), Expr()}, {0, sizes.w}, {0, sizes.h}, {Expr(), Expr()}});
    padded(c, x, y, n) = inside(c, x - sizes.pad, y - sizes.pad, n);
    const auto element = [&](int row) { return padded(c, tiles.x(t) + j, tiles.y(t) + row, n); };
    columns(c, j, i, t, n) = transformed(filter.data, i, elements(filter.alpha(), element));
    data(c, t, n, i, j) = transformed(
        filter.data, j, elements(filter.alpha(), [&](int column) { return columns(c, column, i, t, n); }));
    return data;
}

Func transform_back(const Func& product, const MinimalFilter& filter) {
    Var kn("kn"), panel("panel"), t("t"), n("n"), i("i"), j("j");
    Func columns("sum_columns"), sum("tile_sum");
    columns(kn, panel, j, i, t, n) =
        transformed(filter.inverse, i,
                    elements(filter.alpha(), [&](int row) { return product(kn, panel, t, n, row, j); }));
    sum(kn, panel, t, n, i, j) = transformed(filter.inverse, j, elements(filter.alpha(), [&](int column) {
                                                 return columns(kn, panel, column, i, t, n);
                                             }));
    return sum;
}

} // namespace

Func winograd_pack(const Func& weights, const Expr& k, const WinogradForm& form) {
    const MinimalFilter& filter = minimal_filter(form.m);
    Var kn("kn"), c("c"), point("point"), panel("panel"), i("i"), j("j"), s("s");
    Func columns("filter_columns"), transformed_weights("filter"), packed("packed");
    const Func inside = Halide::BoundaryConditions::constant_exterior(
        weights, Halide::cast(weights.function().output_types()[0], 0),
        {{0, k}, {Expr(), Expr()}, {Expr(), Expr()}, {Expr(), Expr()}});
    const Expr filter_index = panel * form.panel + kn;
    columns(kn, c, s, i, panel) = transformed(
        filter.filter, i, elements(filter.r, [&](int r) { return inside(filter_index, c, s, r); }));
    packed(kn, c, point, panel) =
        transformed(filter.filter, point / filter.alpha(), elements(filter.r, [&](int column) {
                        return columns(kn, c, column, point % filter.alpha(), panel);
                    }));
    return packed;
}

Func winograd(const Func& input, const Func& packed, const WinogradSizes& sizes, const WinogradForm& form) {
    const MinimalFilter& filter = minimal_filter(form.m);
    const Tiles tiles(sizes, form.m);
    Var k("k"), kn("kn"), panel("panel"), x("x"), y("y"), n("n"), t("t"), i("i"), j("j");
    const Func data = transform_data(input, tiles, sizes, filter);
    Func product("product"), sum("sum");
    RDom rc(0, sizes.c, "rc");
    product(kn, panel, t, n, i, j) = Halide::cast(input.function().output_types()[0], 0);
    product(kn, panel, t, n, i, j) += data(rc, t, n, i, j) * packed(kn, rc, j * filter.alpha() + i, panel);
    const Func tile_sum = transform_back(product, filter);
    sum(k, x, y, n) = tile_sum(k % form.panel, k / form.panel, tiles.of(x, y), n, y % form.m, x % form.m);
    return sum;
}

} // namespace autoconfig
