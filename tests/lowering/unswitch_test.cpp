// Which selects leave the innermost loops, and that results stay as they are.
#include "lowering/unswitch.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// Selects of vectors by one condition, mux() among them.
struct UniformSelects : Internal::IRVisitor {
    int count = 0;

    using IRVisitor::visit;
    void visit(const Internal::Select* select) override {
        const bool same = select->condition.type().is_scalar() || select->condition.as<Internal::Broadcast>();
        count += select->type.is_vector() && same;
        IRVisitor::visit(select);
    }
    void visit(const Internal::Call* call) override {
        const Expr index = call->is_intrinsic(Internal::Call::mux) ? call->args[0] : Expr();
        count += index.defined() && (index.as<Internal::Broadcast>() || index.as<Internal::Variable>());
        IRVisitor::visit(call);
    }
};

enum class By { Channel, Channels, Line, Column, Mosaic, Corner, Thirds, Border };

/// out(x, y, c) chooses between what it computes, in whole vectors along x.
struct Choosing {
    ImageParam in{UInt(16), 2, "in"};
    Func out{"out"};

    /// `tail`: what becomes of the end of a row.
    explicit Choosing(By by, TailStrategy tail = TailStrategy::RoundUp, int lanes = 16) {
        const Var x("x"), y("y"), c("c"), vector("vector"), lane("lane");
        const Expr near = in(x / 2, y / 2), sum = near + in(x / 2 + 1, y / 2), product = near * 3;
        const auto phase = [](const Expr& a, const Expr& even, const Expr& odd) {
            return select(a % 2 == 0, even, odd);
        };
        const Expr mosaic = phase(y, phase(x, near, sum), phase(x, product, near - 1));
        const Expr twice = mux(c, {near, sum, product}) * mux(c, {sum, near, near}); // c is named
        const Expr corner = select(x % 2 == 0 && y % 2 == 0, sum, x % 2 != 0 || y % 2 == 0, product, near);
        const Expr thirds = in(x * 2 / 3, y) * cast<std::uint16_t>(x * 2 % 3) + in(x * 2 / 3 + 1, y);
        const Expr value = by == By::Channel    ? mux(c, {near, sum, product})
                           : by == By::Channels ? twice
                           : by == By::Line     ? phase(y + 1, sum, product)
                           : by == By::Column   ? phase(x, sum, product)
                           : by == By::Mosaic   ? mux(c, {mosaic, mosaic + 1, near})
                           : by == By::Corner   ? corner
                           : by == By::Thirds   ? thirds
                                                : select(x == 3, sum, product);
        out(x, y, c) = value;
        out.split(x, vector, lane, lanes, tail).vectorize(lane);
    }

    int uniform_selects(bool decided) const {
        Pipeline pipeline(out);
        if (decided) lowering::unswitch_loops(pipeline, get_host_target());
        UniformSelects selects;
        visit_lowered(pipeline, {in}, selects);
        return selects.count;
    }
};

TEST(Unswitching, LeaveNoSelectOfVectors) {
    for (const By by : {By::Channel, By::Channels, By::Line, By::Column, By::Mosaic, By::Corner}) {
        EXPECT_GT(Choosing(by).uniform_selects(false), 0) << static_cast<int>(by);
        EXPECT_EQ(Choosing(by).uniform_selects(true), 0) << static_cast<int>(by);
    }
}

TEST(Unswitching, ReachVectorsBesideLoops) {
    for (const By by : {By::Channel, By::Channels, By::Line, By::Column, By::Mosaic, By::Corner}) {
        const Choosing choosing(by, TailStrategy::GuardWithIf);
        EXPECT_EQ(choosing.uniform_selects(true), 0) << static_cast<int>(by);
    }
}

/// How often memory is freed.
struct Frees : Internal::IRVisitor {
    int count = 0;

    using IRVisitor::visit;
    void visit(const Internal::Free*) override { ++count; }
};

TEST(Unswitching, FreeOnce) {
    const Var x("x"), vector("vector"), lane("lane");
    ImageParam in(Int(32), 1, "in");
    Func doubled("doubled"), out("out");
    doubled(x) = in(x)*2;
    out(x) = select(x % 2 == 0, doubled(x / 2), in(x / 2));
    doubled.compute_root();
    out.split(x, vector, lane, 4, TailStrategy::GuardWithIf).vectorize(lane);
    Pipeline pipeline(out);
    lowering::unswitch_loops(pipeline, get_host_target());
    Frees frees;
    visit_lowered(pipeline, {in}, frees);
    EXPECT_EQ(frees.count, 1);
}

/// Divisions of whole numbers by 3.
struct Thirds : Internal::IRVisitor {
    int count = 0;

    using IRVisitor::visit;
    void visit(const Internal::Div* quotient) override { count += Internal::is_const(quotient->b, 3); }
};

TEST(Unswitching, KnowsQuotientsWhereALoopBeginsAtAMultiple) {
    const auto divisions = [](bool decided) {
        const Choosing choosing(By::Thirds, TailStrategy::RoundUp, 48);
        Pipeline pipeline(choosing.out);
        if (decided) lowering::unswitch_loops(pipeline, get_host_target());
        Thirds thirds;
        visit_lowered(pipeline, {choosing.in}, thirds);
        return thirds.count;
    };
    EXPECT_GT(divisions(true), divisions(false)); // the general loop stays
}

TEST(Unswitching, StayWhereLanesDiffer) {
    EXPECT_EQ(Choosing(By::Border).uniform_selects(true), Choosing(By::Border).uniform_selects(false));
}

TEST(Unswitching, StayOnDevices) {
    Choosing choosing(By::Channel);
    Pipeline pipeline(choosing.out);
    lowering::unswitch_loops(pipeline, get_host_target().with_feature(Target::CUDA));
    UniformSelects selects;
    visit_lowered(pipeline, {choosing.in}, selects);
    EXPECT_GT(selects.count, 0);
}

TEST(Unswitching, GiveTheSameResults) {
    Buffer<std::uint16_t> image(64, 16);
    image.set_min(-8, -8);
    image.for_each_element([&](int x, int y) { image(x, y) = static_cast<std::uint16_t>(x * 31 + y * 7); });
    for (const By by :
         {By::Channel, By::Channels, By::Line, By::Column, By::Mosaic, By::Corner, By::Thirds, By::Border}) {
        const auto compiled = [&](bool decided) {
            Choosing choosing(by, TailStrategy::GuardWithIf, by == By::Thirds ? 12 : 16);
            choosing.in.set(image);
            Pipeline pipeline(choosing.out);
            if (decided) lowering::unswitch_loops(pipeline, get_host_target());
            return pipeline;
        };
        Pipeline decided = compiled(true), selected = compiled(false);
        for (const int first : {-3, 0, 1, 2})
            for (const int columns : {16, 37, 48}) {
                const auto result = [&](Pipeline& pipeline) {
                    Buffer<std::uint16_t> out(columns, 5, 4);
                    out.set_min(first, first, first);
                    pipeline.realize(out);
                    return out;
                };
                const Buffer<std::uint16_t> a = result(decided), b = result(selected);
                a.for_each_element([&](int x, int y, int c) {
                    ASSERT_EQ(a(x, y, c), b(x, y, c))
                        << static_cast<int>(by) << " from " << first << " at " << x << ", " << y << ", " << c;
                });
            }
    }
}

} // namespace
} // namespace autoconfig::testing
