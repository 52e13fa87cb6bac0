// The outcome of choosing among configurations, with everything needed to say why.
#pragma once

#include "autoconfig/extract/problem.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/model/cost.h"
#include "autoconfig/model/rounding.h"
#include "autoconfig/space/config.h"

#include <string>
#include <vector>

namespace autoconfig {

struct Candidate {
    Config config;
    Cost cost;
};

/// A family of configurations that does not apply, and why.
struct Refusal {
    std::string what;   // "stream"
    std::string reason; // "needs M <= 4: ..."
};

/// A change of the problem or the machine that would change the winner.
struct Flip {
    std::string change; // "L2 below 410K"
    std::string winner; // name of the configuration chosen then
};

struct Decision {
    Problem problem;
    Machine machine;
    Accuracy accuracy;             // that all of the ranked keep
    std::vector<Candidate> ranked; // by cycles, ties by Config's order; ranked[0] is the winner
    std::vector<Refusal> refused;
    std::vector<Flip> flips; // where they are asked for
    const Candidate& winner() const { return ranked.front(); }
};

} // namespace autoconfig
