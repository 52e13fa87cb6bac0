// Which vectors across bounds are loaded together, and that results stay as they are.
#include "lowering/clamped_rows.h"

#include "tests/lowering/lowered.h"
#include "tests/support/targets.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace autoconfig::testing {
namespace {

using namespace Halide;

const Target neon("arm-64-linux");

/// Vectors of an image at what `index` makes of x.
struct Clamped {
    using Index = Expr (*)(const Clamped&, Expr);

    ImageParam in;
    Param<int> low{"low"}, high{"high"};
    Func out{"out"};

    Clamped(Type type, int lanes, Index index) : in(type, 1, "in") {
        const Var x("x");
        out(x) = in(index(*this, x));
        out.vectorize(x, lanes, TailStrategy::ShiftInwards);
    }

    Pipeline lowered(const Target& target) const {
        Pipeline pipeline(out);
        lowering::load_clamped_rows(pipeline, target);
        return pipeline;
    }
};

Expr between(const Clamped& of, Expr x) { return clamp(x - 3, of.low, of.high); }
Expr between_the_other_way(const Clamped& of, Expr x) { return min(max(x - 3, of.low), of.high); }
Expr from(const Clamped& of, Expr x) { return max(x - 3, of.low) + 2; }
Expr up_to(const Clamped& of, Expr x) { return 5 + min(of.high, x); }
Expr every_second(const Clamped& of, Expr x) { return clamp(2 * x, of.low, of.high); }
Expr back(const Clamped& of, Expr x) { return clamp(20 - x, of.low, of.high); }
Expr twice(const Clamped& of, Expr x) { return max(x, of.low) + min(x, of.high); }
Expr rounded(const Clamped& of, Expr x) { return clamp(x / 2, of.low, of.high); }
Expr one_further(const Clamped&, Expr x) { return x + 1; }

bool is_loaded_together(const Clamped& clamped, const Target& target) {
    struct Masked : Internal::IRVisitor {
        bool found = false;

        using IRVisitor::visit;
        void visit(const Internal::Load* load) override {
            found = found || !Internal::is_const_one(load->predicate);
            IRVisitor::visit(load);
        }
    } masked;
    visit_lowered(clamped.lowered(target), {clamped.in, clamped.low, clamped.high}, masked);
    return masked.found;
}

bool is_loaded_together(Type type, int lanes, Clamped::Index index, const Target& target) {
    return is_loaded_together(Clamped(type, lanes, index), target);
}

TEST(ClampedRows, AreLoadedTogetherWhereLanesCanBeMasked) {
    EXPECT_TRUE(is_loaded_together(UInt(8), 64, between, avx512_target));
    EXPECT_FALSE(is_loaded_together(UInt(8), 32, between, avx2_target));
    EXPECT_TRUE(is_loaded_together(Float(32), 8, between, avx2_target));
    EXPECT_FALSE(is_loaded_together(Float(32), 8, between, neon));
    EXPECT_FALSE(is_loaded_together(Float(32), 4, between, avx2_target)) << "few lanes";
    EXPECT_FALSE(is_loaded_together(Float(32), 8, between, avx2_target.with_feature(Target::CUDA)));
}

TEST(ClampedRows, DoNotBeginBeforeABufferWhosePlaceIsKnown) {
    Clamped clamped(Float(32), 8, between);
    clamped.out.bound(clamped.out.args()[0], 0, 8);
    EXPECT_TRUE(is_loaded_together(clamped, avx2_target)) << "the buffer may begin before 0";
    clamped.in.dim(0).set_bounds(0, 8);
    EXPECT_FALSE(is_loaded_together(clamped, avx2_target));
}

TEST(ClampedRows, AreThoseOfNeighboursWithinBounds) {
    for (const Clamped::Index index : {between, between_the_other_way, from, up_to})
        EXPECT_TRUE(is_loaded_together(Float(32), 8, index, avx2_target));
    for (const Clamped::Index index : {every_second, back, twice, rounded, one_further})
        EXPECT_FALSE(is_loaded_together(Float(32), 8, index, avx2_target));
}

template<typename T>
void expect_the_same(Clamped::Index index) {
    constexpr int size = 64, lanes = 16;
    Buffer<T> in(200);
    in.set_min(-60);
    for (int i = in.dim(0).min(); i <= in.dim(0).max(); ++i) in(i) = static_cast<T>(i * 7 % 101);
    Clamped clamped(type_of<T>(), lanes, index);
    clamped.in.set(in);
    const Target host = get_jit_target_from_environment();
    Pipeline together = clamped.lowered(host), plain(clamped.out);
    for (int low : {-50, 0, 1, 7, 15, 16, 40, 70})
        for (int high : {-20, 0, 3, 15, 16, 33, 60, 90}) {
            clamped.low.set(low), clamped.high.set(high);
            Buffer<T> got(size), expected(size);
            together.realize(got, host), plain.realize(expected, host);
            for (int x = 0; x < size; ++x)
                ASSERT_EQ(got(x), expected(x)) << x << " between " << low << " and " << high;
        }
}

TEST(ClampedRows, GiveTheSameResults) {
    for (const Clamped::Index index :
         {between, between_the_other_way, from, up_to, twice, back, one_further}) {
        expect_the_same<std::uint8_t>(index);
        expect_the_same<std::int16_t>(index);
        expect_the_same<float>(index);
        expect_the_same<double>(index);
    }
}

/// Nothing beyond the bounds is touched, whatever lies there.
TEST(ClampedRows, TouchNothingBeyondTheBounds) {
    Clamped clamped(Float(32), 16, between);
    Buffer<float> in(5);
    in.set_min(10);
    in.fill(3.0f);
    clamped.in.set(in);
    clamped.low.set(10), clamped.high.set(14);
    Buffer<float> out(64);
    const Target host = get_jit_target_from_environment();
    clamped.lowered(host).realize(out, host);
    EXPECT_EQ(out(0), 3.0f);
    EXPECT_EQ(out(63), 3.0f);
}

} // namespace
} // namespace autoconfig::testing
