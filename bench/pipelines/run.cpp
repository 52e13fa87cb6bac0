// The run: build every pipeline by every scheduler, time them, measure how scheduling time grows.
#include "autoconfig/error.h"
#include "bench/about.h"
#include "bench/builds.h"
#include "bench/files.h"
#include "bench/page.h"
#include "bench/peers/stock.h"
#include "bench/pipelines/pipelines.h"
#include "bench/pipelines/results.h"
#include "bench/pipelines/timing.h"
#include "bench/progress.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace autoconfig::bench {

const std::vector<Pipeline>& known_pipelines() {
    static const std::vector<Pipeline> all = {{"blur", Group::Classic},
                                              {"unsharp_mask", Group::Classic},
                                              {"harris", Group::Classic},
                                              {"bilateral_grid", Group::Classic},
                                              {"local_laplacian", Group::Classic},
                                              {"stencil_chain", Group::Classic},
                                              {"nl_means", Group::Classic},
                                              {"histogram_equalize", Group::Classic},
                                              {"resize", Group::Classic},
                                              {"camera_pipe", Group::Classic},
                                              {"mlp", Group::Network},
                                              {"attention", Group::Network},
                                              {"mobilenet_block", Group::Network},
                                              {"resnet_block", Group::Network}};
    return all;
}

namespace {

struct Entrant {
    SchedulePeer schedule;
    Kind kind;
};

std::vector<Pipeline> chosen(const PipelineOptions& options) {
    if (options.pipelines.empty()) return known_pipelines();
    std::vector<Pipeline> pipelines;
    for (const std::string& name : options.pipelines) {
        const auto& all = known_pipelines();
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const Pipeline& p) { return p.name == name; });
        std::vector<std::string> names;
        for (const Pipeline& pipeline : all) names.push_back(pipeline.name);
        if (found == all.end())
            throw Error(fmt::format("pipeline '{}' is unknown; known are {}", name, fmt::join(names, ", ")));
        pipelines.push_back(*found);
    }
    return pipelines;
}

void check(const PipelineOptions& options) {
    for (int threads : options.threads)
        if (threads < 1) throw Error(fmt::format("threads is {}, needs at least 1", threads));
    create_folder(options.out_directory);
}

/// Ours and the peers that are wanted.
std::vector<Entrant> chosen_entrants(const std::vector<std::string>& wanted) {
    for (const std::string& peer : wanted)
        if (std::none_of(stock_peers.begin(), stock_peers.end(),
                         [&](const SchedulePeer& known) { return peer == known.name; }))
            throw Error(
                fmt::format("peer '{}' is unknown; known are adams2019, mullapudi2016, li2018", peer));
    std::vector<Entrant> chosen{{{"ours", "AutoConfig"}, Kind::Ours}};
    for (const SchedulePeer& stock : stock_peers)
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), stock.name) != wanted.end())
            chosen.push_back({stock, Kind::Stock});
    return chosen;
}

class Run {
public:
    Run(const PipelineOptions& options, const PipelineBuilder& builder, std::size_t steps)
        : options_(options), builder_(builder), entrants_(chosen_entrants(options.peers)),
          progress_("bench", static_cast<int>(steps)) {
        results_.machine = cpu_model();
        results_.date = utc_date();
        results_.environment = timing_environment(1);
        write();
    }

    void measure(const Pipeline& pipeline, int threads) {
        progress_.begin(fmt::format("{} on {} thread{}", pipeline.name, threads, threads == 1 ? "" : "s"));
        results_.pipelines.push_back({pipeline, threads, {}});
        PipelineResult& result = results_.pipelines.back();
        try {
            time(result);
        } catch (const std::exception& error) {
            fail_all(result.contestants, error.what());
        }
        write();
        progress_.end();
    }

    /// A scheduler that fails is not tried on longer chains.
    void measure_scaling() {
        progress_.begin("scheduling of chains");
        for (const Entrant& entrant : entrants_)
            for (int stages : {10, 20, 50, 100, 200})
                if (!scaling_point(entrant, stages)) break;
        write();
        progress_.end();
    }

    const PipelineResults& results() const { return results_; }

private:
    Build build(const PipelineRequest& request) {
        progress_.detail(request.name);
        return build_all({{request.name, request.directory, [&] { return builder_(request); }}}, 1,
                         options_.scheduler_limit_s, [](int) {})
            .front();
    }

    PipelineRequest request(const std::string& pipeline, int threads, const std::string& scheduler) const {
        PipelineRequest request;
        request.generator = pipeline;
        request.scheduler = scheduler;
        request.threads = threads;
        request.directory = fmt::format("{}/kernels/{}_{}", options_.out_directory, pipeline, threads);
        request.name = pipeline + "_" + scheduler;
        std::filesystem::create_directories(request.directory);
        return request;
    }

    /// Schedulers run one at a time, as their scheduling time is reported.
    void time(PipelineResult& result) {
        const std::string& name = result.pipeline.name;
        PipelineTimingRequest timing;
        timing.pipeline = name;
        timing.threads = result.threads;
        timing.low = result.pipeline.group == Group::Network ? -1.0f : 0.0f;
        const PipelineRequest reference = request(name, result.threads, "root");
        for (const Entrant& entrant : entrants_) {
            const PipelineRequest wanted = request(name, result.threads, entrant.schedule.scheduler);
            const Build built = build(wanted);
            Outcome outcome;
            outcome.name = outcome.family = entrant.schedule.name;
            outcome.kind = entrant.kind;
            outcome.reason = built.error;
            outcome.schedule_ms = built.kernel.schedule_ms;
            result.contestants.push_back(outcome);
            if (built.ok())
                timing.kernels.push_back(
                    {entrant.schedule.name, built.shared_library, built.kernel.function, "", 0});
        }
        const Build right = build(reference);
        if (!right.ok()) throw Error("reference: " + right.error);
        timing.reference = {"reference", right.shared_library, right.kernel.function, "", 0};
        progress_.detail("timing");
        merge(result.contestants, time_pipelines_in_child(timing, reference.directory).contestants);
    }

    /// Whether it succeeded.
    bool scaling_point(const Entrant& entrant, int stages) {
        PipelineRequest wanted = request("stencil_chain", 1, entrant.schedule.scheduler);
        wanted.params = {{"stages", std::to_string(stages)}, {"radius", "1"}};
        wanted.schedule_only = true;
        wanted.name = fmt::format("chain{}_{}", stages, entrant.schedule.scheduler);
        const Build built = build(wanted);
        results_.scaling.push_back({entrant.schedule.name, stages, built.kernel.schedule_ms, built.error});
        return built.ok();
    }

    void write() const {
        const nlohmann::json json = summarised(results_);
        write_file(options_.out_directory + "/results.json", json.dump(1) + "\n");
        write_file(options_.out_directory + "/index.html", pipelines_page(json));
    }

    const PipelineOptions& options_;
    const PipelineBuilder& builder_;
    const std::vector<Entrant> entrants_;
    PipelineResults results_;
    Progress progress_;
};

} // namespace

void run_pipelines(const PipelineOptions& options, const PipelineBuilder& builder) {
    const std::vector<Pipeline> pipelines = chosen(options);
    check(options);
    PipelineResults results;
    {
        Run run(options, builder, pipelines.size() * options.threads.size() + (options.scaling ? 1 : 0));
        for (const Pipeline& pipeline : pipelines)
            for (int threads : options.threads) run.measure(pipeline, threads);
        if (options.scaling) run.measure_scaling();
        results = run.results();
    }
    fmt::print("{}", text_table(results));
    fmt::print("\n{0}/index.html and {0}/results.json hold every number\n", options.out_directory);
}

} // namespace autoconfig::bench
