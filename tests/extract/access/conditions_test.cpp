// Which conditions of an RDom::where choose by data, and bound nothing.
#include "autoconfig/extract/access/conditions.h"

#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// A sum over `r` of what `term` says, for each row y.
struct Sum {
    ImageParam in{Int(32), 2, "in"}, mask{UInt(8), 2, "mask"};
    Func out{"out"};

    std::vector<std::size_t> conditions_on_data(const RDom& r, const Expr& term) {
        out(y) = 0;
        out(y) += term + 0 * r;
        const extraction::Graph graph{Pipeline(out)};
        return extraction::conditions_on_data(graph.at(out.name()), 1);
    }
};

TEST(ConditionsOnData, ReadImagesOrFuncs) {
    Sum sum;
    Func made("made");
    made(x) = sum.mask(x, 0) * 2;
    RDom r(0, 9, "r");
    r.where(sum.mask(r, y) != 0);
    r.where(made(r) < 3);
    EXPECT_THAT(sum.conditions_on_data(r, sum.in(r, y)), UnorderedElementsAre(0, 1));
}

TEST(ConditionsOnData, StandBesideThoseThatBound) {
    Sum sum;
    RDom r(0, 9, "r");
    r.where(r < y);
    r.where(sum.mask(r, y) != 0);
    EXPECT_THAT(sum.conditions_on_data(r, sum.in(r, y)), ElementsAre(1));
    EXPECT_FALSE(extraction::is_picked_by_data(extraction::Graph{Pipeline(sum.out)}.at(sum.out.name()), 1));
}

/// One ends the loop, the other leaves out elements.
TEST(ConditionsOnElements, AreNoEndsOfLoops) {
    Sum sum;
    RDom r(0, 9, "r");
    r.where(r < min(cast<int>(sum.mask(0, y)), 9));
    r.where(sum.mask(r, y) * r < 99);
    EXPECT_THAT(sum.conditions_on_data(r, sum.in(r, y)), UnorderedElementsAre(0, 1));
    const extraction::Graph graph{Pipeline(sum.out)};
    EXPECT_THAT(extraction::conditions_on_elements(graph.at(sum.out.name()), 1), ElementsAre(1));
    EXPECT_TRUE(extraction::is_picked_by_data(graph.at(sum.out.name()), 1));
}

/// Up to a length that an image holds nothing beyond it is asked for, in the data and in the mask.
TEST(ConditionsOnData, BoundNothing) {
    Sum length, beyond;
    RDom r(0, 900, "r"), q(0, 900, "q");
    r.where(r < length.mask(0, y));
    EXPECT_THAT(length.conditions_on_data(r, length.in(r, y)), IsEmpty());
    q.where(q < 100 && beyond.mask(q, y) != 0);
    EXPECT_THAT(beyond.conditions_on_data(q, beyond.in(q, y)), ElementsAre(1));
}

TEST(ConditionsOnData, DoNotReadTheirOwnFunc) {
    Sum sum;
    RDom r(0, 9, "r");
    sum.out(y) = 0;
    r.where(sum.out(y) < 3);
    EXPECT_THAT(sum.conditions_on_data(r, sum.in(r, y)), IsEmpty());
}

/// The promise need not hold where the condition does not.
TEST(ConditionsOnData, AreNoneWhereIndicesArePromised) {
    Sum sum;
    RDom r(0, 9, "r");
    r.where(sum.mask(r, y) != 0);
    EXPECT_THAT(sum.conditions_on_data(r, sum.in(unsafe_promise_clamped(sum.in(r, y), 0, 9), y)), IsEmpty());
}

} // namespace
} // namespace autoconfig::testing
