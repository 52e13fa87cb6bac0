// Pipelines that somebody has scheduled in part, and schedules that turn out to be wrong.
#include "autoconfig/autoschedule.h"
#include "autoconfig/error.h"
#include "autoconfig/guarded.h"
#include "schedules/snapshot.h"
#include "tests/schedules/run.h"
#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace autoconfig::testing {
namespace {

using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using namespace Halide;

struct Example {
    Func first{"first"}, second{"second"}, third{"third"}, out{"out"};
    Pipeline pipeline;

    /// A chain of stencils: each reads its producer three times a row.
    Example() {
        first(x, y) = cast<float>(x + 2 * y);
        second(x, y) = first(x - 1, y) + first(x + 1, y);
        third(x, y) = second(x, y - 1) + second(x, y + 1);
        out(x, y) = third(x, y) * 2.0f;
        out.set_estimates({{0, 64}, {0, 48}});
        pipeline = Pipeline(out);
    }
    Outcome schedule() {
        return guarded(pipeline, target(),
                       [](const Pipeline& whole, bool) { return autoschedule(whole, target(), {}); });
    }
    void expect_right() {
        const Buffer<float> result = pipeline.realize({19, 7}, target());
        result.for_each_element(
            [&](int i, int j) { ASSERT_EQ(result(i, j), 8.0f * static_cast<float>(i + 2 * j)); });
    }
};

TEST(HandSchedules, WhatReadsAFuncWithinALoopStaysWithinIt) {
    Example example;
    example.second.compute_at(example.out, y); // legal only while `third` is inlined
    const Outcome outcome = example.schedule();
    EXPECT_THAT(outcome.notes,
                Contains(ContainsRegex(
                    "third.*: left alone: reads second.*, which is computed within a loop by hand")));
    example.expect_right();
}

TEST(HandSchedules, LoopsThatOthersShareKeepTheirNames) {
    Func halves("halves"), doubles("doubles");
    halves(x, y) = cast<float>(x + y) * 0.5f;
    doubles(x, y) = cast<float>(x + y) * 2.0f;
    doubles.compute_with(halves, y);
    for (Func* out : {&halves, &doubles}) out->set_estimates({{0, 256}, {0, 128}});
    Pipeline pipeline({halves, doubles});
    const Outcome outcome = guarded(
        pipeline, target(), [](const Pipeline& whole, bool) { return autoschedule(whole, target(), {}); });
    EXPECT_THAT(outcome.notes, Contains(ContainsRegex(
                                   "halves.*: left alone: doubles.* is computed in loops of it by hand")));
    const Realization results = pipeline.realize({19, 7}, target());
    const Buffer<float> half = results[0], twice = results[1];
    half.for_each_element([&](int i, int j) { ASSERT_EQ(half(i, j) * 4.0f, twice(i, j)); });
}

TEST(HandSchedules, WhatOnlyTheyReadOnceStaysInlined) {
    const int size = 64;
    Func term("term"), sum("sum");
    const RDom r(0, size, "r");
    term(k, x, y) = cast<float>(k + x) * cast<float>(y);
    sum(x, y) = 0.0f;
    sum(x, y) += term(r, x, y);
    sum.compute_root();
    sum.update().reorder(x, r, y);
    Func out("out");
    out(x, y) = sum(x, y);
    out.bound(x, 0, size).bound(y, 0, size);
    const Pipeline pipeline(out);
    const Outcome outcome = autoschedule(pipeline, target(), {});
    EXPECT_LT(outcome.plan.peak_bytes, 4.0 * size * size * size);
}

TEST(HandSchedules, OfAGpuAreLeftAlone) {
    Example example;
    Var xi("xi"), yi("yi");
    example.out.gpu_tile(x, y, xi, yi, 8, 8);
    example.third.compute_at(example.out, xi);
    const Outcome outcome = autoschedule(example.pipeline, Target("x86-64-linux-cuda"), {});
    EXPECT_THAT(outcome.notes, Contains(ContainsRegex("second.*: left alone: only Funcs on a GPU read it")));
    EXPECT_EQ(outcome.schedule_source.find("compute_"), std::string::npos) << outcome.schedule_source;
}

/// As part of a larger schedule by hand that is left out, as transforms of Halide's are.
TEST(HandSchedules, LoopsWithoutAPlaceAreComputedAtRoot) {
    Example example;
    example.second.vectorize(x, 4);
    const Outcome outcome = example.schedule();
    EXPECT_THAT(outcome.notes,
                Contains(ContainsRegex("second.*: computed at root, as Halide inlines nothing")));
    example.expect_right();
}

TEST(HandSchedules, WrappersMadeByHandAreLeftAlone) {
    Example example;
    Func copy = example.first.in(example.second);
    copy.compute_root();
    example.schedule();
    example.expect_right();
}

TEST(Guarded, GivesAPlainScheduleWhereSchedulingFails) {
    Example example;
    const Outcome outcome = guarded(example.pipeline, target(), [&](const Pipeline&, bool) -> Outcome {
        example.third.compute_at(example.second, y); // the wrong way round
        throw std::out_of_range("map::at");
    });
    EXPECT_THAT(outcome.notes,
                Contains("the whole pipeline has a plain schedule: every Func is computed at root, "
                         "because map::at"));
    EXPECT_THAT(outcome.schedule_source, ContainsRegex("second.*[.]compute_root\\(\\);"));
    example.expect_right();
}

TEST(Guarded, KeepsItsUsersScheduleWhereHalideRefusesOurs) {
    Example example;
    example.second.compute_at(example.out, y);
    const Outcome outcome = guarded(example.pipeline, target(), [&](const Pipeline&, bool) {
        example.third.compute_root(); // no longer within that loop
        return Outcome();
    });
    EXPECT_THAT(outcome.notes, Contains(HasSubstr("that of its user, because")));
    EXPECT_EQ(outcome.schedule_source.find("compute_"), std::string::npos);
    example.expect_right();
}

TEST(Guarded, LetsErrorsOfTheCallerThrough) {
    Example example;
    EXPECT_THROW(guarded(example.pipeline, target(),
                         [](const Pipeline&, bool) -> Outcome { throw Error("machine 'x' is not known"); }),
                 Error);
}

TEST(Snapshot, PutsBackDefinitionsAndSchedules) {
    Example example;
    const auto loops = [&] {
        ::testing::internal::CaptureStderr();
        example.pipeline.print_loop_nest();
        return ::testing::internal::GetCapturedStderr();
    };
    const std::string before = loops();
    const Snapshot snapshot(example.pipeline);
    autoschedule(example.pipeline, target(), {});
    EXPECT_NE(loops(), before);
    snapshot.restore();
    EXPECT_EQ(loops(), before);
}

} // namespace
} // namespace autoconfig::testing
