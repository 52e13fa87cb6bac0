// What is fused part by part is fused as the whole is.
#include "autoconfig/decide/fused_parts.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using Funcs = FusedParts::Funcs;

/// input -> across -> output, and another output of another input.
StageGraph two_blurs() {
    StageGraph graph = separable_blur(1024, 512, 20);
    for (FuncStages func : separable_blur(640, 480, 1).funcs) {
        func.name += "2";
        for (StageWork& stage : func.stages)
            for (Read& read : stage.reads) read.producer += 3;
        graph.funcs.push_back(func);
    }
    return graph;
}

std::string places(const Fusion& fusion) {
    std::string text;
    for (const FuncChoice& choice : fusion.choices)
        text += choice.func + " " + to_string(choice.place) + ", ";
    for (const FusedGroup& group : fusion.groups) text += group.tile.name(group.leader) + "; ";
    return text;
}

TEST(FusedParts, AreFusedAsTheWholeIs) {
    const Machine machine = plain_machine();
    const StageGraph graph = two_blurs();
    FusedParts parts(graph, machine);
    const Fusion whole = fuse(graph, machine), together = parts.fused(parts.all_but({}));
    EXPECT_EQ(places(together), places(whole));
    EXPECT_DOUBLE_EQ(together.cycles, whole.cycles);
    EXPECT_DOUBLE_EQ(parts.cycles(parts.all_but({})), whole.cycles);
}

TEST(FusedParts, LeaveOutWhatIsTaken) {
    const Machine machine = plain_machine();
    StageGraph graph = two_blurs();
    FusedParts parts(graph, machine);
    EXPECT_THAT(parts.all_but({"across"}), ElementsAre(2, 4, 5));
    const Fusion around = parts.fused(parts.all_but({"across"}));
    graph.funcs[1].fixed = true;
    EXPECT_EQ(places(around), places(fuse(graph, machine)));
}

TEST(FusedParts, AreNearByReads) {
    const Machine machine = plain_machine();
    const StageGraph graph = two_blurs();
    const FusedParts parts(graph, machine);
    const Funcs all = parts.all_but({});
    EXPECT_THAT(parts.near("output", all, 0), ElementsAre(2));
    EXPECT_THAT(parts.near("output", all, 1), ElementsAre(1, 2));
    EXPECT_THAT(parts.near("across2", all, 9), ElementsAre(4, 5));
}

} // namespace
} // namespace autoconfig::testing
