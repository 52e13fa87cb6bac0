// Which windows are gone through one dimension after the other.
#include "tests/extract/canonical/same_values.h"
#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace autoconfig::testing {
namespace {

using namespace Halide;

struct Windows : ::testing::Test {
    ImageParam in{Float(32), 2, "in"}, weights{Float(32), 2, "weights"};
    const Func edge = BoundaryConditions::repeat_edge(in);
    RDom r{-2, 5, -3, 7, "r"};

    Windows() {
        Buffer<float> image(40, 30);
        image.fill([](int column, int row) { return static_cast<float>((7 * column + 5 * row) % 11); });
        in.set(image);
    }

    /// out(x, y) = window(x, y) + 1, for so many rows.
    static Func read(Func window, int rows = 512) {
        Func out("out");
        out(x, y) = window(x, y) + 1.0f;
        out.set_estimates({{0, 512}, {0, rows}});
        return out;
    }

    /// The loop that goes along a dimension; empty where none does.
    static std::string loop(const Func& out, const Target& target = sse41_target) {
        const std::string all = "goes through all loops but ";
        for (const std::string& note : canonicalise(Pipeline(out), target).notes)
            if (const auto at = note.find(all); at != std::string::npos) return note.substr(at + all.size());
        return "";
    }

    Func box() const {
        Func window("window");
        window(x, y) += edge(x + r.x, y + r.y);
        return window;
    }

    static void expect_same(const Func& out) {
        expect_same_values(out, 37, 29, sse41_target, "goes through all loops but");
    }
};

const Target strict = sse41_target.with_feature(Target::StrictFloat);

TEST_F(Windows, OfASumAreSeparated) {
    EXPECT_EQ(loop(read(box())), "r$y");
    expect_same(read(box()));
}

TEST_F(Windows, OfMaximaAndMinimaAreToo) {
    Func high("high"), low("low");
    high(x, y) = maximum(r, edge(x + r.x, y + r.y));
    low(x, y) = minimum(r, edge(x - 1 + r.x, 3 + r.y + y));
    expect_same(read(high));
    expect_same(read(low));
    EXPECT_EQ(loop(read(high), strict), "") << "separated already";
}

TEST_F(Windows, OfTuplesAreToo) {
    const auto spread = [&] {
        Func moments("moments"), result("result");
        const Expr value = edge(x + r.x, y + r.y);
        moments(x, y) = {0.0f, 0.0f, -100.0f};
        moments(x, y) = {moments(x, y)[0] + value, moments(x, y)[1] + value * value,
                         max(moments(x, y)[2], value)};
        result(x, y) = 35 * moments(x, y)[1] - moments(x, y)[0] * moments(x, y)[0] + moments(x, y)[2];
        return read(result);
    };
    EXPECT_EQ(loop(spread()), "r$y");
    expect_same(spread());
}

TEST_F(Windows, OfTuplesWhoseValuesReadOthersStay) {
    Func best("best");
    const Expr value = edge(x + r.x, y + r.y);
    best(x, y) = {-100.0f, -100.0f};
    best(x, y) = {max(best(x, y)[0], value), max(best(x, y)[1], best(x, y)[0])};
    Func second("second");
    second(x, y) = best(x, y)[1];
    EXPECT_EQ(loop(read(second)), "");
}

TEST_F(Windows, OfWhatItsOtherLoopsWeighAreToo) {
    Func window("window");
    window(x, y) += cast<float>(r.x) * weights(r.x + 2, 0) * edge(x + r.x, y + r.y) * edge(x + r.x, y + r.y);
    EXPECT_EQ(loop(read(window)), "r$y");
    Func across("across");
    across(x, y) += weights(r.y + 3, 0) * edge(x + r.x, y + r.y);
    EXPECT_EQ(loop(read(across)), "r$x");
}

TEST_F(Windows, OfWhatBothLoopsWeighStay) {
    Func window("window"), places("places");
    window(x, y) += weights(r.x + 2, r.y + 3) * edge(x + r.x, y + r.y);
    places(x, y) += edge(x + r.x, y + r.y) * cast<float>(x + y);
    EXPECT_EQ(loop(read(window)), "");
    EXPECT_EQ(loop(read(places)), "");
}

TEST_F(Windows, ThatStrideStay) {
    Func window("window");
    window(x, y) += edge(2 * x + r.x, 2 * y + r.y);
    EXPECT_EQ(loop(read(window)), "");
}

TEST_F(Windows, OfFewStepsOrFewNeighboursStay) {
    const RDom small(-1, 3, -1, 3, "small");
    Func window("window");
    window(x, y) += edge(x + small.x, y + small.y);
    EXPECT_EQ(loop(read(window)), "");
    EXPECT_EQ(loop(read(box(), 4)), "r$x") << "four rows of seven";
}

TEST_F(Windows, KeepTheOrderOfTheirSumsUnderStrictFloat) {
    EXPECT_EQ(loop(read(box()), strict), "");
    Func high("high");
    high(x, y) = maximum(r, edge(x + r.x, y + r.y));
    EXPECT_EQ(loop(read(high), strict), "r$y");
}

TEST_F(Windows, ThatBeginWithMoreThanNothingStay) {
    Func window("window");
    window(x, y) = 1.0f;
    window(x, y) += edge(x + r.x, y + r.y);
    EXPECT_EQ(loop(read(window)), "");
}

TEST_F(Windows, ThatLeavePlacesOutStay) {
    r.where(r.x + r.y < 3);
    EXPECT_EQ(loop(read(box())), "");
}

} // namespace
} // namespace autoconfig::testing
