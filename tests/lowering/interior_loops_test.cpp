// Which innermost loops are written without boundary conditions too, and that results stay as they are.
#include "lowering/interior_loops.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;

enum class By { Exterior, Selects, SelectsWithin, Steps };

/// out(n, m) = sum over k of b(n, k) times the row before m of a, zero where there is none: rows by two,
/// whole vectors of columns.
struct Padded {
    ImageParam a{Float(32), 2, "a"}, b{Float(32), 2, "b"};
    Func out{"out"};

    explicit Padded(By by) {
        const Var n("n"), m("m"), lane("lane"), row("row");
        const RDom k(0, a.dim(0).extent(), "k");
        const Expr rows = a.dim(1).extent(), before = m - 1;
        const Expr element = a(k, clamp(before, 0, rows - 1)), zero = 0.0f;
        const Func exterior =
            BoundaryConditions::constant_exterior(a, 0.0f, {{Expr(), Expr()}, {0, a.dim(1).extent()}});
        const Expr padded = by == By::Exterior        ? exterior(k, before)
                            : by == By::Selects       ? select(before < 0 || before >= rows, zero, element)
                            : by == By::SelectsWithin ? select(before >= 0 && before < rows, element, zero)
                                                      : select(k == m, zero, element);
        out(n, m) += b(n, k) * padded;
        for (Stage stage : {Stage(out), Stage(out.update())})
            stage.split(n, n, lane, 8, TailStrategy::RoundUp).split(m, m, row, 2, TailStrategy::GuardWithIf);
        out.vectorize(lane).unroll(row);
        out.update().reorder(lane, row, k.x, n, m).vectorize(lane).unroll(row);
    }

    Pipeline lowered(bool interior, const Target& target = get_host_target()) const {
        Pipeline pipeline(out);
        if (interior) lowering::add_interior_loops(pipeline, target);
        return pipeline;
    }
};

struct Selects : Internal::IRVisitor {
    int count = 0;

    using IRVisitor::visit;
    void visit(const Internal::Select*) override { ++count; }
};

/// Loops of sums, with selects in them and without.
struct SumLoops : Internal::IRVisitor {
    int with_selects = 0, without = 0;

    using IRVisitor::visit;
    void visit(const Internal::For* loop) override {
        if (loop->name.find("k$x") == std::string::npos) return IRVisitor::visit(loop);
        Selects selects;
        loop->body.accept(&selects);
        ++(selects.count > 0 ? with_selects : without);
    }
};

SumLoops loops_of(const Padded& padded, const Pipeline& pipeline) {
    SumLoops loops;
    visit_lowered(pipeline, {padded.a, padded.b}, loops);
    return loops;
}

TEST(InteriorLoops, StandBesideEveryLoopAtAnEdge) {
    for (const By by : {By::Exterior, By::Selects, By::SelectsWithin}) {
        const Padded padded(by);
        const SumLoops before = loops_of(padded, padded.lowered(false));
        const SumLoops after = loops_of(padded, padded.lowered(true));
        EXPECT_GT(before.with_selects, 0) << static_cast<int>(by);
        EXPECT_EQ(after.with_selects, before.with_selects) << static_cast<int>(by);
        EXPECT_EQ(after.without, before.without + before.with_selects) << static_cast<int>(by);
    }
}

TEST(InteriorLoops, AreNotWrittenForWhatTheLoopChanges) {
    const Padded padded(By::Steps);
    EXPECT_EQ(loops_of(padded, padded.lowered(true)).without, 0);
}

TEST(InteriorLoops, AreNotWrittenForDevices) {
    const Padded padded(By::Selects);
    const Target gpu = get_host_target().with_feature(Target::CUDA);
    EXPECT_EQ(loops_of(padded, padded.lowered(true, gpu)).without, 0);
}

TEST(InteriorLoops, GiveTheSameResults) {
    Buffer<float> a(5, 6), b(16, 5);
    a.for_each_element([&](int k, int m) { a(k, m) = static_cast<float>(k * 7 + m * 3 - 9); });
    b.for_each_element([&](int n, int k) { b(n, k) = static_cast<float>(n - 5 * k); });
    for (const By by : {By::Exterior, By::Selects, By::SelectsWithin, By::Steps})
        for (const int rows : {1, 2, 6, 9}) {
            const auto result = [&](bool interior) {
                Padded padded(by);
                padded.a.set(a);
                padded.b.set(b);
                Buffer<float> out(16, rows);
                padded.lowered(interior).realize(out);
                return out;
            };
            const Buffer<float> split = result(true), whole = result(false);
            split.for_each_element([&](int n, int m) {
                ASSERT_EQ(split(n, m), whole(n, m)) << static_cast<int>(by) << " at " << n << ", " << m;
            });
        }
}

} // namespace
} // namespace autoconfig::testing
