// Which loops over windows are written without boundary conditions too, and that results stay as they are.
#include "lowering/interior_windows.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;

constexpr int rows = 9, columns = 12;

/// out(x, y) = sum over a window of w times a at twice the place, zero outside: a tile of two columns.
struct Strided {
    ImageParam a{Float(32), 2, "a"}, w{Float(32), 2, "w"};
    Func out{"out"};

    explicit Strided(int window, int pad = 1) {
        const Var x("x"), y("y"), column("column");
        const RDom taps(0, window, 0, window, "taps");
        a.dim(0).set_bounds(0, 2 * columns).dim(1).set_bounds(0, 2 * rows);
        const Func padded = BoundaryConditions::constant_exterior(a, 0.0f, {{0, 2 * columns}, {0, 2 * rows}});
        out(x, y) += padded(2 * x + taps.x - pad, 2 * y + taps.y - pad) * w(taps.x, taps.y);
        out.output_buffer().dim(0).set_bounds(0, columns).dim(1).set_bounds(0, rows);
        out.update().split(x, x, column, 2).unroll(column).reorder(column, taps.x, taps.y, x, y);
    }

    Pipeline lowered(bool interior, const Target& target = get_host_target()) const {
        Pipeline pipeline(out);
        if (interior) lowering::add_interior_windows(pipeline, target);
        return pipeline;
    }
};

/// Of the innermost loops over taps: selects, and what clamps indices.
struct TapLoops : Internal::IRVisitor {
    int loops = 0, free = 0;

    using IRVisitor::visit;
    void visit(const Internal::For* loop) override {
        if (loop->name.find("taps$x") == std::string::npos) return IRVisitor::visit(loop);
        conditions_ = 0;
        IRVisitor::visit(loop);
        ++loops;
        if (conditions_ == 0) ++free;
    }
    void visit(const Internal::Select* op) override { count(op); }
    void visit(const Internal::Max* op) override { count(op); }

private:
    int conditions_ = 0;

    template<typename T>
    void count(const T* op) {
        ++conditions_;
        IRVisitor::visit(op);
    }
};

TapLoops loops_of(const Strided& layer, const Pipeline& pipeline) {
    TapLoops loops;
    visit_lowered(pipeline, {layer.a, layer.w}, loops);
    return loops;
}

TEST(InteriorWindows, StandBesideThoseThatMeetConditionsOfTwoDimensionsAtOnce) {
    const Strided layer(3);
    const TapLoops before = loops_of(layer, layer.lowered(false)),
                   after = loops_of(layer, layer.lowered(true));
    EXPECT_EQ(before.loops, 1);
    EXPECT_EQ(before.free, 0);
    EXPECT_EQ(after.loops, 2);
    EXPECT_EQ(after.free, 1);
}

TEST(InteriorWindows, AreNotWrittenWithoutBoundaryConditionsNorForDevices) {
    const Strided inside(2, 0), layer(3);
    EXPECT_EQ(loops_of(inside, inside.lowered(true)).loops, 1);
    const Target gpu = get_host_target().with_feature(Target::CUDA);
    EXPECT_EQ(loops_of(layer, layer.lowered(true, gpu)).loops, 1);
}

TEST(InteriorWindows, GiveTheSameResults) {
    Buffer<float> a(2 * columns, 2 * rows), w(5, 5);
    a.for_each_element([&](int x, int y) { a(x, y) = static_cast<float>(x * 7 + y * 3 - 9); });
    w.for_each_element([&](int x, int y) { w(x, y) = static_cast<float>(x - 5 * y + 1); });
    for (const int window : {2, 3, 5})
        for (const int pad : {0, 1, 2, 4}) {
            const auto result = [&](bool interior) {
                Strided layer(window, pad);
                layer.a.set(a);
                layer.w.set(w);
                Buffer<float> out(columns, rows);
                layer.lowered(interior).realize(out);
                return out;
            };
            const Buffer<float> split = result(true), whole = result(false);
            split.for_each_element([&](int x, int y) {
                ASSERT_EQ(split(x, y), whole(x, y))
                    << window << " padded by " << pad << " at " << x << ", " << y;
            });
        }
}

} // namespace
} // namespace autoconfig::testing
