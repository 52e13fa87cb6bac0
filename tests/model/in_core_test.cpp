// Terms of the core by hand: ports, front end and chains of multiply-adds.
#include "tests/model/plain_machine.h"

namespace autoconfig::testing {
namespace {

TEST(InCore, SixByFourOnAvx512) {
    const Cost c = cost({96, 512, 64}, 6, 4, true);
    const double steps = 16 * 8 * 64;
    EXPECT_DOUBLE_EQ(term(c, "T_OL").per_step(), 6.0 * 4 / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_OL").total, 12 * steps);
    EXPECT_DOUBLE_EQ(term(c, "T_nOL").per_step(), (6.0 + 4) / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_front").per_step(), (24.0 + 10 + 3) / 4);
    EXPECT_FALSE(has(c, "T_latency")); // 24 accumulators for 4 cycles of 2
    EXPECT_EQ(c.binding, "T_OL");
    EXPECT_EQ(term(c, "T_OL").cycles.formula(), "MR * n_v / N_fma");
    EXPECT_EQ(term(c, "T_OL").cycles.numbers(), "6 * 4 / 2");
    EXPECT_EQ(term(c, "T_nOL").cycles.numbers(), "(6 + 4) / 2");
    EXPECT_FALSE(term(c, "T_OL").overlapped);
    EXPECT_TRUE(term(c, "T_nOL").overlapped);
    EXPECT_TRUE(term(c, "T_front").overlapped);
}

TEST(InCore, FewAccumulatorsWaitForEachOther) {
    // 2 x 2 accumulators for 4 cycles of 2 FMAs hold half of the ports; of the next tile 97 of 4 * 97 have
    // started.
    const Cost c = cost({96, 512, 97}, 2, 2, true);
    EXPECT_DOUBLE_EQ(term(c, "T_latency").per_step(), 4.25 / 1.25);
    EXPECT_EQ(term(c, "T_latency").cycles.numbers(), "(4 + 0.5 / 2) / 1.25");
    EXPECT_DOUBLE_EQ(term(c, "T_OL").per_step(), 2);
    EXPECT_EQ(c.binding, "T_latency");
    EXPECT_TRUE(term(c, "T_OL").overlapped);
    Machine wide = plain_machine();
    wide.issue_width = 6;
    EXPECT_TRUE(has(cost({96, 512, 64}, 4, 2, true, wide), "T_latency")); // 8 wait for a port at times
    EXPECT_FALSE(term(cost({96, 512, 64}, 3, 3, true, wide), "T_OL").overlapped); // 9 are enough
}

TEST(InCore, GeneralStepsTakeAsManyInstructions) {
    const Machine machine = plain_machine();
    Problem problem = problem_of({96, 512, 64});
    problem.step = {"min(C, A + B)", 2, 1};
    const Facts facts(problem, machine);
    const Cost c = evaluate(facts, register_tile(facts, 6, 4, true), Words::Yes);
    EXPECT_EQ(term(c, "T_OL").cycles.formula(), "MR * n_v * instructions / N_fma");
    EXPECT_EQ(term(c, "T_OL").cycles.numbers(), "6 * 4 * 2 / 2");
    EXPECT_DOUBLE_EQ(term(c, "T_front").per_step(), (2 * 24.0 + 10 + 3) / 4);
    // Two sums hold both ports as long as four of multiply-adds: L * N_fma = 4 are enough.
    const Cost few = evaluate(facts, register_tile(facts, 1, 2, true), Words::Yes);
    EXPECT_EQ(term(few, "T_latency").cycles.numbers().substr(0, 15), "(4 + 0.5 * 2 / ");
}

constexpr ScalarType i16{ScalarType::Kind::Int, 16}, u16{ScalarType::Kind::UInt, 16};

/// Of integers, added up in 32 bits, in tiles of four vectors.
struct IntegerProduct {
    Machine machine = plain_machine();
    Problem problem = problem_of({96, 512, 64});

    IntegerProduct(ScalarType a, ScalarType b) {
        problem.a.type = a;
        problem.b.type = b;
        problem.accumulator = i32;
    }
    Cost of_tile(int MR) const {
        const Facts facts(problem, machine);
        return evaluate(facts, register_tile(facts, MR, 4, true), Words::Yes);
    }
    int registers() const { return Facts(problem, machine).registers; }
};

TEST(InCore, PairsOfIntegersTakeTwoStepsAtATime) {
    IntegerProduct product(u8, i16);
    product.machine.pairs_of_i16 = true;
    EXPECT_EQ(term(product.of_tile(6), "T_OL").cycles.numbers(), "(6 * 4 + 4 * 1.5) / 2 / 1");
    EXPECT_EQ(term(product.of_tile(6), "T_nOL").cycles.numbers(), "(6 + 4 + 4 * 1) / 2 / 2");
    // One row shares no vector, and widens each.
    EXPECT_EQ(term(product.of_tile(1), "T_OL").cycles.numbers(), "(1 * 4 + 4) / 1");
    const Facts facts(product.problem, product.machine);
    const Cost along_k = evaluate(facts, {AlongK(), 6, 4, facts.k_lanes, ParallelLoop::None, 1}, Words::Yes);
    EXPECT_EQ(term(along_k, "T_OL").cycles.numbers(), "6 * 4 / 2 / 1");
    EXPECT_EQ(product.registers(), product.machine.registers - 2);
    product.problem.b.type = u16;
    EXPECT_EQ(term(product.of_tile(6), "T_OL").cycles.numbers(), "6 * 4 / 1");
    EXPECT_EQ(product.registers(), product.machine.registers);
}

TEST(InCore, FoursOfBytesTakeFourStepsAtATime) {
    IntegerProduct product(u8, i8);
    product.machine.mac_i8 = {2, 5};
    EXPECT_EQ(term(product.of_tile(6), "T_OL").cycles.numbers(), "(6 * 4 + 4 * 5) / 4 / 2");
    EXPECT_EQ(term(product.of_tile(6), "T_nOL").cycles.numbers(), "(6 + 4 + 4 * 3) / 4 / 2");
    EXPECT_EQ(term(product.of_tile(1), "T_OL").cycles.numbers(), "(1 * 4 + 4 * 5) / 4 / 2");
    EXPECT_EQ(product.registers(), product.machine.registers - 2);
    // Of two without a sign that of A is moved, and that of B added up.
    product.problem.b.type = u8;
    EXPECT_EQ(term(product.of_tile(6), "T_OL").cycles.numbers(), "(6 * 4 + 6 + 4 + 4 * 5) / 4 / 2");
    EXPECT_EQ(product.registers(), product.machine.registers - 7);
    // A product of 16 bits goes at the same pace, two steps at a time where the machine has pairs.
    product.problem.b.type = i16;
    product.machine.pairs_of_i16 = true;
    EXPECT_EQ(term(product.of_tile(6), "T_OL").cycles.numbers(), "(6 * 4 + 4 * 1.5) / 2 / 2");
}

TEST(InCore, ChainsShareTheLatency) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({1, 16, 97});
    const Facts facts(problem, machine);
    RegisterTile tile;
    const Cost one = evaluate(facts, register_tile(facts, 1, 1, tile), Words::Yes);
    tile.chains = 4;
    const Cost four = evaluate(facts, register_tile(facts, 1, 1, tile), Words::Yes);
    EXPECT_DOUBLE_EQ(term(one, "T_latency").per_step(), (4 + 0.125 / 2) / 2); // two tiles at once
    EXPECT_DOUBLE_EQ(term(four, "T_latency").per_step(), 4.25 / 4 / 2);
    EXPECT_EQ(term(four, "T_latency").cycles.numbers(), "(4 + 0.5 / 2) / 4 / 2");
    EXPECT_DOUBLE_EQ(term(four, "T_tile", Resource::Serial, Phase::Alone).total, 3 * 4); // added up in turn
    EXPECT_DOUBLE_EQ(term(four, "T_front").per_step(), (1 + 2 + 3.0 / 4) / 4);
}

TEST(InCore, RowsSideBySideShareAVector) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({1, 4, 97});
    const Facts facts(problem, machine);
    RegisterTile tile;
    tile.b_rows = 4;
    const Cost c = evaluate(facts, register_tile(facts, 1, 1, tile), Words::Yes);
    EXPECT_DOUBLE_EQ(term(c, "T_OL").per_step(), 1.0 / 4 / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_nOL").per_step(), 2.0 / 4 / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_latency").per_step(), 4.25 / 4 / 2);
    // A multiply-add, two loads and one that repeats elements of a, for four steps that the loop counts once.
    EXPECT_DOUBLE_EQ(term(c, "T_front").per_step(), (1 + 2 + 1 + 3) / 4.0 / 4);
}

TEST(InCore, DoublesHaveTheirOwnRate) {
    Machine machine = plain_machine();
    machine.mac_f64 = {0.5, 4};
    Matmul mm{96, 512, 64};
    mm.type = mm.sum = f64;
    EXPECT_DOUBLE_EQ(term(cost(mm, 6, 4, true, machine), "T_OL").per_step(), 24 / 0.5);
}

TEST(InCore, ColumnsThatLieApartAreGatheredLaneByLane) {
    Matmul mm{96, 512, 64};
    mm.trans_b = true;
    const Cost c = cost(mm, 6, 4, false);
    EXPECT_DOUBLE_EQ(term(c, "T_nOL").per_step(), (6 + 4 * 16) / 2.0);
    EXPECT_DOUBLE_EQ(term(c, "T_front").per_step(), (24 + 70 + 64) / 4.0); // each put in its place
    EXPECT_DOUBLE_EQ(term(cost(mm, 6, 4, true), "T_nOL").per_step(), (6 + 4) / 2.0);
}

TEST(InCore, StreamStoresItsResultEveryKC) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({2, 512, 64});
    const Facts facts(problem, machine);
    const Cost c = evaluate(facts, stream(facts, 2, 32, 4), Words::Yes);
    // 64 vectors of two rows, each with an element of A: a multiply-add loads B, and a quarter of a vector of
    // C that it stores again.
    EXPECT_DOUBLE_EQ(term(c, "T_OL").per_step(), 64 / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_nOL", Resource::Load, Phase::AllSteps).per_step(), (2 + 64 * 1.25) / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_nOL", Resource::Store, Phase::AllSteps).per_step(), 16);
    EXPECT_DOUBLE_EQ(term(c, "T_front").per_step(), (64 + 2 + 80 + 16 + 16 * 3) / 4.0);
    EXPECT_FALSE(has(c, "T_latency"));
}

TEST(InCore, StreamOverFewVectorsWaitsForItsSums) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({2, 16, 64});
    const Facts facts(problem, machine);
    const Cost c = evaluate(facts, stream(facts, 2, 1, 4), Words::Yes);
    EXPECT_GT(term(c, "T_latency").per_step(), term(c, "T_OL").per_step());
}

} // namespace
} // namespace autoconfig::testing
