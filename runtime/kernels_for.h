// Which loops stand for the code of a machine.
#pragma once

#include "runtime/kernels.h"

#include <string>
#include <vector>

namespace autoconfig::runtime {

/// Loops that stand for the code of a machine of this lineage. Error where this CPU cannot run them.
const Kernels& kernels_for(const std::vector<std::string>& lineage);

} // namespace autoconfig::runtime
