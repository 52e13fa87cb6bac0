// How the terms of a cost add up to time, as rows of text.
#pragma once

#include "autoconfig/machine/machine.h"
#include "autoconfig/model/cost.h"

#include <string>

namespace autoconfig::report {

/// A row for every phase with what its resources come to, one for one thread, and one for several.
std::string times_table(const Cost& cost, const Machine& machine);

} // namespace autoconfig::report
