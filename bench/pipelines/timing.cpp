// Times the kernels of one pipeline: the reference runs first, then every contestant once to be compared with
// it, then all in turn.
#include "bench/pipelines/timing.h"

#include "bench/child.h"
#include "bench/files.h"
#include "bench/measure.h"
#include "bench/pipelines/memory.h"
#include "bench/pipelines/pipeline_call.h"
#include "bench/placement.h"
#include "bench/timing_files.h"

namespace autoconfig::bench {

const char* const pipeline_timing_command = "bench-pipeline-timing-process";

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ArgumentChoices, low, scale, given)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PipelineTimingRequest, pipeline, reference, choices, threads, budget_s,
                                   kernels, crashed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PipelineTimingResponse, contestants)

namespace {

/// The contestants that ran right, and what became of all.
class Trial {
public:
    Trial(const PipelineTimingRequest& request, const TimingFiles& files)
        : request_(request), files_(files), reference_(request.reference.library, request.reference.function),
          arguments_(reference_.metadata(), request.choices, reference_.bounds_query()),
          placement_(request.threads) {
        reference_.call_on(arguments_)();
        expected_ = arguments_.outputs();
    }

    void enter(const LinkedKernel& kernel) {
        Outcome& outcome = outcomes_[kernel.name];
        outcome.name = kernel.name;
        const auto crash = request_.crashed.find(kernel.name);
        if (crash != request_.crashed.end()) {
            outcome.reason = crash->second;
            return;
        }
        write_file(files_.journal, kernel.name);
        try {
            attempt(kernel, outcome);
        } catch (const std::exception& error) {
            outcome.reason = error.what();
        }
    }

    std::map<std::string, Outcome> race() {
        write_file(files_.journal, "");
        placement_.place_this_thread();
        Protocol protocol;
        protocol.budget_s = request_.budget_s;
        std::vector<std::vector<double>> rounds = measure(calls_, protocol);
        for (std::size_t i = 0; i < runners_.size(); ++i) runners_[i]->rounds_s = std::move(rounds[i]);
        return std::move(outcomes_);
    }

private:
    void attempt(const LinkedKernel& kernel, Outcome& outcome) {
        const CompiledPipeline pipeline(kernel.library, kernel.function);
        const Call call = pipeline.call_on(arguments_);
        arguments_.poison_outputs();
        outcome.peak_bytes = peak_bytes(pipeline.library(), call);
        placement_.place_new_threads();
        outcome.reason = compare_outputs(arguments_.outputs(), expected_, arguments_.unit());
        outcome.status = outcome.reason.empty() ? Status::Ok : Status::Wrong;
        if (outcome.status != Status::Ok) return;
        calls_.push_back(call);
        runners_.push_back(&outcome);
    }

    const PipelineTimingRequest& request_;
    const TimingFiles& files_;
    CompiledPipeline reference_;
    Arguments arguments_;
    Placement placement_;
    std::vector<double> expected_;
    std::map<std::string, Outcome> outcomes_;
    std::vector<Call> calls_;
    std::vector<Outcome*> runners_;
};

PipelineTimingResponse respond(const PipelineTimingRequest& request, const TimingFiles& files) {
    Trial trial(request, files);
    for (const LinkedKernel& kernel : request.kernels) trial.enter(kernel);
    return {trial.race()};
}

} // namespace

PipelineTimingResponse time_pipelines_in_child(PipelineTimingRequest request, const std::string& directory) {
    const std::string what = request.pipeline;
    return ask_child<PipelineTimingResponse>(pipeline_timing_command, std::move(request), directory, what);
}

int pipeline_timing_child(const std::string& directory) {
    return answer_as_child<PipelineTimingRequest>(directory, respond);
}

} // namespace autoconfig::bench
