// Halide's own autoschedulers as peers, and no schedule at all.
#pragma once

#include <array>

namespace autoconfig::bench {

struct SchedulePeer {
    const char* name;      // "adams2019"
    const char* scheduler; // "Adams2019", as KernelRequest and PipelineRequest call it
};

inline constexpr std::array<SchedulePeer, 3> stock_peers{
    {{"adams2019", "Adams2019"}, {"mullapudi2016", "Mullapudi2016"}, {"li2018", "Li2018"}}};

/// The schedule that a pipeline's author wrote.
inline constexpr SchedulePeer manual_peer{"manual", "manual"};

/// The peers of a single operator: pipelines are too slow without a schedule to be timed so.
inline constexpr std::array<SchedulePeer, 4> schedule_peers{
    {stock_peers[0], stock_peers[1], stock_peers[2], {"unscheduled", "none"}}};

} // namespace autoconfig::bench
