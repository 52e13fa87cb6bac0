// What a configuration would cost, term by term.
#pragma once

#include "autoconfig/model/cost.h"
#include "autoconfig/space/config.h"
#include "autoconfig/space/facts.h"

namespace autoconfig {

/// Cycles of a configuration from enumerate(). In-core terms and L1-L2 transfers as in the ECM model (Stengel
/// et al., ICS 2015): the larger of the two where the machine overlaps them, else their sum; transfers from
/// beyond L2 are added.
Cost evaluate(const Facts& facts, const Config& config, Words words);

/// Cycles of the useful multiply-adds alone with every lane of so many cores busy: no configuration has
/// fewer.
double ideal_cycles(const Facts& facts, double cores);

} // namespace autoconfig
