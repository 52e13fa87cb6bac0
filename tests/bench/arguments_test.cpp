#include "autoconfig/error.h"
#include "bench/pipelines/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

namespace autoconfig::bench {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Le;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

/// in(x from 0 to 3, y from 5 to 6) of a type, a scalar int with estimate 7, out of u16 with 4 elements.
struct Metadata {
    std::int64_t zero = 0, two = 2, four = 4, five = 5;
    std::array<const std::int64_t*, 4> in_estimates{&zero, &four, &five, &two}, out_estimates{&zero, &four};
    halide_scalar_value_t seven{};
    std::array<halide_filter_argument_t, 3> arguments{};
    halide_filter_metadata_t all{};

    explicit Metadata(halide_type_t type) {
        seven.u.i32 = 7;
        arguments[0] = {"in",
                        halide_argument_kind_input_buffer,
                        2,
                        type,
                        nullptr,
                        nullptr,
                        nullptr,
                        nullptr,
                        in_estimates.data()};
        arguments[1] = {"k",     halide_argument_kind_input_scalar,
                        0,       halide_type_of<int>(),
                        nullptr, nullptr,
                        nullptr, &seven,
                        nullptr};
        arguments[2] = {"out",
                        halide_argument_kind_output_buffer,
                        1,
                        halide_type_of<std::uint16_t>(),
                        nullptr,
                        nullptr,
                        nullptr,
                        nullptr,
                        out_estimates.data()};
        all.num_arguments = 3;
        all.arguments = arguments.data();
    }
};

TEST(Arguments, HaveTheSizesAndValuesOfTheirEstimates) {
    Metadata metadata(halide_type_of<float>());
    Arguments arguments(metadata.all, {-1, 1, {}});
    const std::vector<void*> pointers = arguments.pointers();
    ASSERT_EQ(pointers.size(), 3u);
    const auto* in = static_cast<const halide_buffer_t*>(pointers[0]);
    EXPECT_EQ(in->dim[0], halide_dimension_t(0, 4, 1));
    EXPECT_EQ(in->dim[1], halide_dimension_t(5, 2, 4));
    EXPECT_EQ(*static_cast<const int*>(pointers[1]), 7);
    EXPECT_EQ(static_cast<const halide_buffer_t*>(pointers[2])->dim[0], halide_dimension_t(0, 4, 1));
}

TEST(Arguments, FloatsLieInTheirRangeAndAreTheSameEveryTime) {
    Metadata metadata(halide_type_of<float>());
    const auto values = [&](float low) {
        Arguments arguments(metadata.all, {low, 1, {}});
        const auto* in = static_cast<const halide_buffer_t*>(arguments.pointers()[0]);
        const auto* first = reinterpret_cast<const float*>(in->host);
        return std::vector<float>(first, first + 8);
    };
    EXPECT_THAT(values(0), Each(AllOf(Ge(0.0f), Le(1.0f))));
    EXPECT_THAT(values(-1), Each(AllOf(Ge(-1.0f), Le(1.0f))));
    const std::vector<float> wide = values(-1);
    EXPECT_LT(*std::min_element(wide.begin(), wide.end()), 0);
    EXPECT_EQ(values(0), values(0));
    EXPECT_NE(values(0)[0], values(0)[1]);
}

TEST(Arguments, GiveWhatTheOutputsHold) {
    Metadata metadata(halide_type_of<std::uint8_t>());
    Arguments arguments(metadata.all, {});
    arguments.poison_outputs();
    EXPECT_EQ(arguments.outputs(), std::vector<double>(4, 0x5b5b));
}

TEST(Arguments, NameWhatStatesNoEstimate) {
    Metadata metadata(halide_type_of<float>());
    metadata.out_estimates[1] = nullptr;
    EXPECT_THAT([&] { Arguments(metadata.all, {}); },
                ThrowsMessage<Error>(HasSubstr("out states no estimate of dimension 0")));
    Metadata scalar(halide_type_of<float>());
    scalar.arguments[1].scalar_estimate = nullptr;
    EXPECT_THAT([&] { Arguments(scalar.all, {}); }, ThrowsMessage<Error>(HasSubstr("k states no estimate")));
}

TEST(Arguments, TakeWhatIsGivenInsteadOfEstimates) {
    Metadata metadata(halide_type_of<float>());
    metadata.in_estimates[1] = nullptr;
    metadata.arguments[1].scalar_estimate = nullptr;
    Arguments arguments(metadata.all, {0, 1, {{"in", {6, 3}}, {"k", {9}}}});
    const auto* in = static_cast<const halide_buffer_t*>(arguments.pointers()[0]);
    EXPECT_EQ(in->dim[0], halide_dimension_t(0, 6, 1));
    EXPECT_EQ(in->dim[1], halide_dimension_t(0, 3, 6));
    EXPECT_EQ(*static_cast<const int*>(arguments.pointers()[1]), 9);
}

TEST(Arguments, ScaleLongExtentsToMultiplesOf64) {
    Metadata metadata(halide_type_of<float>());
    metadata.two = 300;
    metadata.four = 64;
    Arguments arguments(metadata.all, {0, 0.6, {}});
    const auto* in = static_cast<const halide_buffer_t*>(arguments.pointers()[0]);
    EXPECT_EQ(in->dim[0].extent, 64);
    EXPECT_EQ(in->dim[1].extent, 128);
}

TEST(Arguments, InputsGrowToWhatThePipelineAsksFor) {
    Metadata metadata(halide_type_of<float>());
    Arguments arguments(metadata.all, {}, [](std::vector<void*>& pointers) {
        auto* in = static_cast<halide_buffer_t*>(pointers[0]);
        EXPECT_TRUE(in->is_bounds_query());
        in->dim[0] = {-1, 3, 1};
        in->dim[1] = {6, 5, 3};
    });
    const auto* in = static_cast<const halide_buffer_t*>(arguments.pointers()[0]);
    EXPECT_EQ(in->dim[0], halide_dimension_t(-1, 5, 1));
    EXPECT_EQ(in->dim[1], halide_dimension_t(5, 6, 5));
    EXPECT_NE(in->host, nullptr);
}

TEST(Arguments, ScalarsFallBackToTheirDefault) {
    Metadata metadata(halide_type_of<float>());
    std::swap(metadata.arguments[1].scalar_estimate, metadata.arguments[1].scalar_def);
    Arguments arguments(metadata.all, {});
    EXPECT_EQ(*static_cast<const int*>(arguments.pointers()[1]), 7);
}

TEST(CompareOutputs, AllowsRoundingAndAFewStrays) {
    std::vector<double> want(20000, 1.0);
    want[5] = 500;
    std::vector<double> got = want;
    EXPECT_EQ(compare_outputs(got, want, 0), "");
    for (double& value : got) value += 0.99; // 1/500 of the largest is 1
    EXPECT_EQ(compare_outputs(got, want, 0), "");
    got = want;
    got[7] = got[19999] = 300;
    EXPECT_EQ(compare_outputs(got, want, 0), "");
    got[8] = 300;
    EXPECT_THAT(compare_outputs(got, want, 0),
                StartsWith("3 of 20000 elements differ, the first is element 7: 300, should be 1"));
}

TEST(CompareOutputs, AllowsOneUnitOfIntegers) {
    EXPECT_EQ(compare_outputs({98, 3}, {99, 4}, 1), "");
    EXPECT_NE(compare_outputs({98, 3}, {99, 5}, 1), "");
    EXPECT_NE(compare_outputs({98, 3}, {99, 4}, 0), "");
}

TEST(CompareOutputs, SeesNansAndMissingElements) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(compare_outputs({1, nan}, {1, nan}, 0), "");
    EXPECT_NE(compare_outputs({nan, 2}, {1, 2}, 0), "");
    EXPECT_NE(compare_outputs({1, 2}, {nan, 2}, 0), "");
    EXPECT_EQ(compare_outputs({1}, {1, 2}, 0), "1 elements, should be 2");
}

} // namespace
} // namespace autoconfig::bench
