// Takes the L3 out of a Machine.
#pragma once

#include "autoconfig/machine/machine.h"

#include <string>

namespace autoconfig {

/// Lines from memory then come straight to L2, for what both links took; `source` says why.
inline void remove_l3(Machine& machine, const std::string& source) {
    machine.l3.bytes = 0;
    machine.l3_mem_cycles_per_line += machine.l2_l3_cycles_per_line;
    machine.l2_l3_cycles_per_line = 0;
    machine.sources["l3.bytes"] = machine.sources["l2_l3_cycles_per_line"] = source;
    machine.sources["l3_mem_cycles_per_line"] += "; and L2-L3: " + source;
}

} // namespace autoconfig
