// Lowers a pipeline to see whether Halide takes its schedule.
#pragma once

#include <Halide.h>

#include <string>

namespace autoconfig {

/// Throws Halide::Error with what Halide has against the schedule, or with the name of a number that the
/// lowered code uses and does not define. The pipeline stays as it is.
void lower_on_trial(const Halide::Pipeline& pipeline, const Halide::Target& target);

/// The name of a number that a module uses and does not define; or empty.
std::string free_number(const Halide::Module& module);

} // namespace autoconfig
