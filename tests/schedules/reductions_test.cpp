// How reductions are scheduled, and what strict_float forbids.
#include "tests/schedules/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace autoconfig::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr Sizes expected_sizes{200, 200, 16};

std::string schedule_of(const std::string& name, const Halide::Target& target,
                        const Sizes& sizes = expected_sizes, const Options& options = {}) {
    Built built = build(name, sizes, none_bound);
    return without_suffixes(autoschedule(built.pipeline, target, options).schedule_source);
}

Halide::Target strict() { return target().with_feature(Halide::Target::StrictFloat); }

TEST(Reductions, AlongRowsHavePartialResultsInVectors) {
    for (const char* name :
         {"sums_of_rows", "largest_of_rows", "any_of_rows", "products_of_rows", "sum_of_image"})
        EXPECT_THAT(schedule_of(name, target()), HasSubstr("_partials.update(0)")) << name;
}

TEST(Reductions, AreExplained) {
    const auto report_of = [](const std::string& name) {
        Built built = build(name, expected_sizes, none_bound);
        return text_report(autoschedule(built.pipeline, target(), {}));
    };
    EXPECT_THAT(report_of("sums_of_rows"), HasSubstr("partial results side by side"));
    EXPECT_THAT(report_of("sums_of_long_columns"), HasSubstr("4 rows at a time"));
    EXPECT_THAT(report_of("pooled_by_two"), HasSubstr("2 loops written out"));
}

TEST(Reductions, ArgumentsAlongRowsAreFoundInLanes) {
    for (const char* name : {"first_largest_of_rows", "last_smallest_of_rows", "place_of_largest"})
        EXPECT_THAT(schedule_of(name, target()), HasSubstr("ExtremumLanes::apply")) << name;
    EXPECT_THAT(schedule_of("first_largest_of_long_columns", target()),
                Not(HasSubstr("ExtremumLanes::apply")));
}

/// rfactor() after a split of a pure loop would add the loop again.
TEST(Reductions, AtRootAreSharedOutOnceTheirPartialResultsAreApart) {
    const std::string schedule = schedule_of("sums_read_twice", target(), {2000, 2000, 16});
    const std::size_t apart = schedule.find("rfactor"), tasks = schedule.find(".parallel(task)");
    ASSERT_NE(tasks, std::string::npos) << schedule;
    EXPECT_LT(apart, tasks);
}

/// How few depends on what a machine's threads take to start.
TEST(Reductions, OfFewElementsAreLeftToOneThread) {
    Options options;
    options.machine = "x86-avx512";
    options.parallelism = 2;
    const std::string schedule = schedule_of("sums_read_twice", target(), expected_sizes, options);
    EXPECT_EQ(schedule.find(".parallel(task)"), std::string::npos);
}

TEST(Reductions, AcrossManyRowsSweepThem) {
    for (const char* name : {"sums_of_long_columns", "first_largest_of_long_columns"})
        EXPECT_THAT(schedule_of(name, target()), HasSubstr("row, element, rows")) << name;
}

TEST(StrictFloat, KeepsTheOrderOfSumsAndTakesRowsInVectors) {
    const std::string schedule = schedule_of("sums_of_rows", strict());
    EXPECT_THAT(schedule, Not(HasSubstr("_partials")));
    EXPECT_THAT(schedule, HasSubstr("sum.update(0).split(y, "));
    EXPECT_THAT(schedule_of("integral", strict()), HasSubstr(".unroll(turn)"));
    EXPECT_THAT(schedule_of("sums_of_rows_of_i64", strict()), HasSubstr("_partials"));
    EXPECT_THAT(schedule_of("largest_of_rows", strict()), HasSubstr("_partials"));
}

/// Numbers whose sum depends on their order.
TEST(StrictFloat, GivesTheSerialSumBitForBit) {
    for (const char* name : {"sums_of_rows", "sums_of_long_columns", "sum_of_image"}) {
        Built built = build(name, expected_sizes, none_bound);
        autoschedule(built.pipeline, strict(), {});
        Built serial = build(name, expected_sizes, none_bound);
        for (const Sizes& sizes : {Sizes{1, 1, 1}, {9, 17, 1}, {33, 65, 1}, {200, 200, 1}}) {
            const Shape shape = built.input_shapes(sizes)[0], result = built.output_shapes(sizes)[0];
            Halide::Buffer<float> in(shape), produced(result), expected(result);
            std::mt19937 random(1);
            std::uniform_real_distribution<float> values(-1, 1);
            in.for_each_value([&](float& value) { value = values(random); });
            built.inputs[0].set(in);
            serial.inputs[0].set(in);
            built.pipeline.realize(produced, strict());
            serial.pipeline.realize(expected, strict());
            expected.for_each_element(
                [&](int i) { ASSERT_EQ(produced(i), expected(i)) << name << sizes.name(); });
        }
    }
}

} // namespace
} // namespace autoconfig::testing
