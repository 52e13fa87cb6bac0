// Tests compile for what this CPU has: Halide's `host` can promise more (autoconfig/machine/host_features.h).
// Memory that nobody has written to holds no zeros.
#include "autoconfig/host.h"

#include <cstdlib>
#include <malloc.h>

namespace autoconfig {
namespace {

/// Halide reads HL_JIT_TARGET wherever no target is named; one that is set already stays.
[[maybe_unused]] const int named = setenv("HL_JIT_TARGET", host_target().to_string().c_str(), 0);

[[maybe_unused]] const int poisoned = mallopt(M_PERTURB, 0x5b);

} // namespace
} // namespace autoconfig
