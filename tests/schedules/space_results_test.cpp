// Every configuration of a space computes the right thing: each is forced in turn, at sizes that no tile
// divides, at sizes that many divide, and at sizes below a tile.
#include "tests/schedules/run.h"

#include <gtest/gtest.h>

#include <ostream>

namespace autoconfig::testing {
namespace {

struct SpaceCase {
    std::string pipeline;
    Sizes sizes;
    int threads = 1;

    std::string name() const { return pipeline + "_" + sizes.name() + (threads > 1 ? "_threads" : ""); }
};
void PrintTo(const SpaceCase& c, std::ostream* out) { *out << c.name(); }

class Spaces : public ::testing::TestWithParam<SpaceCase> {};

TEST_P(Spaces, EveryConfigurationIsRight) {
    const SpaceCase& c = GetParam();
    const auto want = expected(c.pipeline, c.sizes);
    Options options = small_machine();
    options.parallelism = c.threads;
    const auto names = space_of(c.pipeline, c.sizes, all_bound, options);
    ASSERT_FALSE(names.empty());
    for (const std::string& name : names) {
        options.force = name;
        EXPECT_EQ(difference(c.pipeline, c.sizes, all_bound, options, want), "") << c.name() << ": " << name;
    }
}

std::vector<SpaceCase> space_cases() {
    std::vector<SpaceCase> cases;
    for (const PipelineCase& one : contraction_cases()) cases.push_back({one.name, {13, 70, 37}});
    for (const char* pipeline : {"in_place_NN", "epilogue_NT", "blurred_NN"})
        for (const Sizes& sizes : {Sizes{12, 64, 32}, {1, 33, 5}, {5, 1, 7}, {1, 1, 1}})
            cases.push_back({pipeline, sizes});
    for (const char* pipeline : {"in_place_NN", "epilogue_NN", "batched"})
        cases.push_back({pipeline, {13, 33, 7}, 4});
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Cases, Spaces, ::testing::ValuesIn(space_cases()),
                         [](const auto& info) { return info.param.name(); });

/// Compiled once for estimates of 512, each configuration runs at sizes around and far below its tile.
class SpacesAtRunTime : public ::testing::TestWithParam<std::string> {};

TEST_P(SpacesAtRunTime, EveryConfigurationIsRight) {
    Options options = small_machine();
    options.parallelism = 1;
    Unscheduled reference(GetParam());
    const std::vector<Sizes> sizes = {{1, 1, 1},    {7, 33, 5},  {13, 70, 37},
                                      {40, 65, 64}, {3, 200, 9}, {31, 16, 2}};
    for (const std::string& name : space_of(GetParam(), {512, 512, 512}, none_bound, options)) {
        options.force = name;
        Built built = build(GetParam(), {512, 512, 512}, none_bound);
        autoschedule(built.pipeline, target(), options);
        built.pipeline.compile_jit(target());
        for (const Sizes& one : sizes)
            EXPECT_EQ(difference(built, one, reference.at(one)), "") << one.name() << ": " << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, SpacesAtRunTime,
                         ::testing::Values("in_place_NN", "epilogue_NT", "blurred_NN"),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace autoconfig::testing
