// Whole spaces of small, large and odd products, for what must hold of every configuration.
#pragma once

#include "autoconfig/space/space.h"
#include "tests/model/plain_machine.h"

namespace autoconfig::testing {

/// Calls visit(facts, configuration) for each configuration of each shape, in every layout.
template<typename Visit>
void for_each_configuration(const Machine& machine, const Visit& visit) {
    const Matmul shapes[] = {{1, 1, 1},          {16, 16, 16},       {128, 768, 768},
                             {1, 2304, 768},     {4, 16384, 4096},   {2048, 512, 13},
                             {1024, 1024, 1024}, {128, 64, 128, 12}, {992, 992, 992}};
    for (Matmul mm : shapes)
        for (int variant = 0; variant < 4; ++variant) {
            mm.trans_b = variant & 1;
            mm.bound = variant & 2;
            const Problem problem = problem_of(mm);
            const Facts facts(problem, machine);
            for (const Config& config : enumerate(problem, machine).configs) {
                SCOPED_TRACE(std::to_string(mm.m) + "x" + std::to_string(mm.n) + "x" + std::to_string(mm.k) +
                             " variant " + std::to_string(variant) + " " + config.name());
                visit(facts, config);
            }
        }
}

/// The plain machine, and one whose transfers overlap but for a share; each with a number for everything.
inline std::vector<Machine> both_policies(int cores) {
    Machine serial = plain_machine(cores);
    serial.row_start_cycles = 14;
    serial.set_fill_cycles = 29;
    Machine overlapping = serial;
    overlapping.l2_l3_overlaps = true;
    overlapping.l1_l2_exposed = 0.25;
    return {serial, overlapping};
}

} // namespace autoconfig::testing
