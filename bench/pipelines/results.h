// What was measured of pipelines, as plain data with a JSON form, and the figures derived from it.
#pragma once

#include "bench/pipelines/pipelines.h"
#include "bench/results.h"

#include <map>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// One pipeline, scheduled for and run by a number of threads.
struct PipelineResult {
    Pipeline pipeline;
    int threads = 1;
    double scale = 1;                 // of the sizes, as in ArgumentChoices; scheduled for at 1
    std::vector<Outcome> contestants; // ours first, then the one by hand, then the stock schedulers
};

/// Scheduling a chain of stencils.
struct ScalingPoint {
    std::string scheduler;
    int stages = 0;
    double schedule_ms = 0; // 0 where it failed
    std::string reason;     // why it failed
};

struct PipelineResults {
    std::string machine; // about.h has the form of these four
    std::string date;
    std::string command;
    std::string halide;
    std::map<std::string, std::string> environment; // variables set for the timing processes of one thread
    std::vector<PipelineResult> pipelines;
    std::vector<ScalingPoint> scaling;
};

/// Our contestant where it ran right; null otherwise.
const Outcome* ours(const PipelineResult& result);
/// The fastest stock schedule that ran right; null when there is none.
const Outcome* best_stock(const PipelineResult& result);
/// The schedule by hand where it ran right; null otherwise.
const Outcome* by_hand(const PipelineResult& result);
/// How many times as fast as the best stock schedule, or as that by hand, we are; 0 where one of both is
/// missing.
double ratio_to_best(const PipelineResult& result);
double ratio_to_hand(const PipelineResult& result);

/// The contestant of a result that ours is compared with.
using Rival = const Outcome* (*)(const PipelineResult&);
/// How many times as fast we are on the pipelines of a group, on so many threads at a scale, where the rival
/// ran right; ratio_of_failure (summary.h) where ours did not.
std::vector<double> ratios(const PipelineResults& results, Group group, int threads, double scale,
                           Rival rival);

/// The results with the derived figures beside the measured ones: what results.json and the page hold.
nlohmann::json summarised(const PipelineResults& results);

/// Milliseconds, ratios to every other schedule (above 1: we are faster), scheduling times and memory;
/// geomean, median and worst of each group; the scaling; the reason of everything wrong or failed. Ends with
/// a newline.
std::string text_table(const PipelineResults& results);

NLOHMANN_JSON_SERIALIZE_ENUM(Group, {{Group::Classic, "classic"},
                                     {Group::Network, "network"},
                                     {Group::Application, "application"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Pipeline, name, group, given, fixed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PipelineResult, pipeline, threads, scale, contestants)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ScalingPoint, scheduler, stages, schedule_ms, reason)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PipelineResults, machine, date, command, halide, environment, pipelines,
                                   scaling)

} // namespace autoconfig::bench
