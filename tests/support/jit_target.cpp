// Tests compile for what this CPU has: Halide's `host` can promise more (autoconfig/machine/host_features.h).
#include "autoconfig/host.h"

#include <cstdlib>

namespace autoconfig {
namespace {

/// Halide reads HL_JIT_TARGET wherever no target is named; one that is set already stays.
[[maybe_unused]] const int named = setenv("HL_JIT_TARGET", host_target().to_string().c_str(), 0);

} // namespace
} // namespace autoconfig
