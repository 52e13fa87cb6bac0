// Groups of Funcs at their leaders' tiles: that they are right at every size.
#include "autoconfig/autoschedule.h"
#include "autoconfig/extract/legality/defects.h"
#include "tests/schedules/plane.h"
#include "tests/schedules/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// Chains of stencils through windows that slide, at sizes around and below the strips they were made for.
TEST(Fused, StencilsAreRightAtEverySize) {
    Image image;
    Func a("a"), b("b"), c("c");
    const auto& [x, y, in, out] = image;
    Func inside = BoundaryConditions::repeat_edge(image.in);
    a(x, y) = exp(inside(x - 1, y - 1) * 0.01f) + sqrt(inside(x + 1, y + 1));
    b(x, y) = box(a, x, y) * 0.25f + sqrt(a(x, y));
    c(x, y) = sqrt(box(b, x, y)) / box(a, x, y);
    image.out(x, y) = box(c, x, y);
    Pipeline pipeline = image.pipeline();
    autoschedule(pipeline, target(), {});
    pipeline.compile_jit(target());
    for (const auto& size : {std::pair(1, 1), {2, 7}, {33, 1}, {70, 65}, {129, 130}}) {
        const int width = size.first, height = size.second;
        const Buffer<float> input = numbers(width, height);
        Buffer<float> output(width, height);
        image.in.set(input);
        pipeline.realize(output, target());
        const auto at = [&](int i, int j) { return at_or_edge(input, i, j); };
        const auto sum = [](const auto& f, int i, int j) {
            double total = 0;
            for (int k = 0; k < 9; k++) total += f(i + k / 3, j + k % 3);
            return total;
        };
        const auto ra = [&](int i, int j) {
            return std::exp(at(i - 1, j - 1) * 0.01) + std::sqrt(at(i + 1, j + 1));
        };
        const auto rb = [&](int i, int j) { return sum(ra, i, j) * 0.25 + std::sqrt(ra(i, j)); };
        const auto rc = [&](int i, int j) { return std::sqrt(sum(rb, i, j)) / sum(ra, i, j); };
        for (int j : {0, height / 2, height - 1})
            for (int i : {0, width / 2, width - 1})
                EXPECT_NEAR(output(i, j), sum(rc, i, j), 1e-4 * sum(rc, i, j)) << width << "x" << height;
    }
}

/// Numbers of tasks in parallel loops since they were last cleared.
std::vector<int>& tasks() {
    static std::vector<int> tasks;
    return tasks;
}

int do_par_for(JITUserContext* context, int (*task)(JITUserContext*, int, std::uint8_t*), int first,
               int count, std::uint8_t* closure) {
    tasks().push_back(count);
    for (int t = first; t < first + count; ++t)
        if (const int error = task(context, t, closure)) return error;
    return 0;
}

/// Windows that slide in strips, of an output and of a Func at root that it reads at twice its rate: threads
/// share what rows there are, down to none, and no input is read beyond what the pipeline reads.
TEST(Fused, EqualPartsAreRightAtEverySize) {
    Image image;
    Func a("a"), b("b"), c("c"), half("half");
    const auto& [x, y, in, out] = image;
    a(x, y) = sqrt(in(x, y - 1) + 3 * in(x, y + 2));
    b(x, y) = exp(0.01f * a(x, y - 1)) + sqrt(a(x, y + 1));
    c(x, y) = sqrt(b(x, 2 * y) + 0.5f * b(x, 2 * y + 3));
    image.out(x, y) = sqrt(c(x, y) + c(x, y + 1)) + c(x, y + 2);
    half(x, y) = sqrt(b(x, 2 * y));
    half.set_estimates({{0, 2500}, {0, 1500}});
    image.pipeline();
    Pipeline pipeline({image.out, half});
    Options options;
    options.parallelism = 4;
    const Outcome outcome = autoschedule(pipeline, target(), options);
    EXPECT_EQ(outcome.plan.fusion.groups.size(), 3u);
    for (const FusedGroup& group : outcome.plan.fusion.groups)
        EXPECT_EQ(group.tile.parts, 4) << text_report(outcome);
    pipeline.compile_jit(target());
    for (const auto& size : {std::pair(64, 0), {64, 1}, {1, 3}, {33, 5}, {70, 97}, {129, 1000}}) {
        const int width = size.first, height = size.second;
        if (height == 0 && defects::applies(Defect::RefusesPartsOfNone)) continue;
        Buffer<float> input = numbers(width, 2 * height + 11), output(width, height), even(width, height);
        input.set_min(0, -2);
        image.in.set(input);
        tasks().clear();
        pipeline.jit_handlers().custom_do_par_for = do_par_for;
        pipeline.realize({output, even}, target());
        const auto ra = [&](int i, int j) { return std::sqrt(input(i, j - 1) + 3.0 * input(i, j + 2)); };
        const auto rb = [&](int i, int j) { return std::exp(0.01 * ra(i, j - 1)) + std::sqrt(ra(i, j + 1)); };
        const auto rc = [&](int i, int j) { return std::sqrt(rb(i, 2 * j) + 0.5 * rb(i, 2 * j + 3)); };
        output.for_each_element([&](int i, int j) {
            const double expected = std::sqrt(rc(i, j) + rc(i, j + 1)) + rc(i, j + 2);
            ASSERT_NEAR(output(i, j), expected, 1e-4 * expected) << i << ", " << j << " of " << height;
        });
        for (int count : tasks()) EXPECT_TRUE(height < 97 || count == 4) << count << " of " << height;
    }
}

/// Channels of a picture that is bent: where to look is the same in all of them. As many as are expected, and
/// others.
TEST(Fused, ChannelsTogetherAreRightAtEverySize) {
    ImageParam in(Float(32), 3, "in");
    Func out("out");
    const Var x("x"), y("y"), c("c");
    const Func inside =
        BoundaryConditions::repeat_edge(in, {{0, in.dim(0).extent()}, {0, in.dim(1).extent()}});
    const Expr far = sqrt(cast<float>(x * x + y * y)) * 0.125f, bent = cast<int>(far + exp(-far));
    out(x, y, c) = inside(x - bent, y + bent, c) + cast<float>(bent) * inside(x, y, c);
    in.set_estimates({{0, 1536}, {0, 1024}, {0, 3}});
    out.set_estimates({{0, 1536}, {0, 1024}, {0, 3}});
    Pipeline pipeline(out);
    Options options;
    options.parallelism = 1;
    const Outcome outcome = autoschedule(pipeline, target(), options);
    ASSERT_EQ(outcome.plan.fusion.groups.size(), 1u);
    EXPECT_EQ(outcome.plan.fusion.groups[0].together.elements, 3) << text_report(outcome);
    EXPECT_NE(outcome.schedule_source.find("unroll(c)"), std::string::npos) << outcome.schedule_source;
    for (const int channels : {1, 2, 3, 4})
        for (const auto& size : {std::pair(1, 1), {15, 3}, {16, 7}, {70, 33}}) {
            Buffer<float> input(size.first, size.second, channels),
                output(input.width(), input.height(), channels);
            input.for_each_element(
                [&](int i, int j, int k) { input(i, j, k) = static_cast<float>(i + 3 * j + k); });
            in.set(input);
            pipeline.realize(output, target());
            output.for_each_element([&](int i, int j, int k) {
                const float away = std::sqrt(static_cast<float>(i * i + j * j)) * 0.125f;
                const int to = static_cast<int>(away + std::exp(-away));
                const auto at = [&](int u, int v) {
                    return input(std::clamp(u, 0, size.first - 1), std::clamp(v, 0, size.second - 1), k);
                };
                ASSERT_EQ(output(i, j, k), at(i - to, j + to) + static_cast<float>(to) * at(i, j))
                    << i << ", " << j;
            });
        }
}

/// Inputs of which nobody says how far elements of a row lie apart: side by side, every second, backwards.
TEST(Fused, RowsOfAnyStrideAreRight) {
    ImageParam in(Float(32), 2, "in");
    in.dim(0).set_stride(Expr());
    Func out("out");
    const Var x("x"), y("y");
    out(x, y) = sqrt(in(x, y)) + in(x + 1, y);
    out.set_estimates({{0, 1536}, {0, 1024}});
    Pipeline pipeline(out);
    const Outcome outcome = autoschedule(pipeline, target(), {});
    EXPECT_EQ(outcome.plan.fusion.groups[0].dense.size(), 1u);
    EXPECT_NE(outcome.schedule_source.find("_usual"), std::string::npos) << outcome.schedule_source;
    constexpr int width = 67, height = 5;
    for (const int stride : {1, 2, -1}) {
        std::vector<float> held(3 * (width + 1) * height);
        float* const begin = held.data() + (stride < 0 ? width : 0);
        const halide_dimension_t dimensions[] = {{0, width + 1, stride}, {0, height, 3 * (width + 1)}};
        Buffer<float> input(Halide::Runtime::Buffer<float>(begin, 2, dimensions)), output(width, height);
        input.for_each_element([&](int i, int j) { input(i, j) = static_cast<float>(i * i + j); });
        in.set(input);
        pipeline.realize(output, target());
        output.for_each_element([&](int i, int j) {
            ASSERT_FLOAT_EQ(output(i, j), std::sqrt(input(i, j)) + input(i + 1, j)) << stride << ": " << i;
        });
    }
}

/// Windows and a product of a row's own length, each read element by element by another Func, through which
/// they go vector by vector: around the vectors of the image's sizes.
TEST(Fused, SumsInVectorsAreRightAtEverySize) {
    Image image;
    Func highest("highest"), powers("powers"), around("around");
    const auto& [x, y, in, out] = image;
    ImageParam factors(Float(32), 1, "factors");
    factors.dim(0).set_estimate(0, 12);
    const Func inside = BoundaryConditions::repeat_edge(image.in);
    const RDom side(-1, 3, -1, 3, "side"), step(0, factors.dim(0).extent(), "step");
    highest(x, y) = -100.0f;
    highest(x, y) = max(highest(x, y), inside(x + side.x, y + side.y));
    powers(x, y) = 1.0f;
    powers(x, y) = powers(x, y) * factors(step) + inside(x, y);
    around(x, y) += highest(x + side.x, y + side.y);
    image.out(x, y) = around(x, y) - powers(x, y);
    Pipeline pipeline = image.pipeline();
    const Outcome outcome = autoschedule(pipeline, target(), {});
    const FusedGroup& group = outcome.plan.fusion.groups.at(0);
    // Not what is around.
    EXPECT_EQ(std::count(group.made_at.begin(), group.made_at.end(), MadeAt::Vector), 2);
    pipeline.compile_jit(target());
    Buffer<float> values(3);
    values(0) = 2, values(1) = 1, values(2) = -1;
    factors.set(values);
    for (const auto& size : {std::pair(1, 1), {3, 40}, {15, 2}, {16, 3}, {17, 3}, {33, 1}, {70, 65}}) {
        const int width = size.first, height = size.second;
        const Buffer<float> input = numbers(width, height);
        Buffer<float> output(width, height);
        image.in.set(input);
        pipeline.realize(output, target());
        const auto at = [&](int i, int j) { return at_or_edge(input, i, j); };
        output.for_each_element([&](int i, int j) {
            float expected = 0;
            for (int k = 0; k < 9; k++) {
                float most = -100;
                for (int l = 0; l < 9; l++)
                    most = std::max(most, at(i + k / 3 + l / 3 - 2, j + k % 3 + l % 3 - 2));
                expected += most;
            }
            const float own = at(i, j), power = ((1 * 2 + own) * 1 + own) * -1 + own;
            ASSERT_EQ(output(i, j), expected - power) << i << ", " << j << " of " << width << "x" << height;
        });
    }
}

/// Counted row by row, in scalars, and written: counted from rows that are made for that, in vectors.
TEST(Fused, WhatAHistogramCountsIsMadeForIt) {
    Image image;
    Func grey("grey"), counts("counts"), total("total");
    const auto& [x, y, in, out] = image;
    const RDom column(0, image.in.width(), "column"), row(0, image.in.height(), "row");
    const auto value = [](const auto& from) { // at most 9 * 15
        using Halide::max, std::max;
        auto result = from;
        for (int step = 0; step < 8; ++step) result = max(result + from, static_cast<float>(step));
        return result;
    };
    grey(x, y) = value(abs(image.in(x, y)));
    counts(x, y) = 0;
    counts(clamp(cast<int>(grey(column, y)), 0, 400), y) += 1;
    total(x) = 0;
    total(x) += counts(x, row);
    image.out(x, y) = grey(x, y) - cast<float>(total(clamp(cast<int>(grey(x, y)), 0, 400)));
    Pipeline pipeline = image.pipeline();
    image.in.set_estimates({{0, 8000}, {0, 6000}}); // beyond the caches
    image.out.set_estimates({{0, 8000}, {0, 6000}});
    Options options;
    options.parallelism = 1;
    options.machine = "x86-zen3";
    const Outcome outcome = autoschedule(pipeline, target(), options);
    const std::vector<FuncChoice>& choices = outcome.plan.fusion.choices;
    const auto clone = std::find_if(choices.begin(), choices.end(),
                                    [](const FuncChoice& choice) { return !choice.cloned_for.empty(); });
    ASSERT_NE(clone, choices.end()) << text_report(outcome);
    EXPECT_EQ(clone->place, Place::Tile);
    pipeline.compile_jit(target());
    for (const auto& size : {std::pair(1, 1), {3, 40}, {15, 2}, {16, 3}, {17, 3}, {70, 65}}) {
        const Buffer<float> input = numbers(size.first, size.second);
        Buffer<float> output(size.first, size.second);
        std::vector<int> expected(401, 0);
        input.for_each_element([&](int i, int j) { ++expected[static_cast<int>(value(input(i, j)))]; });
        image.in.set(input);
        pipeline.realize(output, target());
        output.for_each_element([&](int i, int j) {
            const float own = value(input(i, j));
            ASSERT_EQ(output(i, j), own - static_cast<float>(expected[static_cast<int>(own)]))
                << i << ", " << j << " of " << size.first << "x" << size.second;
        });
    }
}

/// The highest of the lines above, which a scan makes once for some columns, of a window of others; line by
/// line, of as many columns as `c` asks for.
TEST(Fused, ColumnsWithAScanAreRightAtEverySize) {
    Var x("x"), y("y"), c("c"), t("t");
    ImageParam in(Float(32), 3, "in");
    Func above("above"), around("around"), out("out");
    const Func inside = BoundaryConditions::repeat_edge(in);
    const RDom r(1, in.height() - 1, "r"), side(-2, 5, "side"), turn(0, 12, "turn");
    above(x, y, c, t) = inside(x, y, c) + t;
    above(x, r, c, t) = max(above(x, r - 1, c, t), above(x, r, c, t));
    around(x, y, c, t) += above(x + side, y, c, t) * (side + t);
    out(x, y, c) += turn * around(x + turn, y, c, turn) - around(x - turn, y - 1, c, turn);
    in.set_estimates({{0, 1536}, {0, 1200}, {0, 3}});
    out.set_estimates({{0, 1536}, {1, 1199}, {0, 3}});
    Pipeline pipeline(out);
    Options options;
    options.parallelism = 1;
    options.machine = "x86-zen3";
    const Outcome outcome = autoschedule(pipeline, target(), options);
    const FusedGroup& group = outcome.plan.fusion.groups.at(0);
    EXPECT_EQ(group.tile.kind, TileKind::Rows);
    ASSERT_GT(group.tile.columns, 0) << text_report(outcome);
    EXPECT_EQ(group.made_at.at(2), MadeAt::Window); // around
    EXPECT_EQ(group.made_at.at(3), MadeAt::Tile);   // above
    pipeline.compile_jit(target());
    const int columns = static_cast<int>(group.tile.columns);
    for (const auto& size :
         {std::pair(1, 2), {7, 9}, {columns - 1, 3}, {columns, 33}, {2 * columns + 1, 40}}) {
        const int width = size.first, height = size.second;
        Buffer<float> input(width, height, 3), output(width, height - 1, 3);
        output.set_min(0, 1, 0);
        input.for_each_element([&](int i, int j, int k) {
            input(i, j, k) = static_cast<float>((i * 37 + j * 11 + k * 5) % 64);
        });
        in.set(input);
        pipeline.realize(output, target());
        const auto ra = [&](int i, int j, int k) {
            float most = input(std::clamp(i, 0, width - 1), 0, k);
            for (int l = 1; l <= j; l++) most = std::max(most, input(std::clamp(i, 0, width - 1), l, k));
            return most;
        };
        const auto rb = [&](int i, int j, int k, int l) {
            float sum = 0; // of small integers: exact
            for (int d = -2; d <= 2; d++)
                sum += (ra(i + d, j, k) + static_cast<float>(l)) * static_cast<float>(d + l);
            return sum;
        };
        const auto rc = [&](int i, int j, int k) {
            float sum = 0;
            for (int l = 0; l < 12; l++)
                sum += static_cast<float>(l) * rb(i + l, j, k, l) - rb(i - l, j - 1, k, l);
            return sum;
        };
        output.for_each_element([&](int i, int j, int k) {
            if (i == 0 || i % 5 == 4 || i == width - 1) {
                EXPECT_EQ(output(i, j, k), rc(i, j, k)) << width << "x" << height;
            }
        });
    }
}

} // namespace
} // namespace autoconfig::testing
