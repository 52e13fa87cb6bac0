// See pipelines.h: all lists.
#include "tests/schedules/pipelines.h"

#include <stdexcept>

namespace autoconfig::testing {

std::vector<PipelineCase> any_pipelines() {
    std::vector<PipelineCase> all;
    for (const auto* cases :
         {&published_cases(), &coordinate_cases(), &reduction_cases(), &pair_cases(), &gathered_cases(),
          &update_cases(), &step_cases(), &phase_cases(), &fixed_cases(), &fuzzed_cases(), &region_cases(),
          &vector_cases(), &image_cases(), &window_cases()})
        all.insert(all.end(), cases->begin(), cases->end());
    return all;
}

Built build(const std::string& name, const Sizes& stated, const Bound& bound) {
    std::vector<PipelineCase> all = any_pipelines();
    for (const auto* cases : {&contraction_cases(), &spelled_cases(), &network_cases(), &ladder_cases()})
        all.insert(all.end(), cases->begin(), cases->end());
    for (const PipelineCase& one : all)
        if (one.name == name) return one.build(stated, bound);
    throw std::runtime_error("no pipeline is called " + name);
}

} // namespace autoconfig::testing
