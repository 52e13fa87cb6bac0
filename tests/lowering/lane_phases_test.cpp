// Which gathers become loads of neighbours, and that results stay as they are.
#include "lowering/lane_phases.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// The least of several planes of twice the size, and which one it is from; in vectors of so many lanes.
struct Least {
    ImageParam in{Float(32), 2, "in"};
    Func out{"out"};

    Least(int phases, int lanes, TailStrategy tail = TailStrategy::GuardWithIf) {
        const Var x("x"), vector("vector"), lane("lane");
        const RDom r(0, 3);
        const Expr near = in(x / phases - 1 + 2 * (x % phases), r), next = in((x + 1) / phases, r),
                   value = near * 3 + next;
        out(x) = {1e9f, -1};
        out(x) = {min(out(x)[0], value), select(value < out(x)[0], r, out(x)[1])};
        out.update().split(x, vector, lane, lanes, tail).vectorize(lane);
    }

    int gathers(bool apart, const Target& target = get_host_target()) const {
        Pipeline pipeline(out);
        if (apart) lowering::load_phases_apart(pipeline, target);
        return vector_loads_in_lowered(pipeline, {in}).gathers;
    }
};

TEST(LanePhases, AreLoadedApart) {
    EXPECT_GT(Least(2, 16).gathers(false), 0);
    EXPECT_EQ(Least(2, 16).gathers(true), 0);
}

TEST(LanePhases, StayWhereTheyDoNotPartTheLanesEvenly) {
    EXPECT_EQ(Least(3, 16).gathers(true), Least(3, 16).gathers(false));
    EXPECT_EQ(Least(5, 10).gathers(true), Least(5, 10).gathers(false)); // too many
    EXPECT_EQ(Least(2, 2).gathers(true), Least(2, 2).gathers(false));   // one lane each
}

TEST(LanePhases, StayOnDevices) {
    EXPECT_GT(Least(2, 16).gathers(true, get_host_target().with_feature(Target::CUDA)), 0);
}

TEST(LanePhases, GiveTheSameResults) {
    Buffer<float> image(200, 3);
    image.set_min(-20, 0);
    image.for_each_element([&](int x, int y) { image(x, y) = static_cast<float>((x * 37 + y * 91) % 101); });
    for (const int phases : {2, 3, 4}) {
        const auto compiled = [&](bool apart) {
            Least least(phases, 12);
            least.in.set(image);
            Pipeline pipeline(least.out);
            if (apart) lowering::load_phases_apart(pipeline, get_host_target());
            return pipeline;
        };
        Pipeline apart = compiled(true), gathered = compiled(false);
        for (const int first : {-3, 0, 1})
            for (const int columns : {24, 29, 48}) {
                const auto result = [&](Pipeline& pipeline) {
                    Buffer<float> value(columns);
                    Buffer<std::int32_t> from(columns);
                    value.set_min(first);
                    from.set_min(first);
                    pipeline.realize({value, from});
                    return std::make_pair(value, from);
                };
                const auto a = result(apart), b = result(gathered);
                for (int x = first; x < first + columns; ++x) {
                    ASSERT_EQ(a.first(x), b.first(x)) << phases << " from " << first << " at " << x;
                    ASSERT_EQ(a.second(x), b.second(x)) << phases << " from " << first << " at " << x;
                }
            }
    }
}

} // namespace
} // namespace autoconfig::testing
