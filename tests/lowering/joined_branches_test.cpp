// Tiles of several vectors whose last columns are guarded: no branch for each vector, and results as they
// are.
#include "lowering/whole_vectors.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// out(n, m) = sum over k of operands of some type, in tiles of two vectors of 8 guarded columns and two
/// rows.
struct TwoVectors {
    ImageParam a, b;
    Func sum{"sum"}, out{"out"};

    explicit TwoVectors(const Type& type = Float(32)) : a(type, 2, "a"), b(type, 2, "b") {
        const Var n("n"), m("m"), jc("jc"), jr("jr"), vector("vector"), lane("lane"), ir("ir"), row("row");
        const RDom k(0, a.dim(0).extent(), "k");
        sum(n, m) = cast<float>(0);
        sum(n, m) += cast<float>(a(k, m)) * cast<float>(b(n, k));
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

    Pipeline lowered(const std::string& target) const {
        Pipeline pipeline(out);
        if (!target.empty()) lowering::store_whole_vectors(pipeline, Target(target));
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

int branches(const TwoVectors& tiled, const std::string& target = "") {
    Branches branches;
    visit_lowered(tiled.lowered(target), {tiled.a, tiled.b}, branches);
    return branches.count;
}

const char* const avx2 = "x86-64-linux-avx-avx2-fma-sse41";

TEST(JoinedBranches, AccumulatorsAreStoredOnceForWholeAndPartialVectors) {
    EXPECT_GT(branches(TwoVectors()), 0);
    EXPECT_EQ(branches(TwoVectors(), avx2), 0);
}

TEST(JoinedBranches, StayApartWhereMasksAreBranchesOfLanes) {
    EXPECT_GT(branches(TwoVectors(), "x86-64-linux-sse41"), 0);
    EXPECT_GT(branches(TwoVectors(), "arm-64-linux"), 0);
    EXPECT_EQ(branches(TwoVectors(Int(32)), avx2), 0);
    for (const Type& narrow : {UInt(8), Int(16)}) {
        EXPECT_GT(branches(TwoVectors(narrow), avx2), 0);
        EXPECT_EQ(branches(TwoVectors(narrow), std::string(avx2) + "-avx512-avx512_skylake"), 0);
    }
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
        const Buffer<float> produced = tiled.lowered(get_host_target().to_string()).realize({columns, rows});
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
