// Makes a failing plan small.
#pragma once

#include "tests/fuzz/plan.h"

#include <functional>

namespace autoconfig::fuzz {

/// Goes to a smaller plan as long as there is one that fails, trying at most `trials`. `fails` says it of a
/// plan.
Plan shrink(Plan plan, const std::function<bool(const Plan&)>& fails, int trials);

} // namespace autoconfig::fuzz
