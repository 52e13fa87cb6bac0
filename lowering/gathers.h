// Vectors that are loaded lane by lane.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Neither neighbours, or elements a few apart, nor one for all lanes.
inline bool is_gather(const Halide::Internal::Load& load) {
    return load.type.is_vector() && !load.index.as<Halide::Internal::Ramp>() &&
           !load.index.as<Halide::Internal::Broadcast>();
}

} // namespace autoconfig::lowering
