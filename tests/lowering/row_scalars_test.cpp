// Which numbers are computed before loops, and that results stay as they are.
#include "lowering/row_scalars.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// out(x, y) = table(x, row) * weight, the row and the weight loaded for y, in vectors along x.
struct Looked {
    ImageParam table{Float(32), 2, "table"}, weights{Float(32), 1, "weights"};
    ImageParam rows{Int(32), 1, "rows"};
    Func out{"out"};

    explicit Looked(TailStrategy tail = TailStrategy::GuardWithIf) {
        const Var x("x"), y("y"), vector("vector"), lane("lane");
        const Expr row = clamp(rows(y), 0, 9), weight = select(rows(y) < 0, 0.0f, weights(row) + 1.0f);
        out(x, y) = table(x, row) * weight;
        out.split(x, vector, lane, 8, tail).vectorize(lane);
    }

    Pipeline lowered(bool once, const Target& target = get_host_target()) const {
        Pipeline pipeline(out);
        if (once) lowering::compute_row_scalars_once(pipeline, target);
        return pipeline;
    }
};

/// Loads of rows within loops that have none in them.
struct LoadsInLoops : Internal::IRVisitor {
    int count = 0;

    using IRVisitor::visit;
    void visit(const Internal::For* loop) override {
        innermost_ = true;
        seen_ = 0;
        IRVisitor::visit(loop);
        if (innermost_) count += seen_;
        innermost_ = false;
        seen_ = 0;
    }
    void visit(const Internal::Load* load) override {
        seen_ += load->name == "rows" || load->name == "weights";
        IRVisitor::visit(load);
    }

private:
    bool innermost_ = false;
    int seen_ = 0;
};

int loads_in_loops(const Looked& looked, bool once, const Target& target = get_host_target()) {
    LoadsInLoops loads;
    visit_lowered(looked.lowered(once, target), {looked.table, looked.weights, looked.rows}, loads);
    return loads.count;
}

TEST(RowScalars, AreComputedBeforeLoops) {
    for (const TailStrategy tail : {TailStrategy::GuardWithIf, TailStrategy::RoundUp}) {
        EXPECT_GT(loads_in_loops(Looked(tail), false), 0);
        EXPECT_EQ(loads_in_loops(Looked(tail), true), 0);
    }
}

TEST(RowScalars, StayOnDevices) {
    EXPECT_GT(loads_in_loops(Looked(), true, get_host_target().with_feature(Target::CUDA)), 0);
}

/// What a loop stores may be what it loads the next time.
TEST(RowScalars, StayWhereTheLoopStores) {
    const Var x("x"), vector("vector"), lane("lane");
    Func f("f");
    f(x) = x;
    const RDom r(0, 32, "r");
    f(r) = f(r) + f(0) * 2;
    RVar outer("outer"), inner("inner");
    f.update().split(r, outer, inner, 8).allow_race_conditions().vectorize(inner);
    Func out("out");
    out(x) = f(x);
    f.compute_root();
    const auto result = [&](bool once) {
        Pipeline pipeline(out);
        if (once) lowering::compute_row_scalars_once(pipeline, get_host_target());
        const Buffer<int> values = pipeline.realize({32});
        return std::vector<int>(values.begin(), values.end());
    };
    EXPECT_EQ(result(true), result(false));
}

TEST(RowScalars, GiveTheSameResults) {
    Buffer<float> table(40, 10), weights(10);
    Buffer<std::int32_t> rows(5);
    table.for_each_element([&](int x, int y) { table(x, y) = static_cast<float>(x * 3 - y * 7); });
    weights.for_each_element([&](int i) { weights(i) = static_cast<float>(i); });
    rows.for_each_element([&](int i) { rows(i) = i * 4 - 3; });
    Looked looked;
    looked.table.set(table);
    looked.weights.set(weights);
    looked.rows.set(rows);
    Pipeline once = looked.lowered(true);
    for (const int columns : {1, 8, 19, 40}) {
        const Buffer<float> out = once.realize({columns, 5});
        out.for_each_element([&](int x, int y) {
            const int row = std::min(std::max(rows(y), 0), 9);
            const float weight = rows(y) < 0 ? 0 : weights(row) + 1;
            ASSERT_EQ(out(x, y), table(x, row) * weight) << x << ", " << y;
        });
    }
}

} // namespace
} // namespace autoconfig::testing
