// Bodies by size at run time: which there are, as a table, and what holds for all of them.
#include "autoconfig/decide/bodies.h"

#include "autoconfig/decide/decide.h"
#include "autoconfig/decide/layer_problems.h"
#include "autoconfig/decide/result_place.h"
#include "autoconfig/decide/threads_from.h"
#include "autoconfig/report/bodies.h"
#include "tests/support/golden.h"
#include "tests/support/machines.h"
#include "tests/support/problems.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace autoconfig::testing {
namespace {

/// Sizes are estimates that can be asked for.
Problem at_run_time(Problem problem) {
    for (int l = 0; l < static_cast<int>(problem.loops.size()); ++l) {
        problem.loops[l].source = ExtentSource::Estimate;
        problem.loops[l].at_run_time = RunTimeExtent{"output", -1, l};
    }
    return problem;
}

Problem at_run_time(Matmul mm) {
    mm.bound = false;
    return at_run_time(problem_of(mm));
}

ContractionPlan plan_of(const Problem& problem, const Machine& on) {
    ContractionPlan plan = legalise(problem, decide(problem, on).winner().config);
    plan.bodies = bodies_by_size(problem, on, plan.config);
    plan.threads_from = threads_from(problem, on, plan.bodies);
    return plan;
}

const std::vector<Matmul>& shapes() {
    static const std::vector<Matmul> shapes = [] {
        std::vector<Matmul> all = {
            {256, 256, 256}, {64, 3072, 768}, {1, 4096, 4096}, {1000, 8, 64}, {3, 3, 3}};
        all.push_back(all[0]);
        all.back().trans_b = true;
        return all;
    }();
    return shapes;
}

std::string name_of(const Matmul& mm) {
    return fmt::format("{}x{}x{} {}", mm.m, mm.n, mm.k, mm.trans_b ? "NT" : "NN");
}

TEST(Bodies, ByName) {
    std::string table = "# estimates, machine and threads, then the bodies\n";
    for (const Matmul& mm : shapes())
        for (const auto& [name, cores] : {std::pair("x86-zen4", 1), {"x86-zen4", 2}, {"x86-avx2", 1}})
            table += fmt::format("\n{}, {}, {}: ", name_of(mm), name, cores) +
                     bodies_report(plan_of(at_run_time(mm), machine_with_cores(name, cores)));
    EXPECT_TRUE(testing_support::matches_golden("decide/golden/bodies.txt", table));
}

TEST(Bodies, EndWithOneForAnySize) {
    for (const Matmul& mm : shapes()) {
        const std::vector<Body> bodies = plan_of(at_run_time(mm), machine_with_cores("x86-zen4", 2)).bodies;
        EXPECT_LE(bodies.size(), most_bodies) << name_of(mm);
        for (const Body& body : bodies) EXPECT_EQ(body.where.empty(), &body == &bodies.back()) << name_of(mm);
        EXPECT_TRUE(bodies.back().guards_rows && bodies.back().guards_columns) << name_of(mm);
    }
}

/// Also where several larger tiles, of other sizes, come before it.
TEST(Bodies, TheWinnerRunsAtTheEstimates) {
    std::vector<Matmul> all = shapes();
    for (const Matmul& more : {Matmul{22, 160, 160}, {14, 256, 2304}, {27, 50, 516}, {64, 96, 512}})
        all.push_back(more);
    for (const Matmul& mm : all)
        for (const char* name : {"x86-zen4", "x86-avx512", "x86-avx2"}) {
            const Problem problem = at_run_time(mm);
            const ContractionPlan plan = plan_of(problem, machine_with_cores(name, 1));
            const auto first = std::find_if(plan.bodies.begin(), plan.bodies.end(), [&](const Body& body) {
                return runs_at(body, problem, RunTimeSizes(problem).estimates());
            });
            EXPECT_EQ(first->config.name(), plan.config.name()) << name_of(mm) << " on " << name;
        }
}

TEST(Bodies, HoldWholeTilesOrGuardThem) {
    for (const Matmul& mm : shapes())
        for (const Body& body : plan_of(at_run_time(mm), machine_with_cores("x86-zen4", 1)).bodies) {
            Sizes least(3, 1); // in the order of the loops: n, m, k
            for (const AtLeast& test : body.where)
                if (test.loops.size() == 1) least[test.loops.front()] = test.steps;
            EXPECT_TRUE(body.guards_columns || least[0] >= body.config.NR()) << body.config.name();
            EXPECT_TRUE(body.guards_rows || least[1] >= body.config.MR) << body.config.name();
        }
}

/// Where B is an input, which can be asked for its strides, two more before the others.
TEST(Bodies, SingleColumnsRunAlongK) {
    Problem problem = at_run_time({256, 256, 256});
    const std::vector<Body> others = plan_of(problem, machine_with_cores("x86-zen5", 1)).bodies;
    problem.b.has_buffer = true;
    const ContractionPlan plan = plan_of(problem, machine_with_cores("x86-zen5", 1));
    ASSERT_EQ(plan.bodies.size(), others.size() + 2);
    const Body &tiles = plan.bodies[0], &rows = plan.bodies[1];
    EXPECT_TRUE(tiles.single_column && rows.single_column && !plan.bodies[2].single_column);
    EXPECT_TRUE(tiles.config.is<AlongK>() && rows.config.is<AlongK>());
    EXPECT_GT(tiles.config.MR, 1);
    EXPECT_EQ(tiles.where.front().steps, tiles.config.MR);
    EXPECT_EQ(rows.config.MR, 1);
    EXPECT_TRUE(rows.where.empty());
    EXPECT_NE(bodies_report(plan).find("n = 1, " + problem.b.func + " dense"), std::string::npos);
}

/// Rows that are always as many need not be asked for.
TEST(Bodies, SingleColumnsOfBoundRowsAskForNoneOfThem) {
    Problem problem = at_run_time({16, 4096, 4});
    Loop& rows = problem.loops[problem.row()];
    rows.source = ExtentSource::Bound;
    rows.at_run_time.reset();
    problem.b.has_buffer = true;
    const ContractionPlan plan = plan_of(problem, machine_with_cores("x86-zen5", 1));
    EXPECT_TRUE(plan.bodies.front().single_column);
    for (const Body& body : plan.bodies)
        for (const AtLeast& test : body.where)
            for (int loop : test.loops) EXPECT_TRUE(problem.loops[loop].at_run_time) << body.config.name();
}

/// Of images that may be as high as they are wide.
TEST(Bodies, RowsOfTilesRunAlongEitherLoop) {
    Convolution layer;
    layer.h = layer.w = 28, layer.c = 128, layer.k = 256;
    const Problem problem = at_run_time(direct_problem(layer));
    const ContractionPlan plan = plan_of(problem, machine_with_cores("x86-zen5", 1));
    const int outer = problem.outer_row_loop();
    std::size_t along_outer = 0;
    for (const Body& body : plan.bodies) {
        if (!body.way || body.way->rows_along < 0) continue;
        ++along_outer;
        EXPECT_EQ(body.way->rows_along, outer);
        const bool holds_tile = std::any_of(body.where.begin(), body.where.end(), [&](const AtLeast& test) {
            return test.loops == std::vector<int>{outer} && test.steps >= body.config.MR;
        });
        EXPECT_TRUE(holds_tile || body.guards_rows || body.config.MR == 1) << body.config.name();
    }
    EXPECT_GT(along_outer, 0u);
    EXPECT_LT(along_outer, plan.bodies.size());
    EXPECT_NE(bodies_report(plan).find(" along " + problem.loops[outer].name), std::string::npos);
}

/// Columns of B lie side by side along k where there is a single one and B is dense, which only bodies for
/// that ask.
TEST(Bodies, RunAlongKOnlyWhereElementsLieSideBySide) {
    for (const Matmul& mm : shapes()) {
        if (mm.trans_b) continue;
        Problem problem = at_run_time(mm);
        problem.b.has_buffer = true;
        for (const char* machine : {"x86-zen4", "x86-zen5", "x86-avx2"})
            for (const Body& body : plan_of(problem, machine_with_cores(machine, 1)).bodies)
                EXPECT_TRUE(body.single_column || !body.config.is<AlongK>())
                    << name_of(mm) << ", " << machine << ": " << body.config.name();
    }
}

/// Strides of 1 that only the estimate of a dimension before them makes so.
TEST(Bodies, AllButTheLastAskForWhatIsDenseByTheEstimates) {
    Problem problem = problem_of({256, 256, 256});
    for (Operand* operand : {&problem.a, &problem.b, &problem.out}) {
        operand->coefficient.insert(operand->coefficient.begin(), {0, 0, 0});
        operand->stride.insert(operand->stride.begin(), 1);
        operand->has_buffer = operand != &problem.a;
    }
    for (Loop& loop : problem.loops) loop.at_run_time = RunTimeExtent{"out"};
    const std::vector<Body> bodies = plan_of(problem, machine_with_cores("x86-zen5", 1)).bodies;
    ASSERT_EQ(bodies.size(), 2u);
    EXPECT_EQ(bodies.front().dense, (std::vector<Dense>{{problem.out.func, 1}, {problem.b.func, 1}}));
    EXPECT_TRUE(bodies.back().dense.empty() && bodies.back().guards_columns);
}

TEST(Bodies, SingleColumnsNeedLanesAlongK) {
    for (const bool trans_a : {true, false}) { // neither A nor B across k
        Matmul mm{256, 256, 256};
        mm.trans_a = trans_a, mm.trans_b = !trans_a;
        Problem problem = at_run_time(mm);
        problem.b.has_buffer = true;
        EXPECT_FALSE(plan_of(problem, machine_with_cores("x86-zen5", 1)).bodies.front().single_column);
    }
}

TEST(Bodies, OneWhereSizesAreBoundOrCannotBeAsked) {
    const Problem bound = problem_of({256, 256, 256});
    EXPECT_EQ(plan_of(bound, machine_with_cores("x86-zen4", 1)).bodies.size(), 1u);
    Problem hidden = at_run_time({256, 256, 256});
    hidden.loops[0].at_run_time.reset();
    EXPECT_EQ(plan_of(hidden, machine_with_cores("x86-zen4", 1)).bodies.size(), 1u);
}

/// 3x3 in groups of 16 channels: where a step may be guarded, none is written out.
TEST(Bodies, GuardWindowsInLoops) {
    Convolution layer;
    layer.h = layer.w = 28, layer.c = layer.k = 128, layer.groups = 8;
    layer.r = layer.s = 3, layer.pad = 1;
    const Problem problem = at_run_time(direct_problem(layer));
    const Machine machine = machine_with_cores("x86-zen4", 1);
    RegisterTile tile;
    tile.unrolled = 1;
    const Config winner = decide(problem, machine).winner().config.with(tile);
    const std::vector<Body> bodies = bodies_by_size(problem, machine, winner);
    ASSERT_GT(bodies.size(), 1u);
    EXPECT_EQ(bodies.front().config.unrolled(), 1);
    EXPECT_EQ(bodies.back().config.unrolled(), 0);
}

TEST(Bodies, OneWhereOnlyTheReductionVaries) {
    Problem problem = at_run_time({256, 256, 256});
    problem.loops[0].source = problem.loops[1].source = ExtentSource::Bound;
    EXPECT_EQ(plan_of(problem, machine_with_cores("x86-zen4", 1)).bodies.size(), 1u);
}

std::int64_t threads_of_256_from(const Machine& on) {
    return plan_of(at_run_time({256, 256, 256}), on).threads_from.value_or(AtLeast{}).steps;
}

TEST(ThreadsFrom, IsWhereTheyTakeLessThanOne) {
    Machine machine = machine_with_cores("x86-zen4", 2);
    const std::int64_t steps = threads_of_256_from(machine);
    EXPECT_GT(steps, 32 * 32 * 32);
    EXPECT_LE(steps, 256 * 256 * 256);
    machine.fork_join_cycles *= 8;
    EXPECT_GT(threads_of_256_from(machine), steps);
}

TEST(ThreadsFrom, IsNotAskedWhereNoneShare) {
    EXPECT_EQ(threads_of_256_from(machine_with_cores("x86-zen4", 1)), 1);
    const Problem bound = problem_of({256, 256, 256});
    EXPECT_FALSE(plan_of(bound, machine_with_cores("x86-zen4", 2)).threads_from);
}

/// Those that the decision at the estimates counts on.
TEST(ThreadsFrom, LeavesThemAtTheEstimates) {
    for (const Matmul& mm : shapes())
        for (int cores : {2, 8}) {
            const ContractionPlan plan = plan_of(at_run_time(mm), machine_with_cores("x86-zen4", cores));
            if (plan.config.parallel == ParallelLoop::None || !plan.threads_from) continue;
            EXPECT_LE(plan.threads_from->steps, mm.m * mm.n * mm.k) << name_of(mm) << ", " << cores;
        }
}

TEST(RunTimeSizes, ReachFromOneToFourTimesTheEstimates) {
    const RunTimeSizes sizes(at_run_time({64, 1024, 16}));
    EXPECT_EQ(sizes.at({0, 0, 0}), (Sizes{1, 1, 1}));
    EXPECT_EQ(sizes.at({1, 1, 1}), (Sizes{4096, 256, 64}));
}

TEST(RunTimeSizes, VaryEachLoopApart) {
    const Problem problem = at_run_time({64, 1024, 16});
    const std::vector<Sizes> all = RunTimeSizes(problem).sample(64);
    const auto holds = [&](const auto& is) { return std::any_of(all.begin(), all.end(), is); };
    EXPECT_TRUE(holds([](const Sizes& sizes) { return sizes[0] > 1000 && sizes[1] < 8; }));
    EXPECT_TRUE(holds([](const Sizes& sizes) { return sizes[0] < 8 && sizes[1] > 60; }));
    EXPECT_TRUE(holds([](const Sizes& sizes) { return sizes[0] > 1000 && sizes[1] > 60; }));
}

TEST(Resized, StridesGrowWithWhatTheyStepOver) {
    const Problem problem = resized(problem_of({6, 5, 4}), {50, 6, 40});
    EXPECT_EQ(problem.a.stride, (std::vector<std::int64_t>{1, 40}));
    EXPECT_EQ(problem.b.stride, (std::vector<std::int64_t>{1, 50}));
    EXPECT_EQ(problem.out.stride, (std::vector<std::int64_t>{1, 50}));
}

} // namespace
} // namespace autoconfig::testing
