// How many elements vectors have: of what is looked up, and of iterations that wait for each other.
#include "autoconfig/space/func_lanes.h"

#include "tests/space/looked_up.h"
#include "tests/support/machines.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// Lanes of a row of u8 that is computed with as 32 bits, from so many places that follow no rule.
int lanes_looked_up(double places, int registers, bool narrow = true) {
    FuncStages leader = looked_up();
    leader.store_bytes = leader.bytes = 1;
    leader.widest_bytes = 4;
    leader.stages[0].reads[0].loads = places;
    leader.stages[0].reads[0].narrow = narrow;
    Machine machine = machine_from_file("x86-avx512");
    machine.registers = registers;
    return lanes_of(leader, machine);
}

TEST(Lanes, HoldWhatIsLookedUpInRegisters) {
    EXPECT_EQ(lanes_looked_up(1, 32), 64);
    EXPECT_EQ(lanes_looked_up(2, 32), 64);
    EXPECT_EQ(lanes_looked_up(4, 32), 32);
    EXPECT_EQ(lanes_looked_up(25, 32), 16);
    EXPECT_EQ(lanes_looked_up(2, 16), 32);
    EXPECT_EQ(lanes_looked_up(4, 32, false), 64);
}

TEST(Lanes, LookUpNoMoreThanKeepsTheCoreBusy) {
    EXPECT_EQ(lanes_looked_up(8, 32, false), 32);
    EXPECT_EQ(lanes_looked_up(25, 32, false), 16);
}

/// A row of so many f32, each of which 20 iterations change by so many operations one after the other, of so
/// many instructions in all.
FuncStages iterated(std::int64_t row, double in_turn, double instructions) {
    FuncStages func = separable_blur(1024, 64, 1).funcs[2];
    func.dimensions[0].extent = row;
    StageWork update = func.stages[0];
    update.reads.clear();
    update.reduction = Reduction::Sum;
    update.iterations = 20;
    update.in_turn = in_turn;
    update.float_operations = instructions;
    update.register_bytes = func.widest_bytes * instructions;
    func.stages.push_back(update);
    return func;
}

TEST(Lanes, AreThoseOfVectorsInTurnsWhereIterationsWait) {
    const Machine machine = machine_from_file("x86-avx512"); // two instructions a cycle, four until the next
    EXPECT_EQ(lanes_of(iterated(1024, 10, 12), machine), 64);
    EXPECT_EQ(lanes_of(iterated(1024, 10, 40), machine), 32);
    EXPECT_EQ(lanes_of(iterated(1024, 10, 60), machine), 16);
    EXPECT_EQ(lanes_of(iterated(1024, 3, 4), machine), 16);
    // Where whole vectors fill the row, or all but a small part.
    EXPECT_EQ(lanes_of(iterated(96, 10, 12), machine), 32);
    EXPECT_EQ(lanes_of(iterated(48, 10, 12), machine), 16);
    EXPECT_EQ(lanes_of(iterated(1000, 10, 12), machine), 64);
    EXPECT_EQ(lanes_of(iterated(300, 10, 12), machine), 32);
    FuncStages sum = iterated(1024, 10, 12);
    sum.stages[1].any_order = true; // has partial results
    EXPECT_EQ(lanes_of(sum, machine), 16);
    FuncStages scan = iterated(1024, 10, 12);
    scan.stages[1].reduction = Reduction::Scan;
    EXPECT_EQ(lanes_of(scan, machine), 16);
}

TEST(Lanes, OfAVectorThatGoesOnBeyondAShortRow) {
    const Machine machine = machine_from_file("x86-avx512");
    const auto lanes = [&](std::int64_t row, ExtentSource source) {
        FuncStages func = separable_blur(row, 64, 1).funcs[2];
        func.dimensions[0].source = source;
        return overrunning_lanes_of(func, machine);
    };
    EXPECT_EQ(lanes(13, ExtentSource::Bound), 16);
    EXPECT_EQ(lanes(3, ExtentSource::Bound), 4);
    EXPECT_EQ(lanes(8, ExtentSource::Bound), 8);
    EXPECT_EQ(lanes(100, ExtentSource::Bound), 16);
    EXPECT_EQ(lanes(13, ExtentSource::Estimate), 8); // may be another one
}

} // namespace
} // namespace autoconfig::testing
