// How the rows of a Func are cut into vectors.
#include "autoconfig/decide/row_vectors.h"

#include "autoconfig/decide/inlined_graph.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

FuncStages row_of(std::int64_t extent, ExtentSource source, bool loses_guards) {
    FuncStages func;
    func.dimensions.push_back({"x", extent, source});
    func.loses_guards = loses_guards;
    return func;
}

TEST(RowVectorsOf, BoundRowsOverlapWhereNothingIsAddedTwice) {
    EXPECT_EQ(row_vectors(16, 201, true).end, RowEnd::Overlap);
    EXPECT_EQ(row_vectors(16, 201, false).end, RowEnd::Guard);
    EXPECT_EQ(row_vectors(16, 201, false).lanes, 16);
    EXPECT_EQ(row_vectors(16, 201, true, true).end, RowEnd::Guard);
}

TEST(GuardsAreKept, ByNoVectorsWhereOneElementOfAConstantRowIsLeft) {
    const RowVectors guarded{8};
    const auto lanes = [&](const FuncStages& func) { return with_guards_kept(func, guarded).lanes; };
    EXPECT_EQ(lanes(row_of(9, ExtentSource::AtMost, true)), 1);
    EXPECT_EQ(lanes(row_of(9, ExtentSource::Bound, true)), 1);
    EXPECT_EQ(lanes(row_of(10, ExtentSource::AtMost, true)), 8);
    EXPECT_EQ(lanes(row_of(9, ExtentSource::Estimate, true)), 8);
    EXPECT_EQ(lanes(row_of(9, ExtentSource::AtMost, false)), 8);
    const RowVectors overlapping{8, RowEnd::Overlap};
    EXPECT_EQ(with_guards_kept(row_of(9, ExtentSource::AtMost, true), overlapping).lanes, 8);
    EXPECT_EQ(with_guards_kept(FuncStages(), guarded).lanes, 8);
}

TEST(GuardsAreKept, BySuchVectorsAsNeedNoneWhereRowsAreReadBackwards) {
    FuncStages func = row_of(40, ExtentSource::AtMost, false);
    func.goes_back = true;
    EXPECT_EQ(with_guards_kept(func, {16}).lanes, 8);
    EXPECT_EQ(with_guards_kept(func, {16, RowEnd::Overlap}).lanes, 16);
    func.dimensions.front().source = ExtentSource::Estimate;
    EXPECT_EQ(with_guards_kept(func, {16}).lanes, 16);
}

TEST(GuardsAreKept, AlsoWhereWhatIsInlinedNeedsIt) {
    StageGraph graph = testing_support::separable_blur(64, 64, 1);
    const auto output_of = [&] { return InlinedGraph(graph).inlined(1).users.at(2); };
    EXPECT_FALSE(output_of().goes_back || output_of().loses_guards);
    graph.funcs[1].goes_back = graph.funcs[1].loses_guards = true;
    EXPECT_TRUE(output_of().goes_back);
    EXPECT_TRUE(output_of().loses_guards);
}

} // namespace
} // namespace autoconfig::testing
