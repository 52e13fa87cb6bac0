// Where sizes come from: bounds, estimates, consumers, inputs, assumptions.
#include "cases.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

using namespace Halide;

namespace {

/// A matmul whose inputs have no declared size; C is read by `out`.
struct Unsized {
    ImageParam A{Float(32), 2, "A"}, B{Float(32), 2, "B"};
    RDom k{0, A.width(), "k"};
    Func C{"C"}, out{"out"};

    Unsized() {
        C(x, y) += A(k, y) * B(x, k);
        out(x, y) = C(x, y) + 1.0f;
    }
};

Pipeline nothing_known() { return Pipeline(Unsized().out); }

Pipeline output_estimates() {
    Unsized u;
    u.out.set_estimates({{0, 64}, {0, 32}});
    u.A.set_estimates({{0, 128}, {0, 32}});
    return Pipeline(u.out);
}

Pipeline input_estimates() {
    Unsized u;
    u.A.set_estimates({{0, 128}, {0, 32}});
    u.B.set_estimates({{0, 64}, {0, 128}});
    return Pipeline(u.out);
}

Pipeline depth_from_other_input() {
    Unsized u;
    u.B.dim(0).set_bounds(0, 64);
    u.B.dim(1).set_bounds(0, 128);
    return Pipeline(u.out);
}

Pipeline output_buffer_bounds() {
    Unsized u;
    u.out.output_buffer().dim(0).set_bounds(0, 64);
    u.out.output_buffer().dim(1).set_extent(32);
    u.A.dim(0).set_extent(128);
    return Pipeline(u.out);
}

Pipeline bound_over_estimate() {
    Unsized u;
    u.out.set_estimates({{0, 256}, {0, 32}});
    u.out.bound(x, 0, 64);
    u.A.set_estimates({{0, 512}, {0, 32}});
    u.A.dim(0).set_bounds(0, 128);
    return Pipeline(u.out);
}

Pipeline bound_extent_only() {
    Unsized u;
    u.out.bound_extent(x, 64).align_bounds(y, 8);
    u.out.set_estimate(y, 0, 32);
    return Pipeline(u.out);
}

Pipeline depth_by_param() {
    ImageParam A(Float(32), 2, "A"), B(Float(32), 2, "B");
    Param<int> depth("depth");
    depth.set_estimate(128);
    RDom k(0, depth * 2 - 1, "k");
    Func C("C");
    C(x, y) += A(k, y) * B(x, k);
    return bounded(C, {64, 32});
}

Pipeline consumer_reads_more() {
    Unsized u;
    Func wide("wide");
    wide(x, y) = u.out(2 * x, y + 3) + u.out(2 * x + 1, y);
    u.A.dim(0).set_bounds(0, 128);
    return bounded(wide, {64, 32});
}

Pipeline consumer_clamps() {
    Unsized u;
    Func edge("edge");
    edge(x, y) = u.out(clamp(x, 0, 63), y / 2);
    u.A.dim(0).set_bounds(0, 128);
    return bounded(edge, {100, 64});
}

Pipeline consumer_gathers() {
    Unsized u;
    ImageParam rows = input("rows", {100}, Int(32));
    Func picked("picked");
    picked(x, y) = u.out(x, rows(y));
    u.A.set_estimates({{0, 128}, {0, 32}});
    return bounded(picked, {64, 100});
}

/// Rows are as many as another Func, which is bounded, has values.
Pipeline consumer_gathers_by_func() {
    Unsized u;
    ImageParam brightness(Float(32), 1, "brightness");
    brightness.set_estimates({{0, 100}});
    Param<float> step("step");
    step.set_estimate(0.125f);
    Func level("level"), picked("picked");
    level(y) = cast<int>(clamp(brightness(y), 0.0f, 1.0f) * cast<int>(1.0f / step));
    picked(x, y) = u.out(x, level(y) + 1);
    u.A.set_estimates({{0, 128}, {0, 32}});
    return bounded(picked, {64, 100});
}

/// Enlarged eight times: rows and columns between which pixels lie.
Pipeline consumer_interpolates() {
    Unsized u;
    Func large("large");
    const auto before = [](const Expr& at) { return cast<int>(floor((at + 0.5f) / 8.0f - 0.5f)); };
    const Expr weight = (x + 0.5f) / 8.0f - 0.5f - before(x);
    large(x, y) = u.out(before(x), before(y)) * (1.0f - weight) + u.out(before(x) + 1, before(y)) * weight;
    u.A.set_estimates({{0, 128}, {0, 32}});
    return bounded(large, {128, 64});
}

std::string through(const std::string& loops, const std::string& consumer = "out") {
    return "C: " + loops + " a=A b=B -> " + consumer;
}

} // namespace

std::vector<Case> extent_cases() {
    return {
        {"nothing_known", nothing_known, {through("x=N?256 y=M?256 k$x=K?256")}},
        {"output_estimates", output_estimates, {through("x=N~64 y=M~32 k$x=K~128")}},
        {"input_estimates", input_estimates, {through("x=N~64 y=M~32 k$x=K~128")}},
        {"depth_from_other_input", depth_from_other_input, {through("x=N~64 y=M?256 k$x=K~128")}},
        {"output_buffer_bounds", output_buffer_bounds, {through("x=N64 y=M32 k$x=K128")}},
        {"bound_over_estimate", bound_over_estimate, {through("x=N64 y=M~32 k$x=K128")}},
        {"bound_extent_only", bound_extent_only, {through("x=N64 y=M~32 k$x=K?256")}},
        {"depth_by_param", depth_by_param, {through("x=N64 y=M32 k$x=K~255", "C")}},
        {"consumer_reads_more", consumer_reads_more, {through("x=N128 y=M35 k$x=K128")}},
        {"consumer_clamps", consumer_clamps, {through("x=N64 y=M32 k$x=K128")}},
        {"consumer_gathers_by_func", consumer_gathers_by_func, {through("x=N64 y=M~9 k$x=K~128")}},
        {"consumer_interpolates", consumer_interpolates, {through("x=N?18 y=M?9 k$x=K~128")}},
        {"consumer_gathers", consumer_gathers, {through("x=N64 y=M~32 k$x=K~128")}},
    };
}

} // namespace autoconfig::testing
