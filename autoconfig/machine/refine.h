// Replaces numbers of a description by what LLVM's scheduling tables say of the target's CPU.
#pragma once

#include "autoconfig/machine/description.h"
#include "autoconfig/machine/load.h"

namespace autoconfig {

/// Touches only what the description lets LLVM refine, and nothing where LLVM does not know the CPU: that of
/// the traits or, where they name none, that of the description.
Machine refined_by_llvm(const Description& description, const TargetTraits& traits, bool fused);

} // namespace autoconfig
