// How many tasks parallel loops are where sizes are small, and that all of their iterations run.
#include "lowering/one_task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace autoconfig::testing {
namespace {

using namespace Halide;

int most_tasks = 0;

int count_tasks(JITUserContext*, int (*task)(JITUserContext*, int, std::uint8_t*), int min, int size,
                std::uint8_t* closure) {
    most_tasks = std::max(most_tasks, size);
    for (int i = min; i < min + size; ++i)
        if (const int failed = task(nullptr, i, closure)) return failed;
    return 0;
}

/// in -> stored -> out, whose rows threads share; `stored` of a row at a time, or of all in parallel.
struct Rows {
    const Var x{"x"}, y{"y"};
    ImageParam in{Float(32), 2, "in"};
    Func stored{"stored"}, out{"out"};
    Pipeline pipeline;

    explicit Rows(bool all) {
        stored(x, y) = in(x, y) * 2.0f;
        out(x, y) = stored(x, y) + stored(x, y + 1);
        out.parallel(y).vectorize(x, 8, TailStrategy::GuardWithIf);
        if (all)
            stored.compute_root().parallel(y);
        else
            stored.compute_at(out, y);
        pipeline = Pipeline(out);
        pipeline.jit_handlers().custom_do_par_for = count_tasks;
    }

    Expr elements() const {
        const OutputImageParam buffer = out.output_buffer();
        return buffer.dim(0).extent() * buffer.dim(1).extent();
    }

    /// Tasks of the loop that has most; -1 where a result is wrong.
    int tasks(int width, int height) {
        Buffer<float> input(width, height + 1), output(width, height);
        input.set_min(3, -2);
        output.set_min(3, -2);
        input.for_each_element([&](int i, int j) { input(i, j) = static_cast<float>(i + 100 * j); });
        in.set(input);
        most_tasks = 0;
        pipeline.realize(output);
        bool right = true;
        output.for_each_element(
            [&](int i, int j) { right = right && output(i, j) == 2 * (input(i, j) + input(i, j + 1)); });
        return right ? most_tasks : -1;
    }
};

TEST(OneTask, IsAllWhereThreadsDoNotPay) {
    Rows rows(false);
    lowering::run_as_one_task(rows.pipeline, {{rows.out.name(), rows.elements() >= 200}});
    EXPECT_EQ(rows.tasks(10, 19), 1);
    EXPECT_EQ(rows.tasks(10, 20), 20);
    EXPECT_EQ(rows.tasks(200, 1), 1);
    EXPECT_LE(rows.tasks(0, 5), 1);
    EXPECT_LE(rows.tasks(5, 0), 1);
}

TEST(OneTask, IsForTheFuncsThatAreNamed) {
    Rows rows(true);
    lowering::run_as_one_task(rows.pipeline, {{rows.out.name(), rows.elements() >= 200}});
    EXPECT_EQ(rows.tasks(10, 15), 16); // of `stored`
    Rows both(true);
    lowering::run_as_one_task(both.pipeline, {{both.out.name(), both.elements() >= 200},
                                              {both.stored.name(), both.elements() >= 200}});
    EXPECT_EQ(both.tasks(10, 15), 1);
    EXPECT_EQ(both.tasks(10, 20), 21);
}

/// As Halide drops what it knows of sizes that nothing else asks for.
TEST(OneTask, AsksForSizesThatNothingElseDoes) {
    Rows rows(false);
    const Expr rows_from_here = rows.in.dim(1).min() + rows.in.dim(1).extent();
    lowering::run_as_one_task(rows.pipeline,
                              {{rows.out.name(), rows_from_here >= 7 && rows.in.dim(1).stride() > 9}});
    EXPECT_EQ(rows.tasks(10, 7), 1);
    EXPECT_EQ(rows.tasks(10, 8), 8);
}

} // namespace
} // namespace autoconfig::testing
