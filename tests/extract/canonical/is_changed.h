// Whether a pipeline has another canonical form.
#pragma once

#include "autoconfig/extract/canonical/canonical.h"

#include "tests/support/targets.h"

#include <Halide.h>

namespace autoconfig::testing {

/// This changes its Funcs, then.
inline bool is_changed(const Halide::Func& output, const Halide::Target& target = sse41_target) {
    return !canonicalise(Halide::Pipeline(output), target).source.empty();
}

} // namespace autoconfig::testing
