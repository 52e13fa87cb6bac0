// How often Halide makes the rows of windows that slide, beside what model/sliding.cpp says of it. A member
// that stays is not asked: of the others each row is made once for a strip.
#include "autoconfig/halide_compat.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::testing {
namespace {

using namespace Halide;

constexpr int rows = 256, strip_rows = 64, strips = rows / strip_rows;

std::map<std::string, int>& stored() {
    static std::map<std::string, int> rows_by_func;
    return rows_by_func;
}

int count_stores(JITUserContext*, const halide_trace_event_t* event) {
    if (event->event == halide_trace_store) ++stored()[event->func];
    return 0;
}

/// Strips of so many rows, or as many that are equal parts of the rows at run time.
enum class Strips { OfRows, OfParts };

void cut(Func& out, const Var& y, const Var& strip, const Var& line, Strips into) {
    if (into == Strips::OfRows) {
        out.split(y, strip, line, strip_rows, TailStrategy::GuardWithIf);
        return;
    }
    const Expr extent = out.output_buffer().dim(out.dimensions() - 1).extent();
    out.split(y, strip, line, min(max((extent + strips - 1) / strips, 1), extent),
              TailStrategy::ShiftInwards);
}

/// out, in strips, reads `a` at half its rate; a reads 3 rows of b for each, `b_step` further each time; b
/// reads 3 rows of c. `direct`: out reads b at its own rate too.
std::map<std::string, int> rows_made(int b_step, bool direct, Strips into) {
    Var y("y"), strip("strip"), line("line");
    Func c("c"), b("b"), a("a"), out("out");
    c(y) = cast<float>(y);
    b(y) = c(y - 1) + c(y) + c(y + 1);
    a(y) = b(b_step * y - 1) + b(b_step * y) + b(b_step * y + 1);
    Expr value = a(y / 2) + a((y + 1) / 2);
    out(y) = direct ? value + b(y) : value;
    cut(out, y, strip, line, into);
    for (Func func : {a, b, c}) func.store_at(out, strip).compute_at(out, line).trace_stores();
    out.jit_handlers().custom_trace = count_stores;
    stored().clear();
    out.realize({rows});
    std::map<std::string, int> counts;
    for (const auto& [name, count] : stored()) counts[name.substr(0, 1)] = count;
    return counts;
}

/// As many as are read, and a few at the beginning of each strip.
bool once(int made, int read) { return made >= read && made <= read + strips * 8; }

class SlidingRowsIn : public ::testing::TestWithParam<Strips> {};

TEST_P(SlidingRowsIn, AreMadeOnceAtOneRate) {
    std::map<std::string, int> made = rows_made(2, false, GetParam());
    EXPECT_TRUE(once(made["a"], rows / 2)) << made["a"];
    EXPECT_TRUE(once(made["b"], rows)) << made["b"];
    if (compat::halide_version > 14) return; // which make rows of c again
    EXPECT_TRUE(once(made["c"], rows)) << made["c"];
}

TEST_P(SlidingRowsIn, AreMadeAgainForEveryLineAtTwoRates) {
    if (compat::halide_version > 14) GTEST_SKIP() << "known of Halide 14";
    std::map<std::string, int> made = rows_made(1, true, GetParam());
    EXPECT_TRUE(once(made["a"], rows / 2)) << made["a"];
    EXPECT_FALSE(once(made["b"], rows)) << made["b"];
}

TEST_P(SlidingRowsIn, AreMadeAgainFarBelowOneThatGoesOnByPartsOfARow) {
    if (compat::halide_version > 14) GTEST_SKIP() << "known of Halide 14";
    std::map<std::string, int> made = rows_made(2, true, GetParam());
    EXPECT_TRUE(once(made["b"], rows)) << made["b"];
    EXPECT_FALSE(once(made["c"], rows)) << made["c"];
}

/// Is all that a strip makes of a window kept, of a Func with an update or without?
bool keeps_all_rows(bool updated, Strips into) {
    Var x("x"), y("y"), strip("strip"), line("line");
    Func a("a"), out("out");
    const RDom r(0, 3);
    a(x, y) = cast<float>(x + y);
    if (updated) a(x, y) += cast<float>(r);
    out(x, y) = a(x, y - 3) + a(x, y + 3);
    cut(out, y, strip, line, into);
    a.store_at(out, strip).compute_at(out, line);
    static std::size_t most;
    most = 0;
    out.jit_handlers().custom_malloc = [](JITUserContext*, std::size_t bytes) {
        most = std::max(most, bytes);
        return std::malloc(bytes + 128);
    };
    out.jit_handlers().custom_free = [](JITUserContext*, void* memory) { std::free(memory); };
    out.realize({1000, rows});
    return most >= 1000 * sizeof(float) * strip_rows;
}

TEST(SlidingRows, OfUpdatedFuncsAreNotFoldedInStripsThatOverlap) {
    EXPECT_FALSE(keeps_all_rows(false, Strips::OfRows));
    EXPECT_FALSE(keeps_all_rows(true, Strips::OfRows));
    EXPECT_FALSE(keeps_all_rows(false, Strips::OfParts));
    if (compat::halide_version > 14) GTEST_SKIP() << "known of Halide 14";
    EXPECT_TRUE(keeps_all_rows(true, Strips::OfParts));
}

/// The first row that is asked for of an input of which out needs the rows from 0 on: `made` from it, line by
/// line, where a window is filled beside it that takes eight lines more.
int first_row_asked_for(const std::string& made, Strips into) {
    Var x("x"), y("y"), strip("strip"), line("line");
    ImageParam input(Float(32), 2, "input");
    Func window("window"), beside(made), out("out");
    window(x, y) = cast<float>(x * y);
    beside(x, y) = input(x, y) + 1.0f;
    out(x, y) = beside(x, y) * (window(x, y - 4) + window(x, y + 4));
    cut(out, y, strip, line, into);
    window.store_at(out, strip).compute_at(out, line);
    beside.compute_at(out, line);
    out.infer_input_bounds({8, rows});
    return input.get().dim(1).min();
}

TEST(SlidingRows, AreFilledInLinesThatAskForMoreOfWhatIsReadBesideThem) {
    for (const char* made : {"beside", "zone"})
        EXPECT_EQ(first_row_asked_for(made, Strips::OfRows), 0) << made;
    if (compat::halide_version > 14) GTEST_SKIP() << "known of Halide 14";
    EXPECT_EQ(std::min(first_row_asked_for("beside", Strips::OfParts),
                       first_row_asked_for("zone", Strips::OfParts)),
              -8);
}

INSTANTIATE_TEST_SUITE_P(Strips, SlidingRowsIn, ::testing::Values(Strips::OfRows, Strips::OfParts));

} // namespace
} // namespace autoconfig::testing
