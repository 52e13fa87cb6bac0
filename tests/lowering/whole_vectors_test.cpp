// Which accumulators are stored as whole vectors, and that results stay as they are.
#include "lowering/whole_vectors.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// Stores under a mask to what is not an output.
struct MaskedStores : Internal::IRVisitor {
    std::string output;
    int count = 0;

    using IRVisitor::visit;
    void visit(const Internal::Store* store) override {
        count += store->name != output && !Internal::is_const_one(store->predicate);
        IRVisitor::visit(store);
    }
};

enum class Rows { OfOneVector, SideBySide };
enum class Kind { Sum, Quotients, Triangle };

/// out(n, m) = sum over k, in tiles of 16 guarded columns and two rows.
struct Tiled {
    ImageParam a, b;
    Func sum{"sum"}, out{"out"};

    Tiled(Rows rows, Kind kind) : a(type_of(kind), 2, "a"), b(type_of(kind), 2, "b") {
        const Var n("n"), m("m"), jc("jc"), lane("lane"), ir("ir"), row("row");
        const RDom k(0, a.dim(0).extent(), "k");
        RDom below(0, a.dim(0).extent(), "below");
        below.where(below <= n);
        sum(n, m) = cast(type_of(kind), 1);
        if (kind == Kind::Sum) sum(n, m) += a(k, m) * b(n, k);
        if (kind == Kind::Quotients) sum(n, m) += a(k, m) / b(n, k);
        if (kind == Kind::Triangle) sum(n, m) += a(below, m) * b(n, below);
        out(n, m) = sum(n, m);
        out.split(n, jc, lane, 16, TailStrategy::GuardWithIf)
            .split(m, ir, row, 2, TailStrategy::ShiftInwards)
            .reorder(lane, row, ir, jc)
            .vectorize(lane)
            .unroll(row);
        sum.compute_at(out, ir).vectorize(n, 16, TailStrategy::GuardWithIf).unroll(m);
        if (rows == Rows::OfOneVector) sum.bound_storage(n, 16);
        sum.update()
            .reorder(n, m, kind == Kind::Triangle ? RVar(below.x) : RVar(k.x))
            .vectorize(n, 16, TailStrategy::GuardWithIf)
            .unroll(m);
    }

    static Type type_of(Kind kind) { return kind == Kind::Quotients ? Int(32) : Float(32); }
};

int masked_stores(Rows rows, Kind kind, bool whole_vectors) {
    const Tiled tiled(rows, kind);
    Pipeline pipeline(tiled.out);
    if (whole_vectors) lowering::store_whole_vectors(pipeline, get_host_target());
    MaskedStores stores;
    stores.output = tiled.out.name();
    visit_lowered(pipeline, {tiled.a, tiled.b}, stores);
    return stores.count;
}

TEST(WholeVectors, OfSumsThatHaveRoomForThem) {
    EXPECT_GT(masked_stores(Rows::OfOneVector, Kind::Sum, false), 0);
    EXPECT_EQ(masked_stores(Rows::OfOneVector, Kind::Sum, true), 0);
}

TEST(WholeVectors, NotWhereAnotherRowFollows) {
    EXPECT_GT(masked_stores(Rows::SideBySide, Kind::Sum, true), 0);
}

TEST(WholeVectors, NotOfQuotientsOfWholeNumbers) {
    EXPECT_GT(masked_stores(Rows::OfOneVector, Kind::Quotients, true), 0);
}

TEST(WholeVectors, NotWhereTheMaskChangesFromStepToStep) {
    EXPECT_GT(masked_stores(Rows::OfOneVector, Kind::Triangle, true), 0);
}

TEST(WholeVectors, GiveTheSameResults) {
    for (const Kind kind : {Kind::Sum, Kind::Triangle})
        for (const int columns : {1, 5, 15, 16, 17, 33}) {
            const auto result = [&](bool whole_vectors) {
                Tiled tiled(Rows::OfOneVector, kind);
                constexpr int depth = 9;
                Buffer<float> a(depth, 3), b(columns, depth);
                a.for_each_element([&](int k, int m) { a(k, m) = static_cast<float>(k + 2 * m - 4); });
                b.for_each_element([&](int n, int k) { b(n, k) = static_cast<float>(3 * n - k); });
                tiled.a.set(a);
                tiled.b.set(b);
                Pipeline pipeline(tiled.out);
                if (whole_vectors) lowering::store_whole_vectors(pipeline, get_host_target());
                return Buffer<float>(pipeline.realize({columns, 3}));
            };
            const Buffer<float> expected = result(false), produced = result(true);
            for (int n = 0; n < columns; ++n)
                for (int m = 0; m < 3; ++m) EXPECT_EQ(produced(n, m), expected(n, m)) << columns;
        }
}

/// The sum of each row in 16 partial sums, the last step of which is a part of a vector.
struct RowSums {
    ImageParam in{Float(32), 2, "in"};
    Func sum{"sum"}, out{"out"};

    explicit RowSums(int columns) {
        const Var y("y"), partial("partial");
        const RVar step("step"), lane("lane");
        const RDom r(0, columns, "r");
        sum(y) = 0.0f;
        sum(y) += in(r, y);
        out(y) = sum(y);
        sum.compute_root();
        sum.update().split(r, step, lane, 16, TailStrategy::GuardWithIf);
        Func partials = sum.update().rfactor(lane, partial);
        sum.update().atomic().vectorize(lane);
        partials.compute_at(sum, y).vectorize(partial);
        partials.update().reorder(partial, step).vectorize(partial);
    }
};

/// Lanes that the last step leaves out hold what the steps before it added.
TEST(WholeVectors, KeepWhatIsThereWhereOnlySomeStepsAreMasked) {
    for (const int columns : {5, 16, 40, 77}) {
        RowSums plain(columns), whole(columns);
        Pipeline pipeline(whole.out);
        lowering::store_whole_vectors(pipeline, get_host_target());
        MaskedStores stores;
        stores.output = "out";
        visit_lowered(pipeline, {whole.in}, stores);
        EXPECT_EQ(stores.count, 0) << columns;
        Buffer<float> in(columns, 3);
        in.for_each_element(
            [&](int column, int row) { in(column, row) = static_cast<float>(column - 3 * row); });
        plain.in.set(in);
        whole.in.set(in);
        const Buffer<float> expected = plain.out.realize({3}), produced = pipeline.realize({3});
        for (int row = 0; row < 3; ++row) EXPECT_EQ(produced(row), expected(row)) << columns;
    }
}

TEST(WholeVectors, LeaveGpusAlone) {
    const Tiled tiled(Rows::OfOneVector, Kind::Sum);
    Pipeline pipeline(tiled.out);
    lowering::store_whole_vectors(pipeline, get_host_target().with_feature(Target::CUDA));
    MaskedStores stores;
    stores.output = tiled.out.name();
    visit_lowered(pipeline, {tiled.a, tiled.b}, stores);
    EXPECT_GT(stores.count, 0);
}

} // namespace
} // namespace autoconfig::testing
