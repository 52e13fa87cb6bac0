// Functions that two values of a Tuple have in common are called once.
#include "lowering/shared_values.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

#include <cmath>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// Weighted sums of neighbours and the sums of weights, as a bilateral filter has them.
struct Weighted {
    const Var x{"x"}, y{"y"};
    const RDom r{-1, 3, "r"};
    ImageParam in{Float(32), 2, "in"};
    Func sums{"sums"}, out{"out"};

    /// `chained`: the second sum takes up the first one.
    explicit Weighted(bool chained = false) {
        const Expr neighbour = in(x + r, y), apart = neighbour - in(x, y);
        const Expr weight = exp(-(apart * apart));
        sums(x, y) = {0.0f, 1.0f};
        const Expr second = chained ? sums(x, y)[1] + weight * sums(x, y)[0] : sums(x, y)[1] + weight;
        sums(x, y) = {sums(x, y)[0] + weight * neighbour, second};
        out(x, y) = sums(x, y)[0] / sums(x, y)[1];
    }

    Pipeline lowered(bool shares) {
        sums.compute_at(out, y).vectorize(x, 8);
        sums.update().reorder(r, x).vectorize(x, 8).unroll(r);
        out.vectorize(x, 8, TailStrategy::GuardWithIf);
        Pipeline pipeline(out);
        if (shares) lowering::share_values_of_tuples(pipeline, get_host_target());
        return pipeline;
    }
};

int functions(Weighted weighted, bool shares) {
    return calls_in_lowered(weighted.lowered(shares), {weighted.in}, "exp_f32");
}

TEST(SharedValues, AreCallsOfTheSameOperands) {
    EXPECT_EQ(functions(Weighted(), true) * 2, functions(Weighted(), false));
}

/// Weights by a table of distances.
TEST(SharedValues, AreLookupsOfTheSamePlaces) {
    const auto gathers = [](bool shares) {
        const Var x("x"), y("y");
        const RDom r(-1, 3, "r");
        ImageParam in(UInt(8), 2, "in"), table(Float(32), 1, "table");
        Func sums("sums"), out("out");
        const Expr neighbour = in(x + r, y), weight = table(cast<int>(absd(neighbour, in(x, y))));
        sums(x, y) = {0.0f, 0.0f};
        sums(x, y) = {sums(x, y)[0] + weight * neighbour, sums(x, y)[1] + weight};
        out(x, y) = sums(x, y)[0] / sums(x, y)[1];
        sums.compute_at(out, y).vectorize(x, 8);
        sums.update().reorder(r, x).vectorize(x, 8).unroll(r);
        out.vectorize(x, 8);
        Pipeline pipeline(out);
        if (shares) lowering::share_values_of_tuples(pipeline, get_host_target());
        return vector_loads_in_lowered(pipeline, {in, table}).gathers;
    };
    EXPECT_EQ(gathers(true) * 2, gathers(false));
}

TEST(SharedValues, AreNotOfWhatTheFirstStoreChanges) {
    EXPECT_EQ(functions(Weighted(true), true), functions(Weighted(true), false));
}

TEST(SharedValues, AreNotOfSeveralFuncs) {
    const Var x("x");
    const ImageParam in(Float(32), 1, "in");
    Func first("first"), second("second"), out("out");
    first(x) = exp(in(x));
    second(x) = exp(in(x)) + 1;
    out(x) = first(x) + second(x);
    first.compute_at(out, x);
    second.compute_at(out, x);
    Pipeline pipeline(out);
    const int before = calls_in_lowered(pipeline, {in}, "exp_f32");
    lowering::share_values_of_tuples(pipeline, get_host_target());
    EXPECT_EQ(calls_in_lowered(pipeline, {in}, "exp_f32"), before);
}

TEST(SharedValues, GiveTheSameResults) {
    const int width = 40, height = 3;
    Buffer<float> in(width + 2, height);
    in.set_min(-1, 0);
    in.for_each_element([&](int x, int y) { in(x, y) = static_cast<float>((5 * x + 3 * y) % 7) / 7; });
    for (const bool chained : {false, true}) {
        Weighted weighted(chained);
        weighted.in.set(in);
        const Buffer<float> result = weighted.lowered(true).realize({width, height});
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                double sum = 0, weights = 1;
                for (int r = -1; r <= 1; ++r) {
                    const double neighbour = in(x + r, y),
                                 weight = std::exp(-std::pow(neighbour - in(x, y), 2));
                    weights += chained ? weight * sum : weight;
                    sum += weight * neighbour;
                }
                ASSERT_NEAR(result(x, y), sum / weights, 1e-5) << x << ", " << y;
            }
    }
}

} // namespace
} // namespace autoconfig::testing
