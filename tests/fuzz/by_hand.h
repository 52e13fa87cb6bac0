// Schedules that somebody wrote before AutoConfig came.
#pragma once

#include "tests/fuzz/writer.h"

namespace autoconfig::fuzz {

/// Schedules the stages that the plan says have a schedule.
void schedule_by_hand(Writer& writer, const Plan& plan, std::vector<Handle>& stages);

} // namespace autoconfig::fuzz
