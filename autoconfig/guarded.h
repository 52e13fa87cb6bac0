// Whatever goes wrong while a pipeline is scheduled, it gets a plain schedule that is right.
#pragma once

#include "autoconfig/autoschedule.h"

#include <functional>

namespace autoconfig {

using SchedulePipeline = std::function<Outcome(const Halide::Pipeline&)>;

/// What `schedule` makes of the pipeline. If it throws anything but Error, which is the caller's to see, or
/// if Halide cannot lower what it made beside somebody's schedule by hand, the pipeline is put back as it
/// was. Then Funcs are computed at root where nothing was scheduled by hand, and stay as they are otherwise;
/// a note says what happened.
Outcome guarded(const Halide::Pipeline& pipeline, const Halide::Target& target,
                const SchedulePipeline& schedule);

} // namespace autoconfig
