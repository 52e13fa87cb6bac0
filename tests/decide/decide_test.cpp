// The order of candidates is total and the same every time.
#include "autoconfig/decide/decide.h"
#include "autoconfig/decide/layer_problems.h"
#include "autoconfig/report/report.h"
#include "autoconfig/space/space.h"
#include "tests/support/machines.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace autoconfig::testing {
namespace {

std::vector<Problem> problems() {
    std::vector<Problem> problems;
    for (Matmul mm :
         {Matmul{128, 768, 768}, Matmul{1, 2304, 768}, Matmul{16, 16, 16}, Matmul{128, 64, 128, 12}})
        for (bool trans_b : {false, true}) {
            mm.trans_b = trans_b;
            problems.push_back(problem_of(mm));
        }
    return problems;
}

TEST(Decide, IsTheSameEveryTime) {
    const Machine machine = machine_from_file("x86-avx512");
    for (const Problem& problem : problems()) {
        const Decision one = explained(decide(problem, machine)), other = explained(decide(problem, machine));
        EXPECT_EQ(text_report(one), text_report(other));
        EXPECT_EQ(json_report(one).dump(), json_report(other).dump());
    }
}

TEST(Decide, OrdersByCyclesThenByHowBusyTheMachineIsThenByConfiguration) {
    for (const char* name : {"x86-avx512", "arm-neon"})
        for (const Problem& problem : problems()) {
            const Decision decision = decide(problem, machine_from_file(name));
            for (std::size_t i = 1; i < decision.ranked.size(); ++i) {
                const Candidate &before = decision.ranked[i - 1], &after = decision.ranked[i];
                ASSERT_LE(before.cost.cycles, after.cost.cycles * (1 + 1e-6));
                if (before.cost.cycles != after.cost.cycles) continue;
                ASSERT_LE(before.cost.busy_cycles, after.cost.busy_cycles);
                if (before.cost.busy_cycles == after.cost.busy_cycles) {
                    ASSERT_LT(before.config, after.config);
                }
            }
        }
}

TEST(Decide, RanksTheWholeSpace) {
    const Machine machine = machine_from_file("x86-avx2");
    for (const Problem& problem : problems()) {
        std::set<std::string> space, ranked;
        for (const Config& config : enumerate(problem, machine).configs) space.insert(config.name());
        const Decision decision = decide(problem, machine);
        for (const Candidate& candidate : decision.ranked) ranked.insert(candidate.config.name());
        EXPECT_EQ(ranked, space);
        EXPECT_EQ(decision.refused.size(), enumerate(problem, machine).refused.size());
    }
}

TEST(Decide, RowsOfTilesRunAlongTheLongerLoop) {
    Convolution layer;
    layer.h = 1000, layer.w = 1, layer.c = layer.k = 64;
    layer.r = 3, layer.s = 1;
    const Machine machine = machine_from_file("x86-zen5");
    const Decision upright = decide(direct_problem(layer), machine);
    std::swap(layer.h, layer.w);
    std::swap(layer.r, layer.s);
    const Decision lying = decide(direct_problem(layer), machine);
    EXPECT_EQ(lying.problem.row(), lying.problem.innermost(Role::M));
    EXPECT_EQ(upright.problem.row(), lying.problem.outer_row_loop());
    EXPECT_EQ(upright.winner().config.name(), lying.winner().config.name());
    EXPECT_NE(text_report(upright).find("along " + upright.problem.loops[upright.problem.row()].name),
              std::string::npos);
}

TEST(Decide, KeepsWhatItDecidedAbout) {
    const Machine machine = machine_from_file("x86-avx2");
    const Decision decision = decide(problems().front(), machine);
    EXPECT_EQ(decision.problem.func, "prod");
    EXPECT_EQ(decision.machine.name, machine.name);
}

TEST(Decide, WithoutALoopToVectoriseThereIsNoWinner) {
    Problem dot;
    dot.func = "dot";
    dot.loops = {{"k", Role::K, 64, ExtentSource::Bound}};
    dot.a.coefficient = dot.b.coefficient = {{1}};
    dot.a.stride = dot.b.stride = {1};
    const Decision decision = explained(decide(dot, machine_from_file("x86-avx2")));
    EXPECT_TRUE(decision.ranked.empty());
    EXPECT_TRUE(decision.flips.empty());
    EXPECT_EQ(decision.refused.size(), 1u);
}

TEST(Decide, ThreadsAreUsedWhereTheyPayOnly) {
    const Machine machine = avx512(8);
    EXPECT_EQ(decide(problem_of({4, 16, 8}), machine).winner().config.parallel, ParallelLoop::None);
    EXPECT_NE(decide(problem_of({2048, 2048, 2048}), machine).winner().config.parallel, ParallelLoop::None);
}

} // namespace
} // namespace autoconfig::testing
