// Where the Funcs of ordinary pipelines are computed, by name.
#include "autoconfig/autoschedule.h"
#include "tests/schedules/plane.h"
#include "tests/schedules/run.h"
#include "tests/support/targets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace autoconfig::testing {
namespace {

using namespace Halide;

using Places = std::map<std::string, std::string>; // "root", "at tile", "inline"

Places places(const Pipeline& pipeline, int threads = 1, const std::string& machine = "") {
    Options options;
    options.parallelism = threads;
    options.machine = machine;
    Places result;
    for (const FuncChoice& choice : analyse(pipeline, avx512_target, options).plan.fusion.choices)
        if (choice.reason != "input") result[without_suffixes(choice.func)] = to_string(choice.place);
    return result;
}

/// Where x of the output reads places that are rounded, and y those of its own row.
TEST(Resampling, RunsVectorsDownColumnsOfATurnedCopy) {
    Image image;
    Func source("source"), wide("wide");
    RDom tap(0, 4, "tap");
    const Expr first = cast<int>(floor(cast<float>(image.x) * 0.37f));
    const auto within = [&](const Expr& place, int d) {
        return clamp(place, 0, image.in.dim(d).extent() - 1);
    };
    source(image.x, image.y) = exp(image.in(within(image.x, 0), within(image.y, 1)));
    wide(image.x, image.y) += cast<float>(tap) * source(first + tap, image.y);
    image.out(image.x, image.y) = wide(image.x, image.y) + 1;
    const Outcome outcome = analyse(image.pipeline(), avx512_target, {});
    std::map<std::string, std::string> along;
    for (const FuncChoice& choice : outcome.plan.fusion.choices)
        along[without_suffixes(choice.func)] = choice.along;
    EXPECT_EQ(along["wide"], "y");
    EXPECT_EQ(along["copy of source"], "y");
    EXPECT_EQ(along["source"], "");
    EXPECT_NE(text_report(outcome).find("at tile of out along y"), std::string::npos) << text_report(outcome);
}

/// Along which dimension vectors of the result run, of so many channels to a pixel.
std::string vectors_along(int channels) {
    Var c("c"), x("x"), y("y");
    ImageParam in(UInt(8), 3, "in");
    Func out("out");
    out(c, x, y) = cast<uint8_t>((cast<int>(in(0, x, y)) + in(c, x, y)) / 2);
    out.set_estimates({{0, channels}, {0, 640}, {0, 480}});
    const std::vector<FuncChoice> choices = analyse(Pipeline(out), avx512_target, {}).plan.fusion.choices;
    return choices.back().along;
}

TEST(Interleaved, PixelsOfFewChannelsAreVectors) {
    EXPECT_EQ(vectors_along(3), "x");
    EXPECT_EQ(vectors_along(64), "");
}

/// All rows of the product lie in one tile, so that no element is converted twice where it is read.
TEST(Operands, AreMadeWhereTheyAreReadOnce) {
    Built built = build("mixed_colours", {720, 1280, 1}, none_bound);
    const Outcome outcome = autoschedule(built.pipeline, avx512_target, {});
    ASSERT_EQ(outcome.plan.contractions.size(), 1u);
    EXPECT_NE(outcome.plan.contractions[0].problem.b.func.find("operand"), std::string::npos);
    EXPECT_EQ(outcome.schedule_source.find("operand0.compute"), std::string::npos);
}

/// Weighted distances to each of 16 points are read point by point, of many elements at a time.
TEST(Reductions, ThatAreReadAlongAnotherDimensionLieAlongIt) {
    Var x("x"), y("y");
    ImageParam from(Float(32), 2, "from"), to(Float(32), 2, "to"), weight(Float(32), 1, "weight");
    RDom r(0, 4, "r"), k(0, 16, "k");
    Func distance("distance"), nearest("nearest"), out("out");
    distance(x, y) += weight(r) * abs(from(r, y) - to(r, x));
    nearest(y) = 1000.0f;
    nearest(y) = min(nearest(y), distance(k, y));
    out(y) = nearest(y) * 2;
    out.set_estimates({{0, 1000}});
    const Outcome outcome = autoschedule(Pipeline(out), avx512_target, {});
    for (const FuncChoice& choice : outcome.plan.fusion.choices)
        if (without_suffixes(choice.func) == "distance") {
            EXPECT_EQ(choice.places.front().name(), "at tile along y");
            EXPECT_EQ(choice.rows.lanes, 16);
        }
    EXPECT_NE(outcome.schedule_source.find("reorder_storage(y, x)"), std::string::npos);
}

TEST(Scans, GoDownRowByRow) {
    Var x("x"), y("y");
    RDom r(1, 99, "r");
    Func sum("sum");
    sum(x, y) = cast<float>(x * y);
    sum(x, r) += sum(x, r - 1);
    const std::string source = autoschedule(Pipeline(sum), avx512_target, {}).schedule_source;
    const std::size_t scan = source.find("update(0)");
    EXPECT_NE(source.find(".reorder(vector", scan), std::string::npos) << source;
}

/// The schedule of the sum over a window of `taps` times `taps`, which a boundary condition surrounds.
std::string schedule_of_window(const Halide::Expr& taps) {
    Halide::Var x("x"), y("y");
    Halide::ImageParam input(Halide::Float(32), 2, "input");
    const Halide::Func edge = Halide::BoundaryConditions::repeat_edge(input);
    const Halide::RDom r(0, taps, 0, taps, "r");
    Halide::Func sum("sum"), output("output");
    sum(x, y) += edge(x + r.x, y + r.y) * edge(x + r.x, y + r.y) + edge(x, y); // of this window alone
    output(x, y) = Halide::sqrt(sum(x, y));
    output.set_estimates({{0, 300}, {0, 200}});
    return autoschedule(Halide::Pipeline(output), avx512_target, {}).schedule_source;
}

TEST(Windows, OfAFewTapsAreWrittenOut) {
    EXPECT_NE(schedule_of_window(5).find(".unroll(r_x)"), std::string::npos);
    EXPECT_EQ(schedule_of_window(200).find(".unroll("), std::string::npos);
    Halide::Param<int> taps("taps");
    taps.set_estimate(5);
    EXPECT_EQ(schedule_of_window(taps).find(".unroll("), std::string::npos);
}

TEST(Windows, OfManyTapsAreWrittenOutRowByRow) {
    const std::string source = schedule_of_window(20);
    EXPECT_NE(source.find(".reorder(r_x, vector"), std::string::npos) << source;
    EXPECT_NE(source.find(".unroll(r_x)"), std::string::npos);
    EXPECT_EQ(source.find(".unroll(r_y)"), std::string::npos);
}

/// A convolution of rows whose length comes at run time, read two by two.
std::string schedule_of_pooled(bool within_boundary) {
    Var x("x"), c("c");
    ImageParam in(Float(32), 2, "in"), weights(Float(32), 3, "weights");
    RDom r(0, 3, 0, 32, "r");
    Func edge = BoundaryConditions::repeat_edge(in), sum("sum"), out("out");
    sum(x, c) += (within_boundary ? edge(x + r.x, r.y) : in(x + r.x, r.y)) * weights(r.x, r.y, c);
    out(x, c) = max(sum(2 * x, c), sum(2 * x + 1, c));
    out.set_estimates({{0, 500}, {0, 64}});
    return autoschedule(Pipeline(out), avx512_target, {}).schedule_source;
}

TEST(Contractions, WithinABoundaryEndWithAWholeTile) {
    EXPECT_NE(schedule_of_pooled(true).find(", TailStrategy::RoundUp)"), std::string::npos);
    EXPECT_EQ(schedule_of_pooled(false).find(", TailStrategy::RoundUp)"), std::string::npos);
}

TEST(AtRoot, ThreadsRunAlongALongLoopRatherThanChannels) {
    ImageParam in(Float(32), 2, "in");
    Func count("count");
    const Var x("x"), y("y"), z("z"), c("c");
    const RDom r(0, 4, "r");
    const Expr value = in(4 * x + r, y);
    count(x, y, z, c) = 0.0f;
    count(x, y, clamp(cast<int>(value), 0, 7), c) += select(c == 0, 1.0f, value);
    count.set_estimates({{0, 640}, {0, 1500}, {0, 8}, {0, 2}});
    const std::string source = autoschedule(Pipeline(count), avx512_target, {}).schedule_source;
    const std::size_t update = source.find(".update(0)");
    ASSERT_NE(update, std::string::npos) << source;
    EXPECT_NE(source.find(".split(y, task", update), std::string::npos) << source;
}

TEST(Places, OfABlurOfTwoCheapStages) {
    Image image;
    Func across("across");
    const auto& [x, y, in, out] = image;
    across(x, y) = (in(x, y) + in(x + 1, y) + in(x + 2, y)) / 3;
    image.out(x, y) = (across(x, y) + across(x, y + 1) + across(x, y + 2)) / 3;
    const Places found = places(image.pipeline());
    EXPECT_NE(found.at("across"), "root");
    EXPECT_EQ(found.at("out"), "root");
}

TEST(Places, OfAPointwiseChainAreInline) {
    Image image;
    Func twice("twice"), more("more");
    const auto& [x, y, in, out] = image;
    twice(x, y) = in(x, y) * 2;
    more(x, y) = twice(x, y) + 1;
    image.out(x, y) = sqrt(more(x, y));
    EXPECT_EQ(places(image.pipeline()), (Places{{"twice", "inline"}, {"more", "inline"}, {"out", "root"}}));
}

TEST(Places, OfAStencilOfCostlyValuesIsTheTile) {
    Image image;
    Func costly("costly");
    const auto& [x, y, in, out] = image;
    costly(x, y) = exp(in(x, y)) / (1 + in(x, y));
    image.out(x, y) = box(costly, x, y);
    EXPECT_EQ(places(image.pipeline()), (Places{{"costly", "at tile"}, {"out", "root"}}));
}

TEST(Places, OfATableReadByValueIsTheRoot) {
    Image image;
    Func table("table");
    Var i("i");
    const auto& [x, y, in, out] = image;
    table(i) = sin(cast<float>(i) / 255);
    image.out(x, y) = table(clamp(cast<int>(in(x, y)), 0, 255));
    EXPECT_EQ(places(image.pipeline()), (Places{{"table", "root"}, {"out", "root"}}));
}

TEST(Places, OfATableThatIsComputedSoonerThanGatheredAreItsReaders) {
    Image image;
    Func table("table");
    Var i("i");
    const auto& [x, y, in, out] = image;
    table(i) = exp(cast<float>(i) / 255); // about 25 instructions of a vector, against 64 that gather one
    image.out(x, y) = table(clamp(cast<int>(in(x, y)), 0, 255));
    EXPECT_EQ(places(image.pipeline()), (Places{{"table", "inline"}, {"out", "root"}}));
}

TEST(Places, OfAHistogramIsTheRoot) {
    Image image;
    Func count("count");
    Var i("i");
    const auto& [x, y, in, out] = image;
    RDom r(0, 2560, 0, 1536, "r");
    count(i) = 0;
    count(clamp(cast<int>(in(r.x, r.y)), 0, 255)) += 1;
    image.out(x, y) = in(x, y) / cast<float>(count(128));
    EXPECT_EQ(places(image.pipeline()), (Places{{"count", "root"}, {"out", "root"}}));
}

/// Weights of as many shifts, by the distance of the windows around, add up what they shift.
FusedGroup group_of_shifts(int shifts) {
    Image image;
    Func difference("difference"), column("column"), distance("distance"), weight("weight"), total("total"),
        weights("weights");
    Var d("d");
    const auto& [x, y, in, out] = image;
    Func inside = BoundaryConditions::repeat_edge(image.in);
    RDom side(-2, 5, "side"), shift(0, shifts, "shift");
    difference(x, y, d) += abs(inside(x + side, y) - inside(x + side + d, y));
    column(x, y, d) += difference(x, y + side, d);
    distance(x, y, d) += column(x + side, y, d);
    weight(x, y, d) = exp(-distance(x, y, d));
    total(x, y) += weight(x, y, shift) * inside(x + shift, y);
    weights(x, y) += weight(x, y, shift);
    image.out(x, y) = total(x, y) / weights(x, y);
    const Outcome outcome = analyse(image.pipeline(), avx512_target, {});
    EXPECT_TRUE(outcome.decisions.empty());
    FusedGroup group = outcome.plan.fusion.groups.at(0);
    EXPECT_GE(group.funcs.size(), 7u);
    return group;
}

TEST(Places, OfASumOverManyShiftsAreTheTileOneShiftAtATime) {
    const FusedGroup group = group_of_shifts(384);
    EXPECT_EQ(group.tile.kind, TileKind::Blocks);
    ASSERT_EQ(group.hosts.size(), 1u);
    EXPECT_EQ(group.hosts[0].guests.size(), 3u); // distance, column, difference
}

TEST(Places, OfASumOverAFewShiftsAreColumnsLineByLine) {
    const FusedGroup group = group_of_shifts(32);
    EXPECT_EQ(group.tile.kind, TileKind::Rows);
    EXPECT_GT(group.tile.columns, 0);
    EXPECT_EQ(std::count(group.made_at.begin(), group.made_at.end(), MadeAt::Window), 1); // difference
}

/// Of each pixel to 225 others: a buffer of 3.5 GB, which Halide refuses. Distances and what they weigh are
/// contractions, of which the latter would ask for the former at root.
/// Columns of `in` smoothed down and up again, as rows.
Func smoothed(const Func& in, const Expr& height, const std::string& name) {
    Var x("x"), y("y"), c("c");
    Func blur(name), rows(name + "_rows");
    const RDom r(1, height - 1, "r");
    blur(x, y, c) = undef<float>();
    blur(x, 0, c) = in(x, 0, c);
    blur(x, r, c) = 0.9f * blur(x, r - 1, c) + 0.1f * in(x, r, c);
    blur(x, height - 1 - r, c) = 0.9f * blur(x, height - r, c) + 0.1f * blur(x, height - 1 - r, c);
    rows(x, y, c) = blur(y, x, c);
    return rows;
}

/// What scans cannot lead, but what reads their columns as rows can.
TEST(Places, OfScansAreTilesOfWhatReadsTheirColumns) {
    ImageParam in(Float(32), 3, "in");
    const Func rows = smoothed(in, in.dim(1).extent(), "down");
    Func out = smoothed(rows, in.dim(0).extent(), "along");
    in.set_estimates({{0, 1536}, {0, 2560}, {0, 3}});
    out.set_estimates({{0, 1536}, {0, 2560}, {0, 3}});
    EXPECT_EQ(
        places(Pipeline(out), 16, "x86-zen5"),
        Places({{"down", "at tile"}, {"down_rows", "root"}, {"along", "at tile"}, {"along_rows", "root"}}));
}

/// Either way is within a row, which is as much as its costly source needs to know: it is made line by line.
TEST(Places, OfWhatMayBeTurnedRoundIsTheTile) {
    Image image;
    Param<bool> turned("turned");
    Func costly("costly");
    costly(image.x, image.y) = exp(image.in(image.x, image.y)) + exp(image.in(image.x, image.y + 1));
    const Expr across = select(turned, image.in.dim(0).extent() - 1 - image.x, image.x);
    image.out(image.x, image.y) = costly(across, image.y) + costly(across, image.y + 1);
    EXPECT_EQ(places(image.pipeline()), (Places{{"costly", "at tile"}, {"out", "root"}}));
}

TEST(Places, OfPairsTooManyForABufferAreTheTile) {
    const Var x("x"), y("y"), c("c"), i("i"), j("j");
    ImageParam colours(Float(32), 3, "colours");
    const Func inside = BoundaryConditions::repeat_edge(colours);
    Func distance("distance"), column("column"), weight("weight"), out("out");
    const RDom channel(0, 3, "channel"), shift(0, 15, 0, 15, "shift"), side(-3, 7, "side");
    distance(x, y, i, j) += abs(inside(x, y, channel) - inside(x + i, y + j, channel));
    column(x, y, i, j) += distance(x, y + side, i, j);
    weight(x, y, i, j) = exp(-column(x, y, i, j));
    out(x, y, c) += weight(x, y, shift.x, shift.y) * inside(x + shift.x, y + shift.y, c);
    colours.set_estimates({{0, 2560}, {0, 1536}, {0, 3}});
    out.set_estimates({{0, 2560}, {0, 1536}, {0, 3}});
    EXPECT_EQ(places(Pipeline(out)).at("distance"), "at tile");
}

/// Squared differences of pixels, whose sums over patches weigh what is added up: neither of the two products
/// is worth leaving to the group around them alone.
TEST(Places, OfProductsWithSumsBetweenThemAreTheTileTogether) {
    const Var x("x"), y("y"), c("c"), i("i"), j("j");
    ImageParam colours(Float(32), 3, "colours");
    const Func inside = BoundaryConditions::repeat_edge(colours);
    Func squares("squares"), difference("difference"), column("column"), patch("patch"), weight("weight"),
        pixel("pixel"), total("total"), out("out");
    Param<int> window("window");
    window.set_estimate(7);
    const Expr first = -(window / 2);
    const RDom channel(0, 3, "channel"), shift(first, window, first, window, "shift"),
        side(first, window, "side");
    squares(x, y, i, j, c) = pow(inside(x, y, c) - inside(x + i, y + j, c), 2);
    difference(x, y, i, j) = sum(squares(x, y, i, j, channel));
    column(x, y, i, j) = sum(difference(x, y + side, i, j));
    patch(x, y, i, j) = sum(column(x + side, y, i, j));
    weight(x, y, i, j) = fast_exp(patch(x, y, i, j) * -0.1f);
    pixel(x, y, c) = mux(c, {inside(x, y, 0), inside(x, y, 1), inside(x, y, 2), 1.0f});
    total(x, y, c) += weight(x, y, shift.x, shift.y) * pixel(x + shift.x, y + shift.y, c);
    out(x, y, c) = clamp(total(x, y, c) / total(x, y, 3), 0.0f, 1.0f);
    out.output_buffer().dim(2).set_bounds(0, 3);
    colours.set_estimates({{0, 1536}, {0, 2560}, {0, 3}});
    out.set_estimates({{0, 1536}, {0, 2560}, {0, 3}});
    Options options;
    options.parallelism = 1;
    options.machine = "x86-zen3";
    const Outcome outcome = analyse(Pipeline(out), avx2_target, options);
    EXPECT_TRUE(outcome.decisions.empty());
}

} // namespace
} // namespace autoconfig::testing
