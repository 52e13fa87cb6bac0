// Whether AutoConfig's schedule of a plan computes what the unscheduled pipeline does, and is lowered as
// AutoConfig says.
#pragma once

#include "tests/fuzz/plan.h"

#include <string>

namespace autoconfig::fuzz {

struct Verdict {
    enum { Right, Wrong, Discarded } what = Right;
    std::string reason;            // what is wrong, or why the pipeline itself is not right at these sizes
    int run = 0;                   // which size showed it
    double scheduling_seconds = 0; // of AutoConfig
};

/// How a plan is tried.
struct Trial {
    int seconds = 30; // of CPU time
    std::string
        plugin; // a file; empty: AutoConfig as it is linked, whose Plan is compared with the code, too
};

/// Lets this process compile once, so that its children need not, and loads the plugin.
void warm_up(const Trial& trial);

/// In a child process: every Func computed at root without further schedule, against AutoConfig's schedule,
/// at every size of the plan. A crash and a missing end are wrong, too; but where the schedules that were
/// written by hand are wrong without AutoConfig, or Halide makes the same of the plan where nobody schedules
/// the rest, as where inlining asks for more of an input, the plan is discarded.
Verdict judge(const Plan& plan, const Trial& trial);

/// The schedule's source, or what happened instead.
std::string schedule_of(const Plan& plan, int seconds);

} // namespace autoconfig::fuzz
