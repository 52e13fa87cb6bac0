// When measuring is worth it.
#pragma once

#include "autoconfig/cli/kernel.h"

#include <string>

namespace autoconfig::cli {

/// One line where the model cannot tell its choice from the next best and this machine could: how many
/// configurations `build --measure` should try. Empty where the model is sure, where the configuration was
/// measured or named, and for a target that this machine does not run.
std::string advice(const Scheduled& scheduled);

} // namespace autoconfig::cli
