// Lines of A and B that a step of register_tile's and blocked's inner loop reads anew.
#pragma once

#include "autoconfig/model/contraction.h"

namespace autoconfig {

struct StepLines {
    double a_from_l2, b_from_l2; // through L1
    double a_from_l3, b_from_l3; // through L2
    double begun = 1;            // share of tiles whose rows of A are not in L1 yet
};
StepLines step_lines(const Contraction& run);

} // namespace autoconfig
