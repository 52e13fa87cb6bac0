// Pipelines of several contractions and of none: right at every size, and what the report says of them.
#include "tests/schedules/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

namespace autoconfig::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> names_of(const std::vector<PipelineCase>& cases) {
    std::vector<std::string> names;
    for (const PipelineCase& one : cases) names.push_back(one.name);
    return names;
}

const auto by_name = [](const ::testing::TestParamInfo<std::string>& info) { return info.param; };

void expect_right_at_run_time(const std::string& name, const Options& options) {
    Built built = build(name, {256, 256, 64}, none_bound);
    autoschedule(built.pipeline, target(), options);
    ::testing::internal::CaptureStderr(); // Halide warns of schedules that look like mistakes
    built.pipeline.compile_jit(target());
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    Unscheduled reference(name);
    for (const Sizes& sizes : {Sizes{1, 1, 1}, {7, 5, 3}, {13, 70, 37}, {33, 17, 64}})
        EXPECT_EQ(difference(built, sizes, reference.at(sizes)), "") << sizes.name();
}

void expect_right_bound(const std::string& name, const Options& options) {
    for (const Sizes& sizes : {Sizes{1, 1, 1}, {13, 70, 37}})
        EXPECT_EQ(difference(name, sizes, all_bound, options, expected(name, sizes)), "") << sizes.name();
}

class Networks : public ::testing::TestWithParam<std::string> {};
TEST_P(Networks, AreRightAtSizesOfRunTime) { expect_right_at_run_time(GetParam(), {}); }
TEST_P(Networks, AreRightAtBoundSizes) { expect_right_bound(GetParam(), {}); }
TEST_P(Networks, AreRightInBlocks) {
    expect_right_at_run_time(GetParam(), small_machine());
    expect_right_bound(GetParam(), small_machine());
}
INSTANTIATE_TEST_SUITE_P(Cases, Networks, ::testing::ValuesIn(names_of(network_cases())), by_name);

class Ladder : public ::testing::TestWithParam<std::string> {};
TEST_P(Ladder, IsRightAtSizesOfRunTime) { expect_right_at_run_time(GetParam(), {}); }
TEST_P(Ladder, IsRightAtBoundSizes) { expect_right_bound(GetParam(), {}); }
INSTANTIATE_TEST_SUITE_P(Cases, Ladder, ::testing::ValuesIn(names_of(ladder_cases())), by_name);

TEST(Outcome, HasADecisionForEveryContraction) {
    const std::pair<const char*, std::size_t> counts[] = {{"chain", 2},       {"attention", 2}, {"gated", 2},
                                                          {"two_outputs", 1}, {"gram", 1},      {"pooled", 1},
                                                          {"blur", 0}};
    for (const auto& [name, count] : counts)
        EXPECT_EQ(analyse(build(name, {64, 64, 64}, all_bound).pipeline, target(), {}).decisions.size(),
                  count)
            << name;
}

TEST(Outcome, SaysWhatWasNotModelled) {
    Built built = build("attention", {64, 64, 64}, all_bound);
    const Outcome outcome = autoschedule(built.pipeline, target(), {});
    const std::string report = text_report(outcome);
    EXPECT_THAT(report, HasSubstr("not modelled"));
    EXPECT_THAT(report, HasSubstr("largest"));
    EXPECT_THAT(report, HasSubstr("computed at root"));
}

TEST(Outcome, ADotProductIsRefusedWithAReason) {
    const Outcome outcome = analyse(build("dot", {1, 1, 64}, all_bound).pipeline, target(), {});
    EXPECT_THAT(outcome.decisions, IsEmpty());
    ASSERT_EQ(outcome.unmodelled.size(), 1u);
    EXPECT_THAT(outcome.unmodelled.front().reason, HasSubstr("vectorise"));
}

TEST(Outcome, OnlyOneContractionTilesAConsumer) {
    const Outcome outcome = analyse(build("gated", {64, 64, 64}, all_bound).pipeline, target(), {});
    ASSERT_EQ(outcome.decisions.size(), 2u);
    EXPECT_NE(outcome.decisions[0].problem.consumer, outcome.decisions[1].problem.consumer);
}

TEST(Outcome, IsTheSameEveryTime) {
    // Halide numbers names that it has seen: x$3.
    const auto once = [] {
        Built built = build("attention", {64, 64, 64}, all_bound);
        return without_suffixes(autoschedule(built.pipeline, target(), {}).schedule_source);
    };
    EXPECT_EQ(once(), once());
}

TEST(HandSchedules, AreLeftAlone) {
    Halide::Var x("x"), y("y");
    Built built = build("chain", {13, 70, 37}, all_bound);
    const auto environment = Halide::Internal::build_environment({built.pipeline.outputs()[0].function()});
    for (const auto& [name, function] : environment)
        if (name.rfind("AB", 0) == 0 && name.rfind("ABC", 0) != 0) {
            Halide::Func by_hand(function);
            by_hand.compute_root().vectorize(by_hand.args()[0], 4, Halide::TailStrategy::GuardWithIf);
        }
    const Outcome outcome = autoschedule(built.pipeline, target(), {});
    EXPECT_EQ(outcome.decisions.size(), 1u);
    EXPECT_THAT(outcome.notes, ::testing::Contains(HasSubstr("left alone")));
    EXPECT_THAT(outcome.schedule_source, Not(HasSubstr("Func AB =")));
    EXPECT_EQ(difference(built, {13, 70, 37}, expected("chain", {13, 70, 37})), "");
}

TEST(HandSchedules, OfAnOutputAreLeftAlone) {
    Built built = build("epilogue_NN", {13, 70, 37}, all_bound);
    Halide::Func output = built.pipeline.outputs()[0];
    output.parallel(output.args()[1]);
    const Outcome outcome = autoschedule(built.pipeline, target(), {});
    EXPECT_THAT(outcome.notes, ::testing::Contains(HasSubstr("left alone")));
    EXPECT_EQ(difference(built, {13, 70, 37}, expected("epilogue_NN", {13, 70, 37})), "");
}

} // namespace
} // namespace autoconfig::testing
