// Which sums take two steps at a time, and that they stay the same.
#include "lowering/paired_steps.h"

#include "tests/lowering/lowered.h"
#include "tests/support/targets.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// A pipeline of two images.
struct SumsOfProducts {
    ImageParam a, b;
    Func out{"out"};

    Pipeline pipeline(bool pairs, const Target& target) const {
        Pipeline pipeline(out);
        if (pairs) lowering::add_steps_in_pairs(pipeline, target);
        return pipeline;
    }
};

/// Sums over k of a(k, y) * b(x, k), in tiles of so many rows, each two vectors of so many lanes.
struct TileOfSums : SumsOfProducts {
    TileOfSums(Type of_a, Type of_b, int rows, int lanes) : SumsOfProducts{{of_a, 2, "a"}, {of_b, 2, "b"}} {
        Func sum("sum");
        const Var x("x"), y("y"), tile_x("tile_x"), tile_y("tile_y"), in_x("in_x"), in_y("in_y");
        const RDom k(0, a.dim(0).extent(), "k");
        sum(x, y) += cast<int>(a(k, y)) * cast<int>(b(x, k));
        out(x, y) = sum(x, y);
        out.tile(x, y, tile_x, tile_y, in_x, in_y, 2 * lanes, rows).vectorize(in_x, lanes);
        sum.compute_at(out, tile_x).vectorize(x, lanes).unroll(x).unroll(y);
        sum.update().reorder(x, y, k).vectorize(x, lanes).unroll(x).unroll(y);
        out.output_buffer().dim(0).set_bounds(0, 4 * lanes).dim(1).set_bounds(0, 2 * rows);
    }
    TileOfSums(Type of_both, int rows, int lanes) : TileOfSums(of_both, of_both, rows, lanes) {}
};

/// Who reads a vector of sums beside the sum of its lanes.
enum class AlsoReadBy { Nobody, FirstLane, ExternalStage };

/// a . b, in eight lanes that are summed last.
struct SumInLanes : SumsOfProducts {
    explicit SumInLanes(AlsoReadBy also) : SumsOfProducts{{Int(8), 1, "a"}, {Int(8), 1, "b"}} {
        constexpr int lanes = 8;
        Func dot("dot");
        const Var lane("lane"), i("i");
        const RDom k(0, a.dim(0).extent() / lanes * lanes, "k");
        RVar blocks("blocks"), in_block("in_block");
        dot() += cast<int>(a(k)) * cast<int>(b(k));
        Func in_lanes = dot.update().split(k, blocks, in_block, lanes).rfactor(in_block, lane);
        in_lanes.compute_root().bound(lane, 0, lanes).vectorize(lane, lanes);
        in_lanes.update().reorder(lane, blocks).vectorize(lane, lanes);
        dot.update().atomic().vectorize(in_block);
        dot.compute_root();
        Func external("external");
        external.define_extern("external", {in_lanes}, Int(32), {i});
        external.compute_root();
        out() = dot() + (also == AlsoReadBy::FirstLane       ? Expr(in_lanes(0))
                         : also == AlsoReadBy::ExternalStage ? Expr(external(0))
                                                             : Expr(0));
    }
};

/// Sums of neighbouring lanes in the lowered code.
struct PairSums : Internal::IRVisitor {
    int found = 0;
    using IRVisitor::visit;
    void visit(const Internal::VectorReduce* op) override {
        found += 2 * op->type.lanes() == op->value.type().lanes() ? 1 : 0;
        IRVisitor::visit(op);
    }
};

int pairs(const SumsOfProducts& of, const Target& target = sse41_target) {
    PairSums sums;
    visit_lowered(of.pipeline(true, target), {of.a, of.b}, sums);
    return sums.found;
}

TEST(PairedSteps, AreThoseOfIntegersOf16BitsInTiles) {
    EXPECT_EQ(pairs(TileOfSums{Int(16), 4, 8}), 8);
    EXPECT_EQ(pairs(TileOfSums{UInt(8), Int(8), 4, 8}), 8);
    EXPECT_EQ(pairs(TileOfSums{UInt(8), 2, 4}), 4);
}

TEST(PairedSteps, AreNoneOfOtherTypes) {
    EXPECT_EQ(pairs(TileOfSums{UInt(16), 4, 8}), 0);
    EXPECT_EQ(pairs(TileOfSums{Int(32), 4, 8}), 0);
}

TEST(PairedSteps, AreNoneWhereNoVectorIsShared) { EXPECT_EQ(pairs(TileOfSums{Int(16), 1, 8}), 0); }

TEST(PairedSteps, AreNoneWhereNothingAddsPairs) {
    EXPECT_EQ(pairs(TileOfSums{Int(16), 4, 8}, Target("arm-64-linux")), 0);
}

TEST(PairedSteps, AreNeighboursWhereAllLanesAreSummed) {
    EXPECT_EQ(pairs(SumInLanes(AlsoReadBy::Nobody)), 1);
    EXPECT_EQ(pairs(SumInLanes(AlsoReadBy::FirstLane)), 0);
    EXPECT_EQ(pairs(SumInLanes(AlsoReadBy::ExternalStage)), 0);
}

TEST(PairedSteps, OfNeighboursGiveTheSameSum) {
    const Target host = get_jit_target_from_environment();
    for (const int steps : {8, 16, 24, 100}) {
        SumInLanes sum(AlsoReadBy::Nobody);
        Buffer<std::int8_t> left(steps), right(steps);
        left.for_each_element([&](int i) { left(i) = static_cast<std::int8_t>(i * 37 % 256 - 128); });
        right.for_each_element([&](int i) { right(i) = static_cast<std::int8_t>(i * 91 % 256 - 128); });
        sum.a.set(left);
        sum.b.set(right);
        const Buffer<std::int32_t> in_pairs = sum.pipeline(true, host).realize({}, host),
                                   one_by_one = sum.pipeline(false, host).realize({}, host);
        EXPECT_EQ(in_pairs(), one_by_one()) << steps << " steps";
    }
}

void expect_same_sums(TileOfSums tiled, int steps) {
    Buffer<> left(tiled.a.type(), steps, 4), right(tiled.b.type(), 4 * 12, steps);
    const auto fill = [](Buffer<>& image, int factor) {
        image.as<std::int8_t>().for_each_element([&](int x, int y) {
            image.as<std::int8_t>()(x, y) = static_cast<std::int8_t>((x * 37 + y * factor) % 256 - 128);
        });
    };
    fill(left, 91);
    fill(right, 53);
    tiled.a.set(left);
    tiled.b.set(right);
    const Target host = get_jit_target_from_environment();
    Buffer<std::int32_t> in_pairs(4 * 12, 4), one_by_one(4 * 12, 4);
    tiled.pipeline(true, host).realize(in_pairs, host);
    tiled.pipeline(false, host).realize(one_by_one, host);
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4 * 12; ++x)
            ASSERT_EQ(in_pairs(x, y), one_by_one(x, y)) << steps << " steps, at " << x << ", " << y;
}

TEST(PairedSteps, GiveTheSameSums) {
    for (const int steps : {1, 2, 7, 16}) expect_same_sums({Int(8), 2, 12}, steps);
}

} // namespace
} // namespace autoconfig::testing
