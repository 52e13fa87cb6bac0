// Which sums take several steps at a time, and that they stay the same.
#include "lowering/dot_products.h"

#include "tests/lowering/lowered.h"
#include "tests/support/targets.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

namespace autoconfig::testing {
namespace {

using namespace Halide;

const Target of_fours("x86-64-linux-avx512_sapphirerapids");

/// A pipeline of two images.
struct SumsOfProducts {
    ImageParam a, b;
    Func out{"out"};

    /// As it is for a target that multiplies several steps at a time, whatever it is compiled for.
    Pipeline pipeline_for(const Target& target) const {
        Pipeline pipeline(out);
        lowering::add_dot_products(pipeline, target);
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

/// The same of bytes that lie in fours: a(i, k, y) * b(i + 4 * x, k) over i and all k but the first.
struct TileOfFours : SumsOfProducts {
    TileOfFours(int rows, int lanes) : SumsOfProducts{{UInt(8), 3, "a"}, {Int(8), 2, "b"}} {
        Func sum("sum");
        const Var x("x"), y("y"), tile_x("tile_x"), tile_y("tile_y"), in_x("in_x"), in_y("in_y");
        const RDom r(0, 4, 1, a.dim(1).extent() - 1, "r");
        sum(x, y) += cast<int>(a(r.x, r.y, y)) * cast<int>(b(r.x + 4 * x, r.y));
        out(x, y) = sum(x, y);
        out.tile(x, y, tile_x, tile_y, in_x, in_y, lanes, rows).vectorize(in_x);
        sum.compute_at(out, tile_x).vectorize(x, lanes).unroll(y);
        sum.update().reorder(r.x, x, y, r.y).vectorize(x, lanes).unroll(y).unroll(r.x);
        out.output_buffer().dim(0).set_bounds(0, 2 * lanes).dim(1).set_bounds(0, 2 * rows);
    }
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

/// Sums of so many neighbouring lanes in the lowered code, and vectors of bytes that are loaded as they lie.
struct LaneSums : Internal::IRVisitor {
    explicit LaneSums(int lanes) : lanes_(lanes) {}
    int found = 0;
    std::set<int> bytes_loaded;

private:
    int lanes_;
    using IRVisitor::visit;
    void visit(const Internal::VectorReduce* op) override {
        found += lanes_ * op->type.lanes() == op->value.type().lanes() ? 1 : 0;
        IRVisitor::visit(op);
    }
    void visit(const Internal::Load* op) override {
        const Internal::Ramp* row = op->index.as<Internal::Ramp>();
        if (row && Internal::is_const_one(row->stride) && op->type.bits() == 8)
            bytes_loaded.insert(row->lanes);
        IRVisitor::visit(op);
    }
};

LaneSums lane_sums(const SumsOfProducts& of, int lanes, const Target& target) {
    LaneSums sums(lanes);
    visit_lowered(of.pipeline_for(target), {of.a, of.b}, sums);
    return sums;
}

int pairs(const SumsOfProducts& of, const Target& target = sse41_target) {
    return lane_sums(of, 2, target).found;
}
int fours(const SumsOfProducts& of, const Target& target = of_fours) {
    return lane_sums(of, 4, target).found;
}

TEST(DotProducts, AreThoseOfIntegersOf16BitsInTiles) {
    EXPECT_EQ(pairs(TileOfSums{Int(16), 4, 8}), 8);
    EXPECT_EQ(pairs(TileOfSums{UInt(8), Int(8), 4, 8}), 8);
    EXPECT_EQ(pairs(TileOfSums{UInt(8), 2, 4}), 4);
}

TEST(DotProducts, AreNoneOfOtherTypes) {
    EXPECT_EQ(pairs(TileOfSums{UInt(16), 4, 8}), 0);
    EXPECT_EQ(pairs(TileOfSums{Int(32), 4, 8}), 0);
}

TEST(DotProducts, AreNoneWhereNoVectorIsShared) { EXPECT_EQ(pairs(TileOfSums{Int(16), 1, 8}), 0); }

TEST(DotProducts, AreNoneWhereNothingAddsPairs) {
    EXPECT_EQ(pairs(TileOfSums{Int(16), 4, 8}, Target("arm-64-linux")), 0);
}

TEST(DotProducts, AreFoursOfBytesWhereATargetMultipliesThem) {
    EXPECT_EQ(fours(TileOfSums{UInt(8), Int(8), 4, 16}), 8);
    EXPECT_EQ(fours(TileOfSums{Int(8), UInt(8), 4, 16}), 8);
    EXPECT_EQ(fours(TileOfSums{UInt(8), Int(8), 1, 16}), 2);
    EXPECT_EQ(fours(TileOfSums{UInt(8), Int(8), 4, 16}, sse41_target), 0);
    EXPECT_EQ(fours(TileOfSums{Int(16), 4, 16}), 0);
    EXPECT_EQ(pairs(TileOfSums{Int(16), 4, 16}, of_fours), 8);
}

TEST(DotProducts, OfBytesThatAreAlikeAddUpTheOtherOperandOnce) {
    const int vectors_of_b = 2;
    EXPECT_EQ(fours(TileOfSums{Int(8), 4, 16}), 8 + vectors_of_b);
    EXPECT_EQ(fours(TileOfSums{UInt(8), 4, 16}), 8 + vectors_of_b);
}

TEST(DotProducts, TakeWhatLiesInFoursAsItLies) {
    constexpr int lanes = 16;
    const LaneSums sums = lane_sums(TileOfFours{4, lanes}, 4, of_fours);
    EXPECT_EQ(sums.found, 4);
    EXPECT_EQ(sums.bytes_loaded, (std::set<int>{4, 4 * lanes}));
}

TEST(DotProducts, AreNeighboursWhereAllLanesAreSummed) {
    EXPECT_EQ(pairs(SumInLanes(AlsoReadBy::Nobody)), 1);
    EXPECT_EQ(pairs(SumInLanes(AlsoReadBy::FirstLane)), 0);
    EXPECT_EQ(pairs(SumInLanes(AlsoReadBy::ExternalStage)), 0);
}

TEST(DotProducts, OfNeighboursGiveTheSameSum) {
    const Target host = get_jit_target_from_environment();
    for (const int steps : {8, 16, 24, 100}) {
        SumInLanes sum(AlsoReadBy::Nobody);
        Buffer<std::int8_t> left(steps), right(steps);
        left.for_each_element([&](int i) { left(i) = static_cast<std::int8_t>(i * 37 % 256 - 128); });
        right.for_each_element([&](int i) { right(i) = static_cast<std::int8_t>(i * 91 % 256 - 128); });
        sum.a.set(left);
        sum.b.set(right);
        const Buffer<std::int32_t> one_by_one = Pipeline(sum.out).realize({}, host);
        for (const Target& target : {sse41_target, of_fours}) {
            const Buffer<std::int32_t> together = sum.pipeline_for(target).realize({}, host);
            EXPECT_EQ(together(), one_by_one()) << steps << " steps, " << target.to_string();
        }
    }
}

/// Bytes of all values, whatever their type.
void fill(Buffer<>& image, int factor) {
    auto* bytes = static_cast<std::uint8_t*>(image.data());
    for (std::size_t i = 0; i < image.size_in_bytes(); i++)
        bytes[i] = static_cast<std::uint8_t>((i / 7 + i) * static_cast<std::size_t>(factor));
}

void expect_same_sums(SumsOfProducts& tiled, Buffer<> left, Buffer<> right, int width, int height) {
    fill(left, 91);
    fill(right, 53);
    tiled.a.set(left);
    tiled.b.set(right);
    const Target host = get_jit_target_from_environment();
    Buffer<std::int32_t> one_by_one(width, height), together(width, height);
    Pipeline(tiled.out).realize(one_by_one, host);
    for (const Target& target : {sse41_target, of_fours}) {
        tiled.pipeline_for(target).realize(together, host);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                ASSERT_EQ(together(x, y), one_by_one(x, y))
                    << right.height() << " steps, at " << x << ", " << y << ", " << target.to_string();
    }
}

TEST(DotProducts, GiveTheSameSums) {
    for (const int steps : {1, 2, 3, 7, 16})
        for (const auto& [of_a, of_b] : {std::pair(Int(8), Int(8)), std::pair(UInt(8), UInt(8)),
                                         std::pair(UInt(8), Int(8)), std::pair(Int(8), UInt(8))}) {
            TileOfSums tiled(of_a, of_b, 2, 12);
            expect_same_sums(tiled, Buffer<>(of_a, steps, 4), Buffer<>(of_b, 4 * 12, steps), 4 * 12, 4);
        }
    TileOfFours tiled(2, 8);
    expect_same_sums(tiled, Buffer<>(UInt(8), 4, 5, 4), Buffer<>(Int(8), 4 * 16, 5), 16, 4);
}

} // namespace
} // namespace autoconfig::testing
