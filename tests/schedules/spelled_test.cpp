// One product in its users' words: the same register tile, and right whatever the sizes.
#include "tests/schedules/run.h"

#include "tests/support/targets.h"

#include <gtest/gtest.h>

#include <tuple>

namespace autoconfig::testing {
namespace {

class Spelled : public ::testing::TestWithParam<PipelineCase> {};

const Sizes stated = {256, 384, 128};

Outcome outcome_of(const PipelineCase& spelled, const Bound& bound) {
    Options options;
    options.parallelism = 1;
    return analyse(spelled.build(stated, bound).pipeline, avx512_target, options);
}

TEST_P(Spelled, GetsTheSameLoops) {
    for (const Bound& bound : {all_bound, none_bound}) {
        const Outcome read = outcome_of(spelled_cases().front(), bound), own = outcome_of(GetParam(), bound);
        ASSERT_EQ(own.plan.contractions.size(), 1u);
        const ContractionPlan& plan = own.plan.contractions.front();
        const Config &expected = read.plan.contractions.front().config, &config = plan.config;
        EXPECT_EQ(std::tie(config.MR, config.n_v, config.lanes),
                  std::tie(expected.MR, expected.n_v, expected.lanes));
        EXPECT_EQ(plan.result, ResultPlace::Consumer);
    }
}

TEST_P(Spelled, IsRightAtAnySize) {
    Unscheduled reference(GetParam().build({16, 16, 16}, none_bound));
    Built built = GetParam().build({64, 96, 48}, none_bound);
    autoschedule(built.pipeline, target(), small_machine());
    for (const Sizes& sizes : {Sizes{13, 70, 37}, {1, 1, 1}, {129, 65, 33}, {2, 200, 5}})
        EXPECT_EQ(difference(built, sizes, reference.at(sizes)), "") << sizes.name();
}

INSTANTIATE_TEST_SUITE_P(Words, Spelled, ::testing::ValuesIn(spelled_cases()),
                         [](const auto& info) { return info.param.name; });

/// C = C + A B, as BLAS has it: one buffer, read as D and written.
TEST(Accumulated, MayBeginInTheBufferThatItWrites) {
    using namespace Halide;
    Var n("n"), m("m");
    ImageParam A(Float(32), 2, "A"), B(Float(32), 2, "B"), D(Float(32), 2, "D");
    RDom k(0, A.dim(0).extent(), "k");
    Func C("C");
    C(n, m) = D(n, m);
    C(n, m) += A(k, m) * B(n, k);
    A.set_estimates({{0, 64}, {0, 96}});
    B.set_estimates({{0, 128}, {0, 64}});
    for (OutputImageParam result : {OutputImageParam(D), C.output_buffer()})
        result.set_estimates({{0, 128}, {0, 96}});
    Pipeline pipeline(C);
    autoschedule(pipeline, target(), small_machine());
    for (const auto& [rows, columns] : {std::pair(13, 70), {1, 1}, {97, 129}}) {
        Buffer<float> a(3, rows), b(columns, 3), c(columns, rows);
        a.fill(2.0f), b.fill(5.0f), c.fill(7.0f);
        A.set(a), B.set(b), D.set(c);
        pipeline.realize(Realization({c}), target());
        c.for_each_value([](float value) { EXPECT_EQ(value, 37.0f); });
    }
}

} // namespace
} // namespace autoconfig::testing
