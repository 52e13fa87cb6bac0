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

namespace {

struct Entrant {
    SchedulePeer schedule;
    Kind kind;
};

std::vector<Pipeline> chosen(const Course& course, const PipelineOptions& options) {
    if (options.pipelines.empty()) return course.pipelines;
    std::vector<Pipeline> pipelines;
    for (const std::string& name : options.pipelines) {
        const auto& all = course.pipelines;
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

/// Ours, that by hand, and the peers that are wanted.
std::vector<Entrant> chosen_entrants(const Course& course, const std::vector<std::string>& wanted) {
    for (const std::string& peer : wanted)
        if (std::none_of(stock_peers.begin(), stock_peers.end(),
                         [&](const SchedulePeer& known) { return peer == known.name; }))
            throw Error(
                fmt::format("peer '{}' is unknown; known are adams2019, mullapudi2016, li2018", peer));
    std::vector<Entrant> chosen{{{"ours", "AutoConfig"}, Kind::Ours}};
    if (course.by_hand) chosen.push_back({manual_peer, Kind::Manual});
    for (const SchedulePeer& stock : stock_peers)
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), stock.name) != wanted.end())
            chosen.push_back({stock, Kind::Stock});
    return chosen;
}

class Run {
public:
    Run(const Course& course, const PipelineOptions& options, const PipelineBuilder& builder,
        std::size_t steps)
        : course_(course), options_(options), builder_(builder),
          entrants_(chosen_entrants(course, options.peers)), progress_("bench", static_cast<int>(steps)) {
        results_.machine = machine();
        results_.command = command();
        results_.halide = halide_version();
        results_.date = utc_date();
        results_.environment = timing_environment(1);
        write();
    }

    void measure(const Pipeline& pipeline, int threads) {
        progress_.begin(fmt::format("{} on {} thread{}", pipeline.name, threads, threads == 1 ? "" : "s"));
        const std::vector<Build> builds = build_entrants(pipeline.name, threads);
        const Build reference = course_.by_hand ? builds[1] : build(request(pipeline.name, threads, "root"));
        for (double scale : course_.scales) {
            if (pipeline.fixed && scale != 1) continue;
            results_.pipelines.push_back({pipeline, threads, scale, outcomes(builds)});
            time(results_.pipelines.back(), builds, reference);
            write();
        }
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

    std::string folder(const std::string& pipeline, int threads) const {
        return fmt::format("{}/kernels/{}_{}", options_.out_directory, pipeline, threads);
    }

    PipelineRequest request(const std::string& pipeline, int threads, const std::string& scheduler) const {
        PipelineRequest request;
        request.pipeline = pipeline;
        request.scheduler = scheduler;
        request.threads = threads;
        request.directory = folder(pipeline, threads);
        request.name = pipeline + "_" + scheduler;
        std::filesystem::create_directories(request.directory);
        return request;
    }

    /// Schedulers run one at a time, as their scheduling time is reported.
    std::vector<Build> build_entrants(const std::string& pipeline, int threads) {
        std::vector<Build> builds;
        for (const Entrant& entrant : entrants_)
            builds.push_back(build(request(pipeline, threads, entrant.schedule.scheduler)));
        return builds;
    }

    std::vector<Outcome> outcomes(const std::vector<Build>& builds) const {
        std::vector<Outcome> outcomes;
        for (std::size_t i = 0; i < entrants_.size(); ++i) {
            Outcome outcome;
            outcome.name = outcome.family = entrants_[i].schedule.name;
            outcome.kind = entrants_[i].kind;
            outcome.reason = builds[i].error;
            outcome.schedule_ms = builds[i].kernel.schedule_ms;
            outcomes.push_back(outcome);
        }
        return outcomes;
    }

    void time(PipelineResult& result, const std::vector<Build>& builds, const Build& reference) try {
        if (!reference.ok()) throw Error("reference: " + reference.error);
        PipelineTimingRequest timing;
        timing.pipeline = result.pipeline.name;
        timing.threads = result.threads;
        timing.choices = {result.pipeline.group == Group::Network ? -1.0f : 0.0f, result.scale,
                          result.pipeline.given};
        timing.reference = linked("reference", reference);
        for (std::size_t i = 0; i < entrants_.size(); ++i)
            if (builds[i].ok()) timing.kernels.push_back(linked(entrants_[i].schedule.name, builds[i]));
        progress_.detail("timing");
        merge(result.contestants,
              time_pipelines_in_child(timing, folder(result.pipeline.name, result.threads)).contestants);
    } catch (const std::exception& error) {
        fail_all(result.contestants, error.what());
    }

    static LinkedKernel linked(const std::string& name, const Build& build) {
        return {name, build.shared_library, build.kernel.function, "", 0};
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

    const Course& course_;
    const PipelineOptions& options_;
    const PipelineBuilder& builder_;
    const std::vector<Entrant> entrants_;
    PipelineResults results_;
    Progress progress_;
};

} // namespace

void run_pipelines(const Course& course, const PipelineOptions& options, const PipelineBuilder& builder) {
    const std::vector<Pipeline> pipelines = chosen(course, options);
    check(options);
    PipelineResults results;
    {
        Run run(course, options, builder,
                pipelines.size() * options.threads.size() + (options.scaling ? 1 : 0));
        for (const Pipeline& pipeline : pipelines)
            for (int threads : options.threads) run.measure(pipeline, threads);
        if (options.scaling) run.measure_scaling();
        results = run.results();
    }
    fmt::print("{}", text_table(results));
    fmt::print("\n{0}/index.html and {0}/results.json hold every number\n", options.out_directory);
}

} // namespace autoconfig::bench
