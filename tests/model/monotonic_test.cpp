// Better machines are not slower.
#include "tests/model/spaces.h"

namespace autoconfig::testing {
namespace {

/// Every configuration is at most as slow on `better` as on the other machine, its terms of one name left
/// out.
void expect_not_slower(const Machine& better, const char* without = "",
                       const Machine& machine = plain_machine(4)) {
    for_each_configuration(machine, [&](const Facts& before, const Config& config) {
        const Facts after(before.problem, better);
        EXPECT_LE(evaluate(after, config, Words::No, without).cycles,
                  evaluate(before, config, Words::No, without).cycles * (1 + 1e-12));
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

/// But for lines of the result, of which a larger cache holds more that another core wants.
TEST(Monotonic, LargerL2) {
    for (int ways : {16, 32}) {
        Machine machine = plain_machine(4);
        machine.l2.bytes *= 2;
        machine.l2.ways = ways;
        expect_not_slower(machine, "T_share");
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

/// But for the pool's lock, for which more threads wait longer.
TEST(Monotonic, MoreCores) {
    const auto without_lock = [](Machine machine) {
        machine.fork_join_cycles = machine.queue_cycles = 0;
        return machine;
    };
    expect_not_slower(without_lock(plain_machine(8)), "", without_lock(plain_machine(4)));
}

} // namespace
} // namespace autoconfig::testing
