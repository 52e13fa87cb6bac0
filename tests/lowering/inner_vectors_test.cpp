// Which vectors are read as neighbours where they lie inside, and that results stay as they are.
#include "lowering/inner_vectors.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

namespace autoconfig::testing {
namespace {

using namespace Halide;

constexpr int lanes = 8;

/// A row of `in` at what `index` makes of x, in vectors.
struct Reshaped {
    ImageParam in{Int(32), 1, "in"};
    Param<int> divisor{"divisor"};
    Func out{"out"};

    explicit Reshaped(const std::function<Expr(const Reshaped&, Expr)>& index) {
        const Var x("x");
        out(x) = in(index(*this, x));
        out.vectorize(x, lanes, TailStrategy::GuardWithIf);
    }

    Pipeline lowered(bool inner, const Target& target = get_host_target()) const {
        Pipeline pipeline(out);
        if (inner) lowering::read_inner_vectors(pipeline, target);
        return pipeline;
    }
};

Expr clamped(const Reshaped&, Expr x) { return max(min(x - 3, 40), 2); }
Expr by_number(const Reshaped&, Expr x) { return x / 13 * 20 + x % 13; }
Expr by_small_number(const Reshaped&, Expr x) { return x / lanes * 9 + x % 3; }
Expr by_param(const Reshaped& of, Expr x) { return x % of.divisor * 2 + x / of.divisor; }
Expr of_every_second(const Reshaped&, Expr x) { return (2 * x + 1) % 50; }
Expr straight(const Reshaped&, Expr x) { return x + 1; }
/// As boundary conditions that mirror do, and one that asks for what lies inside.
Expr mirrored(const Reshaped& of, Expr x) {
    const Expr at = x - 3, size = of.divisor + lanes;
    return select(at < 0 || at >= size, cast<int>(abs(at % (2 * size) - size)), max(min(at, size - 1), 0));
}
Expr mirrored_outside(const Reshaped& of, Expr x) {
    const Expr at = 2 * x - 3, size = of.divisor + 2 * lanes;
    return select(0 <= at && at < size, max(min(at, size - 1), 0), cast<int>(abs(at % (2 * size) - size)));
}

VectorLoads loads_of(const Reshaped& reshaped, const Pipeline& pipeline) {
    return vector_loads_in_lowered(pipeline, {reshaped.in, reshaped.divisor});
}

bool reads_neighbours(const std::function<Expr(const Reshaped&, Expr)>& index, const Target& target) {
    const Reshaped reshaped(index);
    const VectorLoads before = loads_of(reshaped, reshaped.lowered(false)),
                      after = loads_of(reshaped, reshaped.lowered(true, target));
    EXPECT_GE(after.gathers, before.gathers) << "vectors across bounds are still gathered";
    return after.dense > before.dense;
}

TEST(InnerVectors, AreReadAsNeighbours) {
    const Target host = get_host_target();
    EXPECT_TRUE(reads_neighbours(clamped, host));
    EXPECT_TRUE(reads_neighbours(by_number, host));
    EXPECT_TRUE(reads_neighbours(mirrored, host));
}

TEST(InnerVectors, AreLeftWhereNothingIsGained) {
    const Target host = get_host_target();
    EXPECT_FALSE(reads_neighbours(straight, host));
    EXPECT_FALSE(reads_neighbours(by_small_number, host)) << "no vector has one quotient";
    EXPECT_FALSE(reads_neighbours(clamped, host.with_feature(Target::CUDA)));
}

/// One vector, whose first lanes lie outside of what the clamp allows.
TEST(InnerVectors, AreLeftWhereTheyNeverLieInside) {
    for (const bool by_param : {false, true}) {
        Reshaped reshaped([&](const Reshaped& of, const Expr& at) {
            return clamp(at - 3, by_param ? Expr(of.divisor) : 0, lanes - 1);
        });
        reshaped.in.dim(0).set_bounds(0, lanes);
        reshaped.out.bound(reshaped.out.args()[0], 0, lanes);
        Buffer<int> rising(lanes);
        rising.for_each_element([&](int at) { rising(at) = 10 * at; });
        reshaped.in.set(rising), reshaped.divisor.set(0);
        const Buffer<int> got = reshaped.lowered(true).realize({lanes});
        for (int at = 0; at < lanes; ++at) EXPECT_EQ(got(at), std::max(at - 3, 0) * 10) << at;
    }
}

struct Questions : Internal::IRVisitor {
    int count = 0;

    using IRVisitor::visit;
    void visit(const Internal::IfThenElse* branch) override {
        ++count;
        IRVisitor::visit(branch);
    }
};

/// A window of five clamped elements, written out.
struct Window {
    ImageParam in{Int(32), 1, "in"};
    Func sum{"sum"};
    Pipeline pipeline;

    explicit Window(bool inner) {
        const Var x("x");
        const RDom r(0, 5, "r");
        sum(x) += in(clamp(x + r - 2, 0, in.width() - 1));
        sum.update().reorder(r, x).unroll(r).vectorize(x, lanes, TailStrategy::GuardWithIf);
        pipeline = Pipeline(sum);
        if (inner) lowering::read_inner_vectors(pipeline, get_host_target());
    }
};

TEST(InnerVectors, OfASumThatIsWrittenOutAreAskedForOnce) {
    Questions plain, inner;
    Window without(false), with(true);
    visit_lowered(without.pipeline, {without.in}, plain);
    visit_lowered(with.pipeline, {with.in}, inner);
    // A loop for either end of the row has one, and asks twice whether the vector is whole.
    EXPECT_EQ(inner.count, plain.count + 2 * 2);
    Buffer<int> in(100);
    for (int i = 0; i < in.width(); ++i) in(i) = i * 7 % 101;
    without.in.set(in), with.in.set(in);
    for (int size : {1, lanes, 5 * lanes + 3, 100}) {
        const Buffer<int> expected = without.pipeline.realize({size}), got = with.pipeline.realize({size});
        for (int x = 0; x < size; ++x) ASSERT_EQ(got(x), expected(x)) << x << " of " << size;
    }
}

class InnerVectorsOf : public ::testing::TestWithParam<Expr (*)(const Reshaped&, Expr)> {};

TEST_P(InnerVectorsOf, GiveTheSameResults) {
    Buffer<int> in(400);
    for (int i = 0; i < in.width(); ++i) in(i) = i * 7 % 101;
    Reshaped reshaped(GetParam());
    reshaped.in.set(in);
    Pipeline inner = reshaped.lowered(true), plain = reshaped.lowered(false);
    for (int divisor : {1, 5, lanes - 1, lanes, lanes + 1, 30, 100}) {
        reshaped.divisor.set(divisor);
        for (int size : {1, lanes, 5 * lanes + 3}) {
            Buffer<int> got(size), expected(size);
            inner.realize(got), plain.realize(expected);
            for (int x = 0; x < size; ++x)
                ASSERT_EQ(got(x), expected(x)) << x << " of " << size << " by " << divisor;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Indices, InnerVectorsOf,
                         ::testing::Values(clamped, by_number, by_small_number, by_param, of_every_second,
                                           straight, mirrored, mirrored_outside));

} // namespace
} // namespace autoconfig::testing
