// A Func that is computed again for some of its readers, and tiles of what has updates.
#include "tests/schedules/run.h"
#include "tests/support/planned_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using ::testing::Contains;

constexpr Sizes large{2560, 1536, 1};

Outcome scheduled(Built& built, int threads) {
    Options options;
    options.parallelism = threads;
    options.machine = "x86-zen5";
    options.last_level_cache = 8 << 20;
    return autoschedule(built.pipeline, target(), options);
}

/// "grey at tile of out".
std::vector<std::string> places(const Outcome& outcome) {
    std::vector<std::string> places;
    for (const FuncChoice& choice : outcome.plan.fusion.choices)
        places.push_back(
            without_suffixes(choice.func + " " + to_string(choice.place) + " of " + choice.leader));
    return places;
}

/// By what is counted and by what is written: reading colours twice takes less than keeping their grey.
TEST(Clones, AreMadeWhereTheirReadersAre) {
    Built built = build("equalized_by_rows", large, none_bound);
    const std::vector<std::string> made = places(scheduled(built, 1));
    EXPECT_THAT(made, Contains("grey at tile of out"));
    EXPECT_THAT(made, Contains("grey for counts at tile of copy of counts"));
    EXPECT_THAT(made, Contains("counts at tile of copy of counts"));
}

/// Nothing is gained where all grey stays in a cache.
TEST(Clones, AreNotMadeOfWhatIsSmall) {
    Built built = build("equalized_by_rows", {64, 48, 1}, none_bound);
    EXPECT_THAT(places(scheduled(built, 1)), ::testing::Not(Contains(::testing::HasSubstr("grey for"))));
}

TEST(Clones, GiveWhatTheFuncItselfGives) {
    for (int threads : {1, 2}) {
        Built built = build("equalized_by_rows", large, none_bound);
        Unscheduled reference("equalized_by_rows");
        const Outcome outcome = scheduled(built, threads);
        EXPECT_EQ(unlike_planned(outcome.plan, built.pipeline,
                                 [](Halide::Pipeline& pipeline) {
                                     pipeline.compile_to_module(pipeline.infer_arguments(), "lowered",
                                                                target());
                                 }),
                  "");
        built.pipeline.compile_jit(target());
        for (const Sizes& sizes :
             {Sizes{1, 1, 1}, {1, 129, 1}, {129, 1, 1}, {7, 15, 1}, {33, 64, 1}, {130, 257, 1}})
            EXPECT_EQ(difference(built, sizes, reference.at(sizes)), "") << sizes.name();
    }
}

} // namespace
} // namespace autoconfig::testing
