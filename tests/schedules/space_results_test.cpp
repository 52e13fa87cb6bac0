// The configurations of a space compute the right thing: they are forced in turn, at sizes that no tile
// divides, at sizes that many divide, and at sizes below a tile. A case takes every sixth or eighth of them,
// starting from its own, so that its neighbours among the cases take others.
#include "tests/schedules/run.h"

#include <gtest/gtest.h>

#include <ostream>

namespace autoconfig::testing {
namespace {

/// Every `step`th name, from the `first` on; all where there are too few to share.
std::vector<std::string> share(const std::vector<std::string>& names, std::size_t first, std::size_t step) {
    if (names.size() < 2 * step) return names;
    std::vector<std::string> taken;
    for (std::size_t i = first % step; i < names.size(); i += step) taken.push_back(names[i]);
    return taken;
}

struct SpaceCase {
    std::string pipeline;
    Sizes sizes;
    int threads = 1;
    std::size_t index = 0; // among the cases

    std::string name() const { return pipeline + "_" + sizes.name() + (threads > 1 ? "_threads" : ""); }
};
void PrintTo(const SpaceCase& c, std::ostream* out) { *out << c.name(); }

class Spaces : public ::testing::TestWithParam<SpaceCase> {};

TEST_P(Spaces, ConfigurationsAreRight) {
    const SpaceCase& c = GetParam();
    const auto want = expected(c.pipeline, c.sizes);
    Options options = small_machine();
    options.parallelism = c.threads;
    const auto names = space_of(c.pipeline, c.sizes, all_bound, options);
    ASSERT_FALSE(names.empty());
    for (const std::string& name : share(names, c.index, 6)) {
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
    for (const char* pipeline : {"in_place_NN", "epilogue_NT"}) // several tiles in a block of rows
        cases.push_back({pipeline, {48, 33, 7}, 2});
    for (const char* pipeline : {"in_place_NN", "epilogue_NT", "epilogue_NN"}) // panels packed together
        cases.push_back({pipeline, {83, 70, 3}});
    cases.push_back({"epilogue_NN", {37, 7, 33}, 2});                         // a copy of few columns
    for (const char* pipeline : {"epilogue_NN", "in_place_NN", "blurred_NN"}) // chains
        for (const Sizes& sizes :
             {Sizes{1, 4, 96}, {2, 8, 37}, {1, 2, 64}, {1, 6, 64}, {4, 13, 9}, {1, 21, 19}})
            cases.push_back({pipeline, sizes, sizes.n == 21 ? 2 : 1});
    cases.push_back({"quantised", {2, 8, 64}});
    for (const char* pipeline : {"epilogue_NT", "in_place_NT"})
        for (const Sizes& sizes : {Sizes{1, 3, 96}, {2, 1, 133}}) cases.push_back({pipeline, sizes});
    for (const char* pipeline : {"batched_many", "batched_many_in_place"}) // tasks of several products
        cases.push_back({pipeline, {3, 17, 9}, 2});
    for (std::size_t i = 0; i < cases.size(); ++i) cases[i].index = i;
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Cases, Spaces, ::testing::ValuesIn(space_cases()),
                         [](const auto& info) { return info.param.name(); });

/// Compiled once for estimates of 512, each configuration runs at sizes around and far below its tile.
class SpacesAtRunTime : public ::testing::TestWithParam<SpaceCase> {};

TEST_P(SpacesAtRunTime, ConfigurationsAreRight) {
    const std::string& pipeline = GetParam().pipeline;
    Options options = small_machine();
    options.parallelism = 1;
    Unscheduled reference(pipeline);
    const std::vector<Sizes> sizes = {{1, 1, 1},    {7, 33, 5},  {13, 70, 37},
                                      {40, 65, 64}, {3, 200, 9}, {31, 16, 2}};
    const std::vector<std::string> names = space_of(pipeline, GetParam().sizes, none_bound, options);
    for (const std::string& name : share(names, GetParam().index, 8)) {
        options.force = name;
        Built built = build(pipeline, GetParam().sizes, none_bound);
        autoschedule(built.pipeline, target(), options);
        built.pipeline.compile_jit(target());
        for (const Sizes& one : sizes)
            EXPECT_EQ(difference(built, one, reference.at(one)), "") << one.name() << ": " << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, SpacesAtRunTime,
                         ::testing::Values(SpaceCase{"in_place_NN", {512, 512, 512}, 1, 0},
                                           SpaceCase{"epilogue_NT", {512, 512, 512}, 1, 1},
                                           SpaceCase{"blurred_NN", {512, 512, 512}, 1, 2}),
                         [](const auto& info) { return info.param.pipeline; });

} // namespace
} // namespace autoconfig::testing
