// The problem in words and the figures both reports derive.
#include "autoconfig/report/wording.h"
#include "tests/report/samples.h"

#include <gtest/gtest.h>

namespace autoconfig::report {
namespace {

Problem with_roles(std::vector<Loop> loops) {
    Problem p;
    p.loops = std::move(loops);
    return p;
}

TEST(Facts, OperationIsNamedByTheRolesPresent) {
    EXPECT_EQ(operation(samples::matmul(5, 6, 7)), "matmul");
    EXPECT_EQ(operation(samples::matmul(1, 6, 7)), "matrix-vector product");
    EXPECT_EQ(operation(samples::matmul(5, 1, 7)), "matrix-vector product");
    EXPECT_EQ(operation(samples::matmul(1, 1, 7)), "dot product");
    const Loop n{"n", Role::N, 8}, m{"m", Role::M, 8}, b{"b", Role::Batch, 8}, k{"k", Role::K, 8},
        r{"r", Role::Window, 3};
    EXPECT_EQ(operation(with_roles({n, m, b, k})), "batched matmul");
    EXPECT_EQ(operation(with_roles({n, m})), "outer product");
    EXPECT_EQ(operation(with_roles({n, m, k, r})), "convolution");
    EXPECT_EQ(operation(with_roles({m, b, r})), "depthwise convolution");
}

TEST(Facts, ExpressionShowsEveryIndexMap) {
    EXPECT_EQ(expression(samples::matmul(5, 6, 7)), "C[n, m] += A[k, m] * B[n, k]");
}

TEST(Facts, ExpressionShowsStridesSignsAndConstants) {
    Problem p = samples::matmul(5, 6, 7);
    p.a.coefficient = {{0, 2, 1}, {0, 0, 0}, {0, -1, -3}};
    EXPECT_EQ(expression(p), "C[n, m] += A[m*2 + k, 0, -m - k*3] * B[n, k]");
}

TEST(Facts, TypesAreOneWordWhereTheyAgree) {
    EXPECT_EQ(types(samples::matmul(5, 6, 7)), "f32");
    EXPECT_EQ(types(samples::integers()), "u8 * i8 -> i32");
    Problem requantised = samples::integers();
    requantised.out.type = requantised.a.type;
    EXPECT_EQ(types(requantised), "u8 * i8 -> i32, stored as u8");
}

TEST(Facts, WorkIsFloatingPointOnlyWhereTheAccumulatorIs) {
    EXPECT_EQ(work_unit(samples::matmul(5, 6, 7)), "FLOP");
    EXPECT_EQ(work_unit(samples::integers()), "OP");
}

TEST(Facts, ContiguousNamesTheOperandsALoopWalksThrough) {
    const Problem p = samples::matmul(5, 6, 7);
    EXPECT_EQ(contiguous_in(p, 0), (std::vector<std::string>{"B", "C"}));
    EXPECT_EQ(contiguous_in(p, 1), std::vector<std::string>{});
    EXPECT_EQ(contiguous_in(p, 2), std::vector<std::string>{"A"});
}

TEST(Facts, ContiguousNamesAFuncOnceThatIsBothOperands) {
    Problem square = samples::matmul(5, 5, 5);
    square.a = square.b;
    EXPECT_EQ(contiguous_in(square, 0), (std::vector<std::string>{"B", "C"}));
}

TEST(Facts, MachineBalanceIsPeakOverMemoryBandwidth) {
    // 2 FLOP * 16 lanes * 2 FMA/cy = 64 FLOP/cy; 64 B / 10 cy = 6.4 B/cy.
    EXPECT_DOUBLE_EQ(machine_balance(samples::matmul(5, 6, 7), samples::avx512()), 10);
    Problem f64 = samples::matmul(5, 6, 7);
    f64.accumulator.bits = 64;
    EXPECT_DOUBLE_EQ(machine_balance(f64, samples::avx512()), 5);
    EXPECT_DOUBLE_EQ(machine_balance(samples::integers(), samples::avx512()), 5);
}

TEST(Facts, ArithmeticIntensityCountsEachElementOnce) {
    // 2*4*4*4 FLOP, 3 * 4*4 elements of 4 bytes.
    EXPECT_DOUBLE_EQ(arithmetic_intensity(samples::matmul(4, 4, 4)), 128.0 / 192);
}

TEST(Facts, ResidentInTheSmallestLevelThatHoldsAll) {
    // 3 n^2 elements: n = 64 is exactly 48K, the L1.
    EXPECT_EQ(resident_in(samples::matmul(64, 64, 64), samples::avx512()), "L1");
    EXPECT_EQ(resident_in(samples::matmul(65, 64, 64), samples::avx512()), "L2");
    EXPECT_EQ(resident_in(samples::matmul(512, 512, 512), samples::avx512()), "L3");
    EXPECT_EQ(resident_in(samples::matmul(4096, 4096, 4096), samples::avx512()), "memory");
    EXPECT_EQ(resident_in(samples::matmul(512, 512, 512), samples::neon()), "memory");
}

TEST(Facts, ThreadsAreCoresThatHaveATask) {
    Config c;
    c.tasks = 12;
    EXPECT_EQ(threads(c, samples::avx512()), 1);
    c.parallel = ParallelLoop::Jc;
    EXPECT_EQ(threads(c, samples::avx512()), 2);
    c.tasks = 1;
    EXPECT_EQ(threads(c, samples::avx512()), 1);
}

TEST(Facts, SecondsFollowFromTheFrequency) { EXPECT_DOUBLE_EQ(seconds(8.2e6, samples::avx512()), 2e-3); }

TEST(Facts, FlopsPerSecondCountUsefulWorkOnly) {
    Decision d;
    d.problem = samples::matmul(256, 256, 256);
    d.machine = samples::avx512(); // 4.1 GHz
    d.ranked.resize(1);
    d.ranked[0].cost.cycles = 4.1e9 / 1000;
    EXPECT_DOUBLE_EQ(flops_per_second(d), 33554432e3);
}

TEST(Facts, RegistersHoldAccumulatorsOneRowOfBAndOneBroadcast) {
    Config c;
    c.n_v = 4;
    Problem problem = samples::matmul(256, 256, 256);
    EXPECT_EQ(registers_used(6, c, problem), 29);
    EXPECT_EQ(registers_used(7, c, problem), 33);
    problem.step = {"C + abs(A - B)", 3, 2};
    EXPECT_EQ(registers_used(6, c, problem), 31);
}

} // namespace
} // namespace autoconfig::report
