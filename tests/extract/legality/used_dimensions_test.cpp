// Indices that go unread where a Func is inlined.
#include "autoconfig/extract/legality/used_dimensions.h"

#include "tests/support/vars.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;

enum class Value { Nothing, Difference, Constant };

/// Is the reader of `column`, at a place that another Func says, lost where the column is inlined?
bool hides_a_reader(Value value) {
    const ImageParam in(Int(32), 1, "in");
    Func places("places"), column("column"), out("out");
    places(x) = 0;
    places(x) += in(x);
    column(x) = value == Value::Nothing      ? in(x)-in(x)
                : value == Value::Difference ? in(x)-in(x + 1)
                                             : Expr(3);
    out(x) = column(places(x));
    const extraction::Graph graph{Pipeline(out)};
    const extraction::UsedDimensions used(graph);
    for (const Halide::Internal::Call* load : graph.at(out.name()).stages[0].loads)
        if (load->name == column.name()) return used.hides_a_reader(load);
    ADD_FAILURE() << "the column is not read";
    return false;
}

TEST(UsedDimensions, AreThoseOfValuesThatDoNotCancel) {
    EXPECT_TRUE(hides_a_reader(Value::Constant));
    EXPECT_TRUE(hides_a_reader(Value::Nothing));
    EXPECT_FALSE(hides_a_reader(Value::Difference));
}

} // namespace
} // namespace autoconfig::testing
