// Which part of a Func is made.
#include "autoconfig/extract/access/regions.h"

#include "tests/support/vars.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using extraction::Graph;
using extraction::Regions;

/// Elements of `f` along dimension 1, which the output reads at row 9 alone.
std::int64_t rows_of(const Func& f) {
    Func out("out");
    out(x) = f(x, 9);
    out.set_estimates({{0, 100}});
    const Graph graph{Pipeline(out)};
    return Regions(graph).of(f.name())[1]->extent();
}

TEST(Regions, HoldWhatUpdatesWriteOnTheirWay) {
    const RDom row(1, 9, "row"), again(0, 20, "again");
    Func scanned("scanned"), summed("summed"), shifted("shifted");
    scanned(x, y) = x;
    scanned(x, row) += scanned(x, row - 1);
    EXPECT_EQ(rows_of(scanned), 10);
    summed(x, y) = 0;
    summed(x, y) += x + again;
    EXPECT_EQ(rows_of(summed), 1);
    shifted(x, y) = 0;
    shifted(x, 30) = x;
    EXPECT_EQ(rows_of(shifted), 22);
}

} // namespace
} // namespace autoconfig::testing
