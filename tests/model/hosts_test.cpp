// Members made slice by slice of another: output <- total (over shifts) <- weight <- difference <- input.
#include "autoconfig/model/group_cost.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

constexpr double shifts = 49;

FuncStages over_shifts(const std::string& name, std::vector<Read> reads) {
    FuncStages func = computed(plane(name, 256, 256), name, 20, std::move(reads));
    func.dimensions.push_back({"shift", static_cast<std::int64_t>(shifts), ExtentSource::Estimate, true});
    return func;
}

StageGraph sum_over_shifts() {
    StageGraph graph;
    graph.funcs.push_back(plane("input", 264, 256));
    graph.funcs.push_back(
        over_shifts("difference", {{0, 2, {{{1, 0, 1}, 0, 0, true, true}, {{0, 1, 0}, 0, 0, true, true}}}}));
    graph.funcs.push_back(
        over_shifts("weight", {{1, 1, {{{1, 0, 0}, 0, 0}, {{0, 1, 0}, 0, 0}, {{0, 0, 1}, 0, 0}}}}));
    graph.funcs.push_back(computed(plane("", 256, 256), "total", 2,
                                   {{2, 1, {{{1, 0}, 0, 0}, {{0, 1}, 0, 0}, {{0, 0}, 0, shifts - 1}}}}));
    graph.funcs.push_back(computed(plane("", 256, 256), "output", 1, {around(3, 0, 0, 1)}));
    graph.funcs[3].stages.insert(graph.funcs[3].stages.begin(), StageWork());
    graph.funcs[3].stages[1].iterations = shifts;
    return graph;
}

const GroupTile block{TileKind::Blocks, 1, 16, 32, true};

TEST(Hosts, TakeInWhatTheyAloneReadWhereATileLeavesL1) {
    const StageGraph graph = sum_over_shifts();
    const Group group{graph.funcs, {4, 3, 2, 1}};
    const std::vector<Host> found = hosts(group, block, plain_machine()); // 2 * 32 * 16 * 49 * 4 bytes
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].member, 2); // weight; total has an update
    EXPECT_EQ(found[0].loops, std::vector<int>{2});
    EXPECT_EQ(found[0].guests, std::vector<int>{3});
    EXPECT_EQ(found[0].slices, shifts);
    const std::vector<Region> at_once = regions_at_once(group, tile_regions(group, block), found);
    EXPECT_EQ(at_once[3], (Region{32, 16, 1}));
    EXPECT_EQ(at_once[2], (Region{32, 16, shifts}));
}

TEST(Hosts, AreNotNeededInL1OrInRows) {
    const StageGraph graph = sum_over_shifts();
    const Group group{graph.funcs, {4, 3, 2, 1}};
    Machine machine = plain_machine();
    EXPECT_TRUE(hosts(group, {TileKind::Rows, 1, 16, 0, true}, machine).empty());
    machine.l1.bytes = 1024 * 1024;
    EXPECT_TRUE(hosts(group, block, machine).empty());
}

TEST(Hosts, ComputeNothingTwice) {
    StageGraph graph = sum_over_shifts();
    for (std::size_t d : {1, 2}) // of the row or shift and the next one
        graph.funcs[2].stages[0].reads[0].at[d].high = 1;
    EXPECT_TRUE(hosts({graph.funcs, {4, 3, 2, 1}}, block, plain_machine()).empty());
}

TEST(Hosts, SpareTheirGuestsTheWayToL2) {
    const StageGraph graph = sum_over_shifts();
    const auto cost = cost_of({graph.funcs, {4, 3, 2, 1}}, block, plain_machine(), Words::No);
    ASSERT_TRUE(cost);
    // 128 blocks: `weight` and `total` are written and read again, 2 cycles a line; `difference` stays.
    EXPECT_DOUBLE_EQ(total(*cost, "T_L1L2"), 128 * 2 * (32 * 16 * (shifts + 1) * 4 / 64) * 2);
}

} // namespace
} // namespace autoconfig::testing
