// Pipelines of every kind, scheduled for one size and run at others, from one element up.
#include "tests/schedules/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

constexpr Sizes expected_sizes{200, 200, 16};

void expect_right_at_any_size(Built built, Unscheduled reference) {
    autoschedule(built.pipeline, target(), {});
    built.pipeline.compile_jit(target());
    for (const Sizes& sizes : {Sizes{1, 1, 1},
                               {2, 2, 2},
                               {7, 7, 7},
                               {33, 33, 8},
                               {1, 129, 16},
                               {129, 2, 3},
                               {129, 129, 33},
                               expected_sizes})
        EXPECT_EQ(difference(built, sizes, reference.at(sizes)), "") << sizes.name();
}

std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const PipelineCase& one : any_pipelines()) names.push_back(one.name);
    return names;
}

class AnyPipeline : public ::testing::TestWithParam<std::string> {};
TEST_P(AnyPipeline, IsRightAtAnySize) {
    expect_right_at_any_size(build(GetParam(), expected_sizes, none_bound), Unscheduled(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(Cases, AnyPipeline, ::testing::ValuesIn(names()),
                         [](const auto& info) { return info.param; });

TEST(ReversedRows, CompileUnderStrictFloat) {
    Built built = build("reversed_rows", expected_sizes, none_bound);
    const Halide::Target strict = target().with_feature(Halide::Target::StrictFloat);
    autoschedule(built.pipeline, strict, {});
    EXPECT_NO_THROW(built.pipeline.compile_jit(strict));
}

/// f(x, y) += in(x, y) on what the output held before.
TEST(InPlace, NoElementIsWrittenTwice) {
    Halide::Var x("x"), y("y");
    Halide::ImageParam in(Halide::Float(32), 2, "in");
    Halide::Func f("f");
    f(x, y) = Halide::undef<float>();
    f(x, y) += in(x, y);
    f.set_estimate(x, 0, 512).set_estimate(y, 0, 512);
    Halide::Pipeline pipeline(f);
    autoschedule(pipeline, target(), {});
    for (int width : {1, 7, 17, 129}) {
        Halide::Buffer<float> held(width, 3);
        held.fill(5.0f);
        in.set(held.copy());
        pipeline.realize(held, target());
        held.for_each_value([&](float value) { EXPECT_EQ(value, 10.0f) << width; });
    }
}

/// Threads share its rows, in which a window slides over another input.
TEST(InPlace, NoRowOfAStripIsWrittenTwice) {
    Halide::Var x("x"), y("y");
    Halide::ImageParam in(Halide::Float(32), 2, "in"), other(Halide::Float(32), 2, "other");
    Halide::Func a("a"), f("f");
    a(x, y) = sqrt(other(x, y)) + sqrt(other(x, y) + 1.0f);
    f(x, y) = in(x, y) * 2 + min(a(x, y) + a(x, y + 1) + a(x, y + 2), 0.0f);
    f.set_estimates({{0, 512}, {0, 512}});
    Halide::Pipeline pipeline(f);
    Options options;
    options.parallelism = 2;
    options.machine = "x86-zen5";
    const Outcome outcome = autoschedule(pipeline, target(), options);
    EXPECT_EQ(outcome.plan.fusion.groups.front().funcs.size(), 2u);
    for (int height : {1, 3, 45, 513}) {
        Halide::Buffer<float> held(64, height), beside(64, height + 2);
        held.fill(5.0f);
        beside.fill(1.0f);
        in.set(held);
        other.set(beside);
        pipeline.realize(held, target());
        held.for_each_value([&](float value) { EXPECT_EQ(value, 10.0f) << height; });
    }
}

/// Vectors run along the channels of pixels, whose number is no multiple of them.
TEST(InPlace, NoPixelIsWrittenTwice) {
    Halide::Var c("c"), x("x"), y("y");
    Halide::ImageParam in(Halide::UInt(8), 3, "in");
    Halide::Func f("f");
    f(c, x, y) = in(c, x, y) * 2;
    f.output_buffer().dim(0).set_bounds(0, 3);
    f.output_buffer().dim(1).set_bounds(0, 100);
    f.output_buffer().dim(2).set_estimate(0, 100);
    Halide::Pipeline pipeline(f);
    const Outcome outcome = autoschedule(pipeline, target(), {});
    EXPECT_TRUE(outcome.plan.fusion.groups.front().leader.is_flat());
    Halide::Buffer<uint8_t> held(3, 100, 5);
    held.fill(5);
    in.set(held);
    pipeline.realize(held, target());
    held.for_each_value([&](uint8_t value) { EXPECT_EQ(value, 10); });
}

/// Halide knows which elements of a vector are even.
TEST(RowsNamedByTurns, CompileWhereTheRowIsBound) {
    const Sizes sizes{2, 16, 1};
    Built built = build("rows_named_by_turns", sizes, all_bound);
    autoschedule(built.pipeline, target(), {});
    Unscheduled reference(build("rows_named_by_turns", sizes, all_bound));
    EXPECT_EQ(difference(built, sizes, reference.at(sizes)), "");
}

void expect_right_where_bound(const std::string& name, const std::vector<Sizes>& all) {
    for (const Sizes& sizes : all) {
        Built built = build(name, sizes, all_bound);
        autoschedule(built.pipeline, target(), {});
        Unscheduled reference(build(name, sizes, all_bound));
        EXPECT_EQ(difference(built, sizes, reference.at(sizes)), "") << sizes.name();
    }
}

TEST(TransposedOutput, IsRightWhereItIsBound) {
    expect_right_where_bound("transposed_output", {{9, 17, 5}, {40, 33, 64}});
}

TEST(RowsOfTwo, AreRightWhereTheyAreBound) {
    expect_right_where_bound("rows_of_two", {{2, 39, 3}, {2, 16, 1}, {3, 5, 2}});
}

/// Whole rows are known, and no vectors divide them.
TEST(HalvedRows, AreRightWhereTheyAreBound) {
    expect_right_where_bound("halved_rows", {{1, 37, 1}, {80, 37, 1}, {80, 80, 1}, {400, 333, 1}});
}

TEST(HalvedWindow, IsRightInOneTile) {
    expect_right_where_bound("halved_window", {{1, 2, 1}, {1, 4, 1}, {1, 16, 1}});
}

TEST(ResNet18, IsRightAtAnySize) {
    Built built = resnet18({64, 64, 1}, none_bound, 4, 1);
    autoschedule(built.pipeline, target(), {});
    Unscheduled reference(resnet18({64, 64, 1}, none_bound, 4, 1));
    for (const Sizes& sizes : {Sizes{1, 1, 1}, {33, 7, 1}, {64, 64, 1}})
        EXPECT_EQ(difference(built, sizes, reference.at(sizes)), "") << sizes.name();
}

/// Every sum is either scheduled by a decision or named with the reason why not.
TEST(ResNet18, IsScheduledAtItsOwnSize) {
    Built built = resnet18({224, 224, 1}, all_bound, 64, 8);
    const Outcome outcome = autoschedule(built.pipeline, target(), {});
    EXPECT_GE(outcome.decisions.size() + outcome.unmodelled.size(), 22u);
    EXPECT_NE(outcome.schedule_source, "");
}

TEST(TwoHundredStages, AreScheduled) {
    for (int reach : {0, 1}) {
        Built built = chain(expected_sizes, none_bound, 200, reach);
        EXPECT_NE(autoschedule(built.pipeline, target(), {}).schedule_source, "");
    }
}

} // namespace
} // namespace autoconfig::testing
