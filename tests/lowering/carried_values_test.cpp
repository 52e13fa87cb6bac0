// Which values stay in registers from step to step, and that scans give the same results with them.
#include "lowering/carried_values.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// Arrays of values that are carried.
struct CarriedArrays : Internal::IRVisitor {
    int count = 0, lanes = 0;
    bool compared = false; // are they behind a comparison?

    using IRVisitor::visit;
    void visit(const Internal::Allocate* array) override {
        if (is_carried(array)) {
            ++count;
            lanes = array->constant_allocation_size();
        }
        IRVisitor::visit(array);
    }
    void visit(const Internal::IfThenElse* branch) override {
        const auto* array = branch->then_case.as<Internal::Allocate>();
        compared = compared || (array && is_carried(array));
        IRVisitor::visit(branch);
    }

private:
    static bool is_carried(const Internal::Allocate* array) {
        return array->name.find(".carried") != std::string::npos;
    }
};

/// A scan of the rows of an image, four or eight of which go on side by side.
struct Rows {
    const Var x{"x"}, y{"y"}, strip{"strip"}, line{"line"};
    const int width;
    const RDom r;
    ImageParam in{Int(32), 2, "in"};
    Func running{"running"}, out{"out"};

    explicit Rows(int columns, const std::function<void(Rows&)>& define) : width(columns), r(1, columns - 1) {
        running(x, y) = in(x, y);
        define(*this);
        out(x, y) = running(x, y);
    }

    /// Sizes of images that are not known leave the distance of rows to run time.
    Rows& side_by_side(int rows) {
        out.split(y, strip, line, rows, TailStrategy::RoundUp);
        running.compute_at(out, strip);
        running.update().reorder(y, r.x).unroll(y);
        return *this;
    }

    Pipeline lowered() const {
        Pipeline pipeline(out);
        lowering::carry_values(pipeline, get_host_target());
        return pipeline;
    }
    CarriedArrays carried() const {
        CarriedArrays arrays;
        visit_lowered(lowered(), {in}, arrays);
        return arrays;
    }
};

void sum_up(Rows& rows) { rows.running(rows.r.x, rows.y) += rows.running(rows.r.x - 1, rows.y); }

void sum_up_from_the_end(Rows& rows) {
    const Expr x = rows.width - 1 - rows.r.x;
    rows.running(x, rows.y) += rows.running(x + 1, rows.y);
}

void take_twice(Rows& rows) {
    const Expr before = rows.running(rows.r.x - 1, rows.y);
    rows.running(rows.r.x, rows.y) = select(before > 9, before - 9, rows.running(rows.r.x, rows.y) + before);
}

void look_two_back(Rows& rows) {
    rows.running(rows.r.x, rows.y) += rows.running(max(rows.r.x - 2, 0), rows.y);
}

TEST(CarriedValues, AreThoseOfRowsSideBySide) {
    for (const auto& define : {sum_up, sum_up_from_the_end, take_twice}) {
        EXPECT_EQ(Rows(100, define).side_by_side(8).carried().count, 8);
        EXPECT_EQ(Rows(100, define).side_by_side(4).carried().count, 4);
    }
}

TEST(CarriedValues, AreOfTheStepBeforeOnly) {
    EXPECT_EQ(Rows(100, look_two_back).side_by_side(8).carried().count, 0);
}

TEST(CarriedValues, OfAnotherRowAreNotCarried) {
    const Var x("x"), y("y");
    Func diagonal("diagonal");
    const RDom r(1, 9, 1, 9);
    diagonal(x, y) = x + y;
    diagonal(r.x, r.y) += diagonal(r.x - 1, r.y - 1);
    Pipeline pipeline(diagonal);
    lowering::carry_values(pipeline, get_host_target());
    CarriedArrays arrays;
    visit_lowered(pipeline, {}, arrays);
    EXPECT_EQ(arrays.count, 0);
}

TEST(CarriedValues, AreVectorsWhereRowsLieSideBySide) {
    Rows rows(100, sum_up);
    rows.out.split(rows.y, rows.strip, rows.line, 8, TailStrategy::RoundUp);
    rows.running.compute_at(rows.out, rows.strip).reorder_storage(rows.y, rows.x).bound_extent(rows.y, 8);
    rows.running.update().reorder(rows.y, rows.r.x).vectorize(rows.y, 8);
    const CarriedArrays carried = rows.carried();
    EXPECT_EQ(carried.count, 1);
    EXPECT_EQ(carried.lanes, 8);
}

TEST(CarriedValues, AreBehindAComparisonWhereRowsMayBeTheSame) {
    Rows one(100, sum_up), known(100, sum_up);
    one.running.compute_at(one.out, one.y);
    known.out.bound(known.x, 0, 100);
    EXPECT_FALSE(one.carried().compared);
    EXPECT_FALSE(known.side_by_side(8).carried().compared);
    EXPECT_TRUE(Rows(100, sum_up).side_by_side(8).carried().compared);
}

TEST(CarriedValues, GiveTheSameResults) {
    for (const auto& define : {sum_up, sum_up_from_the_end, take_twice, look_two_back}) {
        for (int width : {2, 33}) {
            Rows rows(width, define), plain(width, define);
            Buffer<int> in(width, 16), carried(width, 16), expected(width, 16);
            in.for_each_element([&](int x, int y) { in(x, y) = (7 * x + 3 * y) % 11 - 3; });
            rows.in.set(in);
            plain.in.set(in);
            rows.side_by_side(8).lowered().realize(carried);
            plain.running.compute_root();
            plain.out.realize(expected);
            for (int y = 0; y < 16; ++y)
                for (int x = 0; x < width; ++x) ASSERT_EQ(carried(x, y), expected(x, y)) << width << " " << x;
        }
    }
}

/// The output itself is scanned, in a buffer all of whose rows are one: what is stored last counts.
TEST(CarriedValues, AreLoadedWhereRowsAreTheSame) {
    const int width = 20, rows = 4;
    const Var x("x"), y("y");
    Func out("out");
    const RDom r(1, width - 1);
    out(x, y) = y + 1;
    out(r, y) += out(r - 1, y);
    out.update().reorder(y, r).unroll(y, rows);
    out.output_buffer().dim(1).set_stride(Expr());
    Pipeline pipeline(out), plain(out);
    lowering::carry_values(pipeline, get_host_target());
    std::vector<int> results[2];
    for (const bool carries : {true, false}) {
        std::vector<int>& result = results[carries];
        result.assign(width, 0);
        halide_dimension_t shape[] = {{0, width, 1}, {0, rows, 0}};
        Runtime::Buffer<int> buffer(result.data(), 2, shape);
        Buffer<int> same(std::move(buffer));
        (carries ? pipeline : plain).realize(same);
    }
    EXPECT_EQ(results[0], results[1]);
}

} // namespace
} // namespace autoconfig::testing
