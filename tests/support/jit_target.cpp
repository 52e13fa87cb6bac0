// Tests compile for what this CPU has: Halide's `host` can promise more (autoconfig/cli/host_target.h).
#include "autoconfig/cli/targets.h"

#include <cstdlib>

namespace autoconfig {
namespace {

/// Halide reads HL_JIT_TARGET wherever no target is named; one that is set already stays.
[[maybe_unused]] const int named = setenv("HL_JIT_TARGET", cli::host_target().to_string().c_str(), 0);

} // namespace
} // namespace autoconfig
