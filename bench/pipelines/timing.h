// The timing of one pipeline's kernels in a process of its own.
#pragma once

#include "bench/pipelines/arguments.h"
#include "bench/results.h"
#include "bench/timing.h"

#include <map>
#include <string>
#include <vector>

namespace autoconfig::bench {

struct PipelineTimingRequest {
    std::string pipeline;
    LinkedKernel reference; // whose result is right; not timed
    ArgumentChoices choices;
    int threads = 1;
    double budget_s = 1.5; // seconds each kernel may take: pipelines take milliseconds, enough for all rounds
    std::vector<LinkedKernel> kernels;
    std::map<std::string, std::string> crashed; // contestants to leave out, and why
};

/// By contestant's name: status, reason, rounds and memory are filled in.
struct PipelineTimingResponse {
    std::map<std::string, Outcome> contestants;
};

/// As time_in_child: a contestant that crashes is noted as failed and the process started again without it.
PipelineTimingResponse time_pipelines_in_child(PipelineTimingRequest request, const std::string& directory);

/// The child's side. Returns its exit status.
int pipeline_timing_child(const std::string& directory);

extern const char* const pipeline_timing_command;

} // namespace autoconfig::bench
