// How terms become cycles: what is added, what runs beside, what threads share; and that better machines are
// not slower.
#include "autoconfig/space/space.h"
#include "tests/model/plain_machine.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace autoconfig::testing {
namespace {

const std::vector<Matmul>& shapes() {
    static const std::vector<Matmul> shapes = {{1, 1, 1},          {16, 16, 16},       {128, 768, 768},
                                               {1, 2304, 768},     {4, 16384, 4096},   {2048, 512, 13},
                                               {1024, 1024, 1024}, {128, 64, 128, 12}, {992, 992, 992}};
    return shapes;
}

/// Calls `visit` with the facts and configurations of each shape, in every layout.
template<typename Visit>
void for_each_space(const Machine& machine, const Visit& visit) {
    for (Matmul mm : shapes())
        for (int variant = 0; variant < 8; ++variant) {
            mm.trans_b = variant & 1;
            mm.in_place = variant & 2;
            mm.bound = variant & 4;
            const Problem problem = problem_of(mm);
            SCOPED_TRACE(std::to_string(mm.m) + "x" + std::to_string(mm.n) + "x" + std::to_string(mm.k) +
                         " variant " + std::to_string(variant));
            visit(problem, enumerate(problem, machine).configs);
        }
}

TEST(Evaluate, SerialCyclesAreTheTermsThatDoNotOverlap) {
    const Machine machine = plain_machine(4);
    for_each_space(machine, [&](const Problem& problem, const std::vector<Config>& configs) {
        const Facts facts(problem, machine);
        for (const Config& config : configs) {
            const Cost cost = evaluate(facts, config, Words::No);
            double sum = 0;
            int binding = 0;
            for (const Term& one : cost.terms) {
                EXPECT_GE(one.total, 0) << config.name() << " " << one.name;
                if (!one.overlapped && one.combines != Combines::Elapsed) sum += one.total;
                binding += one.binds;
                EXPECT_FALSE(one.binds && one.overlapped) << one.name;
            }
            EXPECT_NEAR(cost.serial_cycles, sum, sum * 1e-12) << config.name();
            EXPECT_EQ(binding, 1) << config.name();
            EXPECT_EQ(has(cost, "T_parallel"), config.parallel != ParallelLoop::None) << config.name();
        }
    });
}

TEST(Evaluate, NothingBeatsThePeak) {
    const Machine machine = plain_machine(4);
    for_each_space(machine, [&](const Problem& problem, const std::vector<Config>& configs) {
        const Facts facts(problem, machine);
        for (const Config& config : configs) {
            const Cost cost = evaluate(facts, config, Words::No);
            EXPECT_GT(cost.peak_fraction, 0) << config.name();
            EXPECT_LE(cost.peak_fraction, 1) << config.name();
            EXPECT_GE(cost.tail_waste, -1e-12) << config.name();
        }
    });
}

TEST(Evaluate, WordsChangeNoNumbers) {
    const Machine machine = plain_machine(4);
    for_each_space(machine, [&](const Problem& problem, const std::vector<Config>& configs) {
        const Facts facts(problem, machine);
        for (const Config& config : configs) {
            const Cost with = evaluate(facts, config, Words::Yes),
                       without = evaluate(facts, config, Words::No);
            EXPECT_EQ(with.cycles, without.cycles);
            for (const Term& one : with.terms) {
                EXPECT_FALSE(one.formula.empty()) << one.name;
                EXPECT_FALSE(one.numbers.empty()) << one.name;
            }
            for (const Term& one : without.terms) EXPECT_TRUE(one.formula.empty() && one.numbers.empty());
        }
    });
}

TEST(Evaluate, TransfersAreAddedWhereTheMachineDoesNotOverlapThem) {
    Machine machine = plain_machine();
    machine.l1_l2_cycles_per_line = 1; // 5 of loads and 4.4 of lines run under the 12 of arithmetic
    const Problem problem = problem_of({96, 512, 512});
    const Facts overlapping(problem, machine);
    const Cost beside = evaluate(overlapping, register_tile(overlapping, 6, 4, true), Words::No);
    machine.l1_l2_overlaps = false;
    const Facts facts(problem, machine);
    const Cost added = evaluate(facts, register_tile(facts, 6, 4, true), Words::No);
    EXPECT_TRUE(term(beside, "T_L1L2").overlapped);
    EXPECT_FALSE(term(added, "T_L1L2").overlapped);
    EXPECT_NEAR(added.serial_cycles, beside.serial_cycles + term(added, "T_L1L2").total, 1e-3);
}

TEST(Parallel, ByHand) {
    const Machine machine = plain_machine(4);
    const Problem problem = problem_of({96, 640, 64});
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 6, 4, true);
    const double serial = evaluate(facts, config, Words::No).cycles;
    config.parallel = ParallelLoop::Jc;
    config.tasks = 10;
    const Cost cost = evaluate(facts, config, Words::Yes);
    EXPECT_DOUBLE_EQ(cost.serial_cycles, serial);
    // 10 panels for 4 threads: three rounds where two and a half would do.
    const double parallel = 1 * (1000 + 3 * 100) + serial * (3.0 / 10 - 1.0 / 4);
    EXPECT_NEAR(term(cost, "T_parallel").total, parallel, 1e-6);
    // Rows of 64 columns a panel: every page is written by several threads.
    const double share = 96 * 640 * 4 / 64 / 4 * 6;
    EXPECT_NEAR(term(cost, "T_share").total, share, 1e-6);
    EXPECT_NEAR(cost.cycles, serial / 4 + parallel + share, 1e-6);
}

TEST(Parallel, RowsAreForkedOnceAPanel) {
    const Machine machine = plain_machine(4);
    const Problem problem = problem_of({96, 640, 64});
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 6, 4, true);
    config.parallel = ParallelLoop::Ic;
    config.tasks = 16;
    const Cost cost = evaluate(facts, config, Words::Yes);
    // 10 panels, each with 16 tiles for 4 threads and nobody idle.
    EXPECT_NEAR(term(cost, "T_parallel").total, 10 * (1000 + 4 * 100), 1e-6);
}

/// 160 tasks leave the queue in 250 cycles each; four threads work 40 of them each, and 100 cycles a task.
TEST(Parallel, ShortTasksWaitAtTheirQueue) {
    const Machine machine = plain_machine(4);
    const auto queued = [&](std::int64_t k) {
        const Problem problem = problem_of({96, 640, k});
        const Facts facts(problem, machine);
        Config config = register_tile(facts, 6, 4, true);
        config.parallel = ParallelLoop::Ic; // 16 tiles of each of 10 panels
        config.tasks = 16;
        return evaluate(facts, config, Words::Yes);
    };
    const Cost shorter = queued(4);
    const double working = shorter.serial_cycles / 4 + 10 * 4 * 100;
    ASSERT_LT(working, 160 * 250);
    EXPECT_NEAR(term(shorter, "T_queue").total, 160 * 250 - working, 1e-6);
    EXPECT_NEAR(shorter.cycles,
                shorter.serial_cycles / 4 + term(shorter, "T_parallel").total +
                    term(shorter, "T_queue").total + term(shorter, "T_share").total,
                1e-6);
    EXPECT_FALSE(has(queued(512), "T_queue"));
}

TEST(Parallel, NoMoreThreadsThanTasks) {
    const Machine machine = plain_machine(16);
    const Problem problem = problem_of({96, 128, 64});
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 6, 4, true);
    config.parallel = ParallelLoop::Jc;
    config.tasks = 2;
    const Cost cost = evaluate(facts, config, Words::Yes);
    EXPECT_NEAR(cost.cycles, cost.serial_cycles / 2 + 1000 + 100 + term(cost, "T_share").total, 1e-6);
}

/// Every configuration is at most as slow on `better` as on the plain machine.
void expect_not_slower(const Machine& better) {
    const Machine machine = plain_machine(4);
    for_each_space(machine, [&](const Problem& problem, const std::vector<Config>& configs) {
        const Facts before(problem, machine), after(problem, better);
        for (const Config& config : configs)
            EXPECT_LE(evaluate(after, config, Words::No).cycles,
                      evaluate(before, config, Words::No).cycles * (1 + 1e-12))
                << config.name();
    });
}

TEST(Monotonic, MoreFmaPorts) {
    Machine machine = plain_machine(4);
    machine.mac_f32.per_cycle = 4;
    expect_not_slower(machine);
}

TEST(Monotonic, MoreLoadPorts) {
    Machine machine = plain_machine(4);
    machine.loads_per_cycle = 3;
    expect_not_slower(machine);
}

TEST(Monotonic, ShorterLatency) {
    Machine machine = plain_machine(4);
    machine.mac_f32.latency_cycles = 3;
    expect_not_slower(machine);
}

TEST(Monotonic, LargerL2) {
    for (int ways : {16, 32}) {
        Machine machine = plain_machine(4);
        machine.l2.bytes *= 2;
        machine.l2.ways = ways;
        expect_not_slower(machine);
    }
}

TEST(Monotonic, LargerL1) {
    Machine machine = plain_machine(4);
    machine.l1.bytes *= 2;
    machine.l1.ways *= 2;
    expect_not_slower(machine);
}

TEST(Monotonic, FasterTransfers) {
    Machine machine = plain_machine(4);
    machine.l1_l2_cycles_per_line = 1;
    machine.l2_l3_cycles_per_line = 4;
    machine.l3_mem_cycles_per_line = 5;
    expect_not_slower(machine);
}

TEST(Monotonic, MoreCores) { expect_not_slower(plain_machine(8)); }

} // namespace
} // namespace autoconfig::testing
