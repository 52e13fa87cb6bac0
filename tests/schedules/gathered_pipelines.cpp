// See pipelines.h: rows that a list names, experts, channels that several results share.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// The y-th number of a list, within 0 .. 5.
Expr named(const ImageParam& list, const Expr& y) { return clamp(cast<int>(list(y)), 0, 5); }

/// The rows of six that a list names, times a matrix.
template<typename T>
Built rows_of_a_list(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam list(UInt(8), 1, "list"), rows = input(type_of<T>(), "rows", {d.k, fixed(6)});
    const ImageParam B = input(type_of<T>(), "B", {d.n, d.k});
    const RDom k = along(rows, 0, d.k);
    Func out("out");
    out(x, y) += rows(k, named(list, y)) * B(x, k);
    return {pipeline_of(out, {d.n, d.m}),
            {list, rows, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.m}, {s.k, 6}, {s.n, s.k}};
            },
            image()};
}

/// Each row times the matrix that a list names for it.
Built matrix_of_each_row(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam list(UInt(8), 1, "list"), A = input("A", {d.k, d.m}),
                                               B = input("B", {d.n, d.k, fixed(6)});
    const RDom k = along(A, 0, d.k);
    Func out("out");
    out(x, y) += A(k, y) * B(x, k, named(list, y));
    return {pipeline_of(out, {d.n, d.m}),
            {list, A, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.m}, {s.k, s.m}, {s.n, s.k, 6}};
            },
            image()};
}

/// Columns by name and rows of another list, through a Func.
Built columns_of_a_list(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam list(UInt(8), 1, "list"), A = input("A", {d.k, d.m}), B = input("B", {fixed(6), d.k});
    const RDom k = along(A, 0, d.k);
    Func column("column"), product("product"), out("out");
    column(x) = named(list, x);
    product(x, y) += A(k, y) * B(column(x), k);
    out(x, y) = product(x, y) + 1.0f;
    return {pipeline_of(out, {d.n, d.m}),
            {list, A, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n}, {s.k, s.m}, {6, s.k}};
            },
            image()};
}

/// A depthwise convolution that makes so many channels of each, each of them a sum of as many filters: both
/// known at run time only.
Built shared_channels(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m, fixed(9)});
    ImageParam filter(Float(32), 4, "filter");
    const Expr times = filter.dim(0).extent();
    const RDom r(0, times, 0, 3, 0, 3, "r");
    Func out("out");
    out(c, x, y) += filter(r.x, c, r.y, r.z) * in(c / times, x + r.y, y + r.z);
    return {pipeline_of(out, {d.n, d.m, fixed(7)}),
            {in, filter},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m + 2, 9}, {2, s.n, 3, 3}};
            },
            image(7)};
}

/// Of a batch the images that a list names.
Built images_of_a_list(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam list(UInt(8), 1, "list"), A = input("A", {d.k, d.m, fixed(6)}),
                                               B = input("B", {d.n, d.k});
    const RDom k = along(A, 0, d.k);
    Func out("out");
    out(x, y, b) += A(k, y, named(list, b)) * B(x, k);
    return {pipeline_of(out, {d.n, d.m, fixed(3)}),
            {list, A, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{3}, {s.k, s.m, 6}, {s.n, s.k}};
            },
            image(3)};
}

/// Rows by the sum of two lists' numbers: two loops lead to them.
Built rows_by_two_lists(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam list(UInt(8), 1, "list"), rows = input("rows", {d.k, fixed(12)}),
                                               B = input("B", {d.n, d.k});
    const RDom k = along(rows, 0, d.k);
    Func out("out");
    out(x, y, b) += rows(k, named(list, y) + named(list, b)) * B(x, k);
    return {pipeline_of(out, {d.n, d.m, fixed(3)}),
            {list, rows, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{std::max(s.m, 3)}, {s.k, 12}, {s.n, s.k}};
            },
            image(3)};
}

} // namespace

const std::vector<PipelineCase>& gathered_cases() {
    static const std::vector<PipelineCase> cases = {
        {"rows_of_a_list", rows_of_a_list<float>},  {"integer_rows_of_a_list", rows_of_a_list<std::int32_t>},
        {"matrix_of_each_row", matrix_of_each_row}, {"columns_of_a_list", columns_of_a_list},
        {"shared_channels", shared_channels},       {"images_of_a_list", images_of_a_list},
        {"rows_by_two_lists", rows_by_two_lists},
    };
    return cases;
}

} // namespace autoconfig::testing
