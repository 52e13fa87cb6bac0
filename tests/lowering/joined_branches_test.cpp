// Tiles of several vectors whose last columns are guarded: no branch for each vector, and results as they
// are.
#include "lowering/whole_vectors.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// out(n, m) = sum over k, in tiles of two vectors of 8 guarded columns and two rows.
struct TwoVectors {
    ImageParam a{Float(32), 2, "a"}, b{Float(32), 2, "b"};
    Func sum{"sum"}, out{"out"};

    TwoVectors() {
        const Var n("n"), m("m"), jc("jc"), jr("jr"), vector("vector"), lane("lane"), ir("ir"), row("row");
        const RDom k(0, a.dim(0).extent(), "k");
        sum(n, m) = 0.0f;
        sum(n, m) += a(k, m) * b(n, k);
        out(n, m) = sum(n, m);
        out.split(n, jc, jr, 16, TailStrategy::GuardWithIf)
            .split(m, ir, row, 2, TailStrategy::ShiftInwards)
            .split(jr, vector, lane, 8, TailStrategy::GuardWithIf)
            .reorder(lane, vector, row, ir, jc)
            .vectorize(lane)
            .unroll(vector)
            .unroll(row);
        sum.compute_at(out, ir).bound_storage(n, 16);
        for (Stage stage : {Stage(sum), Stage(sum.update())}) {
            stage.split(n, jc, jr, 16, TailStrategy::GuardWithIf)
                .split(jr, vector, lane, 8, TailStrategy::GuardWithIf)
                .vectorize(lane)
                .unroll(vector)
                .unroll(m);
        }
        sum.reorder(lane, vector, m, jc);
        sum.update().reorder(lane, vector, m, k.x, jc);
    }

    Pipeline lowered(bool whole_vectors) const {
        Pipeline pipeline(out);
        if (whole_vectors) lowering::store_whole_vectors(pipeline, get_host_target());
        return pipeline;
    }
};

/// Branches with a store to a sum on either side.
struct Branches : Internal::IRVisitor {
    int count = 0;

    using IRVisitor::visit;
    void visit(const Internal::IfThenElse* branch) override {
        count += branch->else_case.defined() && stores(branch->then_case) && stores(branch->else_case);
        IRVisitor::visit(branch);
    }

private:
    static bool stores(Internal::Stmt statement) {
        while (const auto* let = statement.as<Internal::LetStmt>()) statement = let->body;
        const auto* store = statement.as<Internal::Store>();
        return store && store->name.rfind("sum", 0) == 0;
    }
};

int branches(bool whole_vectors) {
    const TwoVectors tiled;
    Branches branches;
    visit_lowered(tiled.lowered(whole_vectors), {tiled.a, tiled.b}, branches);
    return branches.count;
}

TEST(JoinedBranches, AccumulatorsAreStoredOnceForWholeAndPartialVectors) {
    EXPECT_GT(branches(false), 0);
    EXPECT_EQ(branches(true), 0);
}

TEST(JoinedBranches, GiveTheSameResults) {
    constexpr int depth = 9, rows = 3;
    for (const int columns : {1, 7, 8, 9, 15, 16, 17, 31, 40}) {
        Buffer<float> a(depth, rows), b(columns, depth);
        a.for_each_element([&](int k, int m) { a(k, m) = static_cast<float>(k + 2 * m - 4); });
        b.for_each_element([&](int n, int k) { b(n, k) = static_cast<float>(3 * n - k); });
        TwoVectors tiled;
        tiled.a.set(a);
        tiled.b.set(b);
        const Buffer<float> produced = tiled.lowered(true).realize({columns, rows});
        for (int n = 0; n < columns; ++n)
            for (int m = 0; m < rows; ++m) {
                float expected = 0;
                for (int k = 0; k < depth; ++k) expected += a(k, m) * b(n, k);
                EXPECT_EQ(produced(n, m), expected) << n << ", " << m << " of " << columns;
            }
    }
}

} // namespace
} // namespace autoconfig::testing
