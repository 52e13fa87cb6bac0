// See pipelines.h: updates that make elements of those they made before.
#include "tests/schedules/stating.h"
#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// The path of least energy to each place of a row, and where it comes from, by the row before.
Built least_energy(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    const Expr width = in.dim(0).extent(), height = in.dim(1).extent();
    RDom r(0, width, 1, height - 1, "r");
    Func least("least"), out("out");
    least(x, y) = Tuple(cast<int>(in(x, y)), 0);
    const Expr left = least(max(r.x - 1, 0), r.y - 1)[0], above = least(r.x, r.y - 1)[0],
               right = least(min(r.x + 1, width - 1), r.y - 1)[0];
    const Expr best = min(above, min(left, right));
    least(r.x, r.y) = Tuple(least(r.x, r.y)[0] + best, select(best == above, 0, best == left, -1, 1));
    out(x, y) = least(x, y)[0] * 4 + least(x, y)[1];
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// A row is made from left to right, and of the row before: no step of it goes before another.
Built along_and_down(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    RDom r(1, in.dim(0).extent() - 1, 1, in.dim(1).extent() - 1, "r");
    Func out("out");
    out(x, y) = in(x, y);
    out(r.x, r.y) = min(out(r.x - 1, r.y), out(r.x, r.y - 1)) + in(r.x, r.y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// A filter of one pole down the columns, then up.
Built filter_both_ways(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    const Expr height = in.dim(1).extent();
    RDom r(1, height - 1, "r");
    Func f("f"), out("out");
    f(x, y) = in(x, y);
    f(x, r) = (f(x, r - 1) * 3 + f(x, r)) % 64;
    f(x, height - 1 - r) = (f(x, height - r) * 3 + f(x, height - 1 - r)) % 64;
    out(x, y) = f(x, y) + 1;
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// The same of several planes, with an undefined beginning, down the columns and along the rows.
Built filtered_and_transposed(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    const auto turned = [](const Func& image, const Expr& length, const std::string& name) {
        RDom r(1, length - 1, name + "_r");
        Func f(name), transposed(name + "_transposed");
        f(x, y, z) = undef<int>();
        f(x, 0, z) = image(x, 0, z);
        f(x, r, z) = (f(x, r - 1, z) * 3 + image(x, r, z)) % 64;
        f(x, length - 1 - r, z) = (f(x, length - r, z) * 3 + f(x, length - 1 - r, z)) % 64;
        transposed(x, y, z) = f(y, x, z);
        return transposed;
    };
    Func planes("planes"), out("out");
    planes(x, y, z) = in(x, y) + z;
    out = turned(turned(planes, in.dim(1).extent(), "down"), in.dim(0).extent(), "along");
    return {pipeline_of(out, {d.n, d.m, fixed(3)}), {in}, image(), image(3)};
}

/// A step at a time: every step reads the neighbours of the one before.
Built jacobi_steps(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    RDom r(0, in.dim(0).extent(), 1, 3, "r");
    Func at("at"), out("out");
    at(x, y, z) = undef<float>();
    at(x, y, 0) = in(x, y);
    at(r.x, y, r.y) = at(max(r.x - 1, 0), y, r.y - 1) + at(min(r.x + 1, in.dim(0).extent() - 1), y, r.y - 1);
    out(x, y) = at(x, y, 3);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

} // namespace

const std::vector<PipelineCase>& step_cases() {
    static const std::vector<PipelineCase> cases = {
        {"least_energy", least_energy},         {"along_and_down", along_and_down},
        {"filter_both_ways", filter_both_ways}, {"filtered_and_transposed", filtered_and_transposed},
        {"jacobi_steps", jacobi_steps},
    };
    return cases;
}

} // namespace autoconfig::testing
