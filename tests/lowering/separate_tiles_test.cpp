// Which arrays on the stack are made larger than those before them, and that results stay as they are.
#include "lowering/separate_tiles.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace autoconfig::testing {
namespace {

using namespace Halide;

constexpr int tile = 32;

/// Two stages one after the other, each with an array of its own for every tile.
struct TwoTiles {
    ImageParam in{Float(32), 1, "in"};
    Func first_tile{"first_tile"}, first{"first"}, second_tile{"second_tile"}, out{"out"};

    TwoTiles(int first_lanes, int second_lanes) {
        const Var x("x");
        first_tile(x) = in(x)*2.0f;
        first(x) = first_tile(x) + 1.0f;
        second_tile(x) = first(x) * 3.0f;
        out(x) = second_tile(x) - 1.0f;
        first.compute_root();
        in_tiles(first_tile, first, first_lanes);
        in_tiles(second_tile, out, second_lanes);
    }

    Pipeline lowered(bool apart, const Target& target = get_host_target()) const {
        Pipeline pipeline(out);
        if (apart) lowering::keep_tiles_apart(pipeline, target);
        return pipeline;
    }

private:
    static void in_tiles(Func array, Func reader, int lanes) {
        const Var x = reader.args()[0], outer("outer"), inner("inner");
        reader.split(x, outer, inner, tile, TailStrategy::RoundUp).vectorize(inner, lanes);
        array.compute_at(reader, outer).vectorize(x, lanes).bound_extent(x, tile);
    }
};

/// Elements of each array of constant size.
struct Arrays : Internal::IRVisitor {
    std::map<std::string, int> elements;

    using IRVisitor::visit;
    void visit(const Internal::Allocate* array) override {
        if (array->constant_allocation_size() > 0) elements[array->name] = array->constant_allocation_size();
        IRVisitor::visit(array);
    }
};

std::map<std::string, int> arrays_of(const TwoTiles& tiles, const Pipeline& pipeline) {
    Arrays arrays;
    visit_lowered(pipeline, {tiles.in}, arrays);
    return arrays.elements;
}

TEST(SeparateTiles, OfOtherVectorsAreLargerThanThoseBefore) {
    const TwoTiles tiles(16, 8);
    const auto together = arrays_of(tiles, tiles.lowered(false)),
               apart = arrays_of(tiles, tiles.lowered(true));
    EXPECT_EQ(together.at("first_tile"), tile);
    EXPECT_EQ(together.at("second_tile"), tile);
    EXPECT_EQ(apart.at("first_tile"), tile);
    EXPECT_EQ(apart.at("second_tile"), tile + 1);
}

TEST(SeparateTiles, OfTheSameVectorsShareTheirMemory) {
    const TwoTiles tiles(8, 8);
    EXPECT_EQ(arrays_of(tiles, tiles.lowered(true)), arrays_of(tiles, tiles.lowered(false)));
}

TEST(SeparateTiles, AreNotMadeForDevices) {
    const TwoTiles tiles(16, 8);
    const Target gpu = get_host_target().with_feature(Target::CUDA);
    EXPECT_EQ(arrays_of(tiles, tiles.lowered(true, gpu)), arrays_of(tiles, tiles.lowered(false)));
}

TEST(SeparateTiles, GiveTheSameResults) {
    Buffer<float> in(2 * tile);
    in.for_each_element([&](int x) { in(x) = static_cast<float>(x * 7 % 11); });
    const auto result = [&](bool apart) {
        TwoTiles tiles(16, 8);
        tiles.in.set(in);
        Buffer<float> out(2 * tile);
        tiles.lowered(apart).realize(out);
        return out;
    };
    const Buffer<float> apart = result(true), together = result(false);
    apart.for_each_element([&](int x) { ASSERT_EQ(apart(x), together(x)) << x; });
}

} // namespace
} // namespace autoconfig::testing
