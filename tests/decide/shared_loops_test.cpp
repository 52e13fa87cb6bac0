// Which loops of Funcs at root threads share.
#include "autoconfig/decide/shared_loops.h"
#include "tests/support/machines.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <string>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// A Func of width x height x channels whose update runs over these dimensions, or so many elements in all.
StageGraph updated(std::int64_t width, std::int64_t height, std::int64_t channels, std::vector<int> pure) {
    StageGraph graph;
    graph.funcs.push_back(computed(plane("", width, height), "f", 20, {}));
    FuncStages& func = graph.funcs.back();
    func.dimensions.push_back({"c", channels, ExtentSource::Estimate, true});
    func.inlinable = false;
    StageWork update = func.stages.front();
    update.pure_loops = std::move(pure);
    func.stages.push_back(update);
    return graph;
}

/// "y / 25, x / 512": loops and elements a task of the pure definition and of the update; "-" for none.
std::string shared(const StageGraph& graph, int cores = 4) {
    std::string text;
    for (const SharedLoop& one : shared_loops(graph.funcs, 0, plain_machine(cores)))
        text += (text.empty() ? "" : ", ") +
                (one.loop.empty() ? "-" : one.loop + " / " + std::to_string(one.task));
    return text;
}

TEST(SharedLoops, AreTheLongestThatAStageRunsOverButTheFirst) {
    EXPECT_EQ(shared(updated(2000, 1600, 3, {0, 1, 2})), "y / 100, y / 100");
    EXPECT_EQ(shared(updated(2000, 1600, 1600, {0, 1, 2})), "c / 100, c / 100"); // the outermost of two
    EXPECT_EQ(shared(updated(2000, 1600, 16, {0, 2})), "y / 100, c / 1");        // a scan along y
    EXPECT_EQ(shared(updated(256, 1600, 1, {1})), "y / 100, y / 100");           // a histogram of each row
}

TEST(SharedLoops, ArePartsOfRowsWhereOthersAreTooShort) {
    EXPECT_EQ(shared(updated(2000, 1600, 3, {0, 2})), "y / 100, x / 512");
    EXPECT_EQ(shared(updated(2000, 1600, 4, {0, 2})), "y / 100, c / 1"); // one for each core
    EXPECT_EQ(shared(updated(200, 1600, 3, {0, 2})), "y / 100, c / 1");  // too few vectors
}

TEST(SharedLoops, AreNoneOfOneCoreOrWhereThereIsNone) {
    EXPECT_EQ(shared(updated(2000, 1600, 3, {0, 1, 2}), 1), "-, -");
    EXPECT_EQ(shared(updated(2000, 1600, 3, {})), "y / 100, -");
}

TEST(SharedLoops, StayWholeWhereOneElementDecides) {
    StageGraph graph = updated(2000, 1600, 3, {0, 2});
    graph.funcs[0].decides = true;
    EXPECT_EQ(shared(graph), "y / 1, c / 1");
}

TEST(SharedLoops, OfASingleRowArePartsOfIt) {
    StageGraph graph = updated(1 << 20, 1, 1, {0});
    graph.funcs[0].dimensions.resize(1);
    EXPECT_EQ(shared(graph), "-, x / 262144");
    graph.funcs[0].dimensions[0].extent = 64; // done sooner than threads are woken
    EXPECT_EQ(shared(graph), "-, -");
}

} // namespace
} // namespace autoconfig::testing
