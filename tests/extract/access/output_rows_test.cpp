// What Funcs have at run time by the sizes of the outputs' buffers.
#include "autoconfig/extract/stage_graph.h"

#include "tests/extract/access/read_by.h"

#include <gtest/gtest.h>

#include <string>

namespace autoconfig::testing {
namespace {

/// "2 * (n - 1) / 1 + 4 of out's y, 0 more": what the rows of f are, which out reads as `value` says.
std::string rows_of_f(const ReadBy::Value& value) {
    auto [f, out] = ReadBy(value);
    out.set_estimates({{0, 200}, {0, 100}});
    for (const FuncStages& func : stage_graph(Halide::Pipeline(out), false).funcs) {
        if (func.name != f.name()) continue;
        const auto& rows = func.dimensions[1].at_run_time;
        if (!rows) return "";
        EXPECT_EQ(rows->output, out.name());
        return std::to_string(rows->times) + " * (n - 1) / " + std::to_string(rows->over) + " + " +
               std::to_string(rows->window) + " of " + rows->along + ", " + std::to_string(rows->more) +
               " more";
    }
    return "no f";
}

TEST(OutputRows, FollowFromThoseThatAreRead) {
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto& y) { return f(x, y); }),
              "1 * (n - 1) / 1 + 1 of y, 0 more");
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto& y) { return f(x, y - 1) + f(x, y + 3); }),
              "1 * (n - 1) / 1 + 5 of y, 0 more");
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto& y) { return f(x, 2 * y - 1) + f(x, 2 * y + 2); }),
              "2 * (n - 1) / 1 + 4 of y, 0 more");
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto& y) { return f(y, x); }),
              "1 * (n - 1) / 1 + 1 of x, 0 more");
}

TEST(OutputRows, AreAtLeastThoseOfWholeQuotients) {
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto& y) { return f(x, y / 2); }),
              "1 * (n - 1) / 2 + 0 of y, 1 more");
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto& y) { return f(x, (3 * y) / 4); }),
              "3 * (n - 1) / 4 + 0 of y, 1 more");
}

TEST(OutputRows, AreNotKnownWhereReadsGoOnAtTwoRates) {
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto& y) { return f(x, y / 2) + f(x, y); }), "");
}

TEST(OutputRows, AreNotKnownBehindClampsNorBackwards) {
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto& y) { return f(x, Halide::clamp(y, 0, 70)); }), "");
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto& y) { return f(x, 99 - y); }), "");
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto& y) { return f(x, y + x); }), "");
    EXPECT_EQ(rows_of_f([](auto& f, auto& x, auto&) { return f(x, 3); }), "");
}

TEST(OutputRows, AreNotKnownWhereAClampMayAskForMore) {
    EXPECT_EQ(
        rows_of_f([](auto& f, auto& x, auto& y) { return f(x, y / 2) + f(x, Halide::clamp(y, 0, 99)); }), "");
}

} // namespace
} // namespace autoconfig::testing
