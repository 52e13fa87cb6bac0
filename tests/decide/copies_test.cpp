// Funcs made a second time.
#include "autoconfig/decide/copies.h"
#include "autoconfig/decide/fusion.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// input -> grey -> counts, by an update -> total, by another -> output, which reads grey, too.
StageGraph counted(std::int64_t width, std::int64_t height) {
    StageGraph graph;
    const FuncStages image = plane("input", width, height);
    const auto add = [&](const std::string& name, std::vector<Read> reads, bool updates) {
        graph.funcs.push_back(computed(image, name, 1, std::move(reads)));
        if (!updates) return;
        FuncStages& func = graph.funcs.back();
        func.inlinable = false;
        func.stages.push_back(func.stages[0]);
        func.stages[0].reads.clear();
        func.stages[1].pure_loops = {1};
        func.dimensions[0].free = false;
    };
    graph.funcs.push_back(image);
    add("grey", {around(0, 0, 0, 1)}, false);
    add("counts", {around(1, 0, 0, 1)}, true);
    add("total", {around(2, 0, 0, 1)}, true);
    add("output", {around(1, 0, 0, 1), around(3, 0, 0, 1)}, false);
    graph.funcs.back().inlinable = false;
    graph.funcs.back().output = true;
    return graph;
}

TEST(Copies, AreOfWhatIsReadAtPlacesThatFollowNoRule) {
    const StageGraph copied = with_copies(resampled());
    ASSERT_EQ(copied.funcs.size(), 4u);
    EXPECT_EQ(copied.funcs[2].copy_of, "across");
    EXPECT_EQ(copied.funcs[2].stages[0].reads[0].producer, 1);
    EXPECT_EQ(copied.funcs[3].stages[0].reads[0].producer, 2);
    EXPECT_EQ(with_copies(separable_blur(64, 64, 1)).funcs.size(), 3u);
}

TEST(Copies, AreNotMadeOfImagesNorWhereEveryLoopIsScattered) {
    StageGraph graph = resampled();
    graph.funcs[1].image = true;
    EXPECT_EQ(with_copies(graph).funcs.size(), 3u);
    graph = resampled();
    graph.funcs[2].stages[0].reads[0].at[0].scattered = {true, true};
    EXPECT_EQ(with_copies(graph).funcs.size(), 3u);
}

TEST(Copies, ThatNobodyTurnsAreNotSpokenOf) {
    StageGraph graph = resampled();
    for (FuncStages& func : graph.funcs) func.dimensions[1].extent = 4; // shorter than a vector
    for (const FuncChoice& choice : fuse(graph, plain_machine()).choices) EXPECT_EQ(choice.copy_of, "");
}

TEST(Copies, AreOfWhatHasUpdatesAndNoReaderThatLeads) {
    StageGraph graph = counted(64, 64);
    const StageGraph copied = with_copies(graph);
    ASSERT_EQ(copied.funcs.size(), 6u);
    EXPECT_EQ(copied.funcs[3].copy_of, "counts");
    EXPECT_EQ(copied.funcs[4].stages[1].reads[0].producer, 3);
    EXPECT_TRUE(leads_what_has_updates(copied.funcs, 3, {4}));
    EXPECT_FALSE(leads_what_has_updates(copied.funcs, 3, {4, 5})) << "the output is pure, and could lead";
    graph.funcs[1].image = true;
    EXPECT_EQ(with_copies(graph).funcs.size(), 5u) << "nothing could be made at tiles of it";
    graph = counted(64, 64);
    graph.funcs[2].dimensions[1].free = false;
    EXPECT_EQ(with_copies(graph).funcs.size(), 5u) << "it has no rows to tile";
}

TEST(Clones, AreReadByTheseReadersAlone) {
    const StageGraph graph = counted(64, 64), cloned = with_clone(graph, {"grey", {"counts"}});
    ASSERT_EQ(cloned.funcs.size(), 6u);
    EXPECT_EQ(cloned.funcs[2].name, "grey for counts");
    EXPECT_EQ(cloned.funcs[2].copy_of, "grey");
    EXPECT_EQ(cloned.funcs[2].cloned_for, (std::vector<std::string>{"counts"}));
    EXPECT_EQ(cloned.funcs[2].stages[0].reads[0].producer, 0);
    EXPECT_EQ(cloned.funcs[3].stages[1].reads[0].producer, 2);
    EXPECT_EQ(cloned.funcs[5].stages[0].reads[0].producer, 1);
    EXPECT_EQ(cloned.funcs[5].stages[0].reads[1].producer, 4);
}

TEST(Clones, AreAsLargeAsTheirReadersNeed) {
    StageGraph graph = counted(64, 64);
    Movement& rows = graph.funcs[2].stages[1].reads[0].at[1];
    rows.slope[1] = 0, rows.low = 8, rows.high = 15;
    const StageGraph cloned = with_clone(graph, {"grey", {"counts"}});
    EXPECT_EQ(cloned.funcs[2].dimensions[0].extent, 64);
    EXPECT_EQ(cloned.funcs[2].dimensions[1].extent, 8);
    EXPECT_EQ(cloned.funcs[1].dimensions[1].extent, 64);
    rows.known = false;
    EXPECT_EQ(with_clone(graph, {"grey", {"counts"}}).funcs[2].dimensions[1].extent, 64);
}

/// As decided: who is where.
Fusion at_root(const StageGraph& graph) {
    Fusion fusion;
    for (const FuncStages& func : graph.funcs) {
        FuncChoice choice;
        choice.func = choice.leader = func.name;
        fusion.choices.push_back(choice);
    }
    return fusion;
}

FusedGroup group_of(const FuncStages& leader, double computing, double moving) {
    FusedGroup group;
    group.leader = leader;
    Term core, memory;
    core.resource = Resource::Core, core.total = computing;
    memory.resource = Resource::Memory, memory.total = moving;
    group.cost.terms = {core, memory};
    return group;
}

TEST(Clones, AreWorthTryingWhereMovingLinesTakesLonger) {
    const StageGraph graph = counted(64, 64);
    Fusion fusion = at_root(graph);
    fusion.groups = {group_of(graph.funcs[1], 1, 2)};
    const std::vector<Clone> clones = worth_cloning(graph, fusion);
    ASSERT_EQ(clones.size(), 1u);
    EXPECT_EQ(clones[0].func, "grey");
    EXPECT_EQ(clones[0].readers, (std::vector<std::string>{"counts"}));
    fusion.groups = {group_of(graph.funcs[1], 2, 1)};
    EXPECT_TRUE(worth_cloning(graph, fusion).empty());
}

TEST(Clones, OfWhatIsInlinedAreForReadersInScalars) {
    StageGraph graph = counted(64, 64);
    Fusion fusion = at_root(graph);
    fusion.choices[1].place = Place::Inline;
    fusion.choices[1].places = {PlaceCost()};
    EXPECT_TRUE(worth_cloning(graph, fusion).empty()) << "the counts are made in vectors";
    graph.funcs[2].stages[1].along_rows = false;
    const std::vector<Clone> clones = worth_cloning(graph, fusion);
    ASSERT_EQ(clones.size(), 1u);
    EXPECT_EQ(clones[0].func, "grey");
    EXPECT_EQ(clones[0].readers, (std::vector<std::string>{"counts"}));
    graph.funcs[4].stages[0].along_rows = false;
    EXPECT_EQ(worth_cloning(graph, fusion).size(), 1u) << "once, whoever else would want one";
    fusion.choices[2].leader = "output"; // all readers in one
    EXPECT_TRUE(worth_cloning(graph, fusion).empty());
}

TEST(Clones, AreOfWhatSeveralLoopNestsRead) {
    const StageGraph graph = counted(64, 64);
    Fusion fusion = at_root(graph);
    fusion.groups = {group_of(graph.funcs[1], 1, 2)};
    for (FuncChoice& choice : fusion.choices)
        if (choice.func == "counts") choice.leader = "output"; // all readers in one
    EXPECT_TRUE(worth_cloning(graph, fusion).empty());
}

} // namespace
} // namespace autoconfig::testing
