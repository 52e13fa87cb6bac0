// What Funcs have at least at run time, by what is read of them.
#include "autoconfig/extract/access/run_time_extents.h"

#include "tests/extract/access/read_by.h"

#include <gtest/gtest.h>

#include <string>

namespace autoconfig::testing {
namespace {

using Halide::RDom;

/// "2 * n + 1 of dimension 1": what the rows of f are at least, which out reads as `value` says.
std::string least_rows_of_f(const ReadBy::Value& value) {
    const auto [f, out] = ReadBy(value);
    const extraction::Graph graph{Halide::Pipeline(out)};
    const auto extent = extraction::RunTimeExtents(graph).of(f.name(), 1);
    if (!extent) return "";
    EXPECT_EQ(extent->func.substr(0, 3), extent->update < 0 ? "out" : "sum");
    const std::string rows = std::to_string(extent->times) + " * n + " + std::to_string(extent->plus);
    return (extent->over == 1 ? rows : "(" + rows + ") / " + std::to_string(extent->over)) + " of " +
           (extent->update < 0 ? "dimension " : "variable ") + std::to_string(extent->index);
}

TEST(RunTimeExtents, FollowFromWhatIsRead) {
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, y); }), "1 * n + 0 of dimension 1");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(y, x); }), "1 * n + 0 of dimension 0");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, y - 1); }),
              "1 * n + 0 of dimension 1");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, 3 * y); }),
              "3 * n + -2 of dimension 1");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, 99 - 2 * y); }),
              "2 * n + -1 of dimension 1");
}

TEST(RunTimeExtents, HoldWindows) {
    const RDom r(0, 3, "r"), back(-4, 5, "back");
    EXPECT_EQ(least_rows_of_f([&](auto& f, auto& x, auto& y) { return Halide::maximum(f(x, y + r)); }),
              "1 * n + 2 of dimension 1");
    EXPECT_EQ(least_rows_of_f([&](auto& f, auto& x, auto& y) { return Halide::maximum(f(x, 2 * y + r)); }),
              "2 * n + 1 of dimension 1");
    EXPECT_EQ(least_rows_of_f([&](auto& f, auto& x, auto& y) { return Halide::maximum(f(x, y - 2 * back)); }),
              "1 * n + 8 of dimension 1");
}

TEST(RunTimeExtents, FollowFromWhatIsReadSeveralTimes) {
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, y / 2); }),
              "(1 * n + 1) / 2 of dimension 1");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, (y + 1) / 3 - 4); }),
              "(1 * n + 2) / 3 of dimension 1");
    const RDom r(0, 3, "r");
    EXPECT_EQ(least_rows_of_f([&](auto& f, auto& x, auto& y) { return Halide::maximum(f(x, (y + r) / 2)); }),
              "(1 * n + 3) / 2 of dimension 1");
}

TEST(RunTimeExtents, AreAtLeastThoseOfOneLoop) {
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(0, x + y); }),
              "1 * n + 0 of dimension 0");
}

TEST(RunTimeExtents, AreThoseOfALoopBesideOthersThatFollowNoSteps) {
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, 4 * y + x % 2); }),
              "4 * n + -3 of dimension 1");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, x * y); }), "");
}

TEST(RunTimeExtents, AreThoseOfReductions) {
    const Halide::ImageParam given(Halide::Float(32), 1, "given");
    const RDom r(0, given.dim(0).extent(), "r");
    EXPECT_EQ(least_rows_of_f([&](auto& f, auto& x, auto&) { return Halide::sum(f(x, 2 * r)); }),
              "2 * n + -1 of variable 0");
}

TEST(RunTimeExtents, FollowFromWhatIsReadBesideSelects) {
    EXPECT_EQ(
        least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, y) + Halide::select(x > 3, 1, 0); }),
        "1 * n + 0 of dimension 1");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return Halide::select(f(x, y) > 3, 1, 0); }),
              "1 * n + 0 of dimension 1");
}

TEST(RunTimeExtents, AreNotKnownWhereStepsAreNot) {
    const Halide::Param<int> step("step");
    EXPECT_EQ(least_rows_of_f([&](auto& f, auto& x, auto& y) { return f(x, step * y); }), "");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, 2 * y / 3); }), "");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return f(x, Halide::clamp(y, 0, 70)); }), "");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto& y) { return Halide::select(x > 3, f(x, y), 0); }),
              "");
    EXPECT_EQ(least_rows_of_f([](auto& f, auto& x, auto&) { return f(x, 5); }), "");
}

} // namespace
} // namespace autoconfig::testing
