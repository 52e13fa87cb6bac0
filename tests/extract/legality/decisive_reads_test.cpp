// Funcs of which one element decides whether an update is computed at all.
#include "autoconfig/extract/legality/decisive_reads.h"

#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Sums of so many rows of `counts`, made from `in` through `scaled`, which an RDom::where picks.
struct Picked {
    ImageParam in{Int(32), 2, "in"};
    Func counts{"counts"}, scaled{"scaled"}, out{"out"};

    /// Without the numbers that make names unique.
    std::set<std::string> deciding(const RDom& r) {
        counts(x, y) = 0;
        counts(x, y) += in(x, y);
        scaled(x, y) = counts(x, y) * 3;
        RDom picking = r;
        picking.where(scaled(picking, 0) < 3);
        out(x, y) = 0;
        out(x, y) += in(x, picking);
        const extraction::Graph graph{Pipeline(out)};
        std::set<std::string> names;
        for (const std::string& name : extraction::funcs_that_decide(graph, extraction::Regions(graph)))
            names.insert(name.substr(0, name.find('$')));
        return names;
    }
};

TEST(FuncsThatDecide, AreReadWhereNoLoopOfMoreThanOneStepLeads) {
    EXPECT_THAT(Picked().deciding(RDom(0, 1, "r")), ElementsAre("counts", "scaled"));
    EXPECT_THAT(Picked().deciding(RDom(0, 2, "r")), IsEmpty());
    Picked estimated;
    estimated.in.dim(0).set_estimate(0, 1);
    EXPECT_THAT(estimated.deciding(RDom(0, estimated.in.dim(0).extent(), "r")), IsEmpty());
}

} // namespace
} // namespace autoconfig::testing
