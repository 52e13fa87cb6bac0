// Has somebody scheduled this Func? Such a Func is left alone. Bounds and estimates are not a schedule.
#pragma once

#include <Halide.h>

namespace autoconfig::extraction {

bool is_scheduled(const Halide::Internal::Function& function);

} // namespace autoconfig::extraction
