// Stands in for llvm_costs.cpp where there is no shared LLVM to ask: every CPU is unknown.
#include "autoconfig/machine/llvm_costs.h"

namespace autoconfig {

std::optional<LlvmCosts> llvm_costs(InstructionSet, bool, const std::string&) { return std::nullopt; }

std::string llvm_name() { return "no LLVM"; }

} // namespace autoconfig
