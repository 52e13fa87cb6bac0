// Whatever goes wrong while a pipeline is scheduled, it gets a plain schedule that is right.
#pragma once

#include "autoconfig/autoschedule.h"

#include <functional>

namespace autoconfig {

using SchedulePipeline = std::function<Outcome(const Halide::Pipeline&, bool cautious)>;

/// What `schedule` makes of the pipeline. If it throws anything but Error, which is the caller's to see, or
/// if Halide cannot lower what it made of something doubtful or beside somebody's schedule by hand, the
/// pipeline is put back as it was, and scheduled cautiously (Options::cautious). If that fails, too, Funcs
/// are computed at root where nothing was scheduled by hand, and stay as they are otherwise; a note says what
/// happened.
Outcome guarded(const Halide::Pipeline& pipeline, const Halide::Target& target,
                const SchedulePipeline& schedule);

} // namespace autoconfig
