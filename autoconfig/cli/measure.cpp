// Builds and times configurations with the bench's means.
#include "autoconfig/cli/measure.h"

#include "autoconfig/cli/one_line.h"
#include "autoconfig/cli/staging.h"
#include "autoconfig/error.h"
#include "bench/builds.h"
#include "bench/pipelines/timing.h"
#include "bench/space.h"
#include "bench/summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <thread>

namespace autoconfig::cli {

namespace {

constexpr double build_limit_s = 300;

bench::BuiltKernel build_one(const SpecFor& spec_for, const std::string& name, const Halide::Target& target,
                             const Options& options, const std::string& directory) try {
    build(spec_for, name, {target}, options, autoconfig_scheduler(options), directory, false);
    bench::BuiltKernel kernel;
    kernel.library = directory + "/" + name + ".a";
    kernel.runtime = bench::runtime_in(directory);
    kernel.function = name;
    return kernel;
} catch (const Halide::Error& error) {
    throw Error("Halide: " + one_line(error.what()));
}

/// Pipelines are built in processes of their own alone: the names of Halide's Funcs count up in each process,
/// and those of the kernel that is kept should not depend on what was measured.
class Workshop {
public:
    Workshop(const SpecFor& spec_for, const Halide::Target& target, const Options& options,
             const std::string& directory)
        : spec_for_(spec_for), target_(target), options_(options), directory_(directory) {
        build_runtime(target, bench::runtime_in(directory));
    }

    /// The model's order, from the report of its choice; that is built as a side effect.
    Measurement ranked() {
        const bench::Build choice = build_all({""}).front();
        if (!choice.ok()) throw Error("--measure: " + choice.error);
        Measurement configs;
        for (const bench::Prediction& one : bench::read_space(directory_ + "/config0.explain.json"))
            configs.push_back({one.name, one.seconds, 0, ""});
        return configs;
    }

    /// One after the other by name; "" is the model's choice.
    std::vector<bench::Build> build_all(const std::vector<std::string>& configs) {
        std::vector<bench::BuildJob> jobs;
        for (const std::string& config : configs) {
            const std::string name = fmt::format("config{}", jobs.size());
            Options forced = options_;
            forced.force = config;
            jobs.push_back(
                {name, directory_, [=] { return build_one(spec_for_, name, target_, forced, directory_); }});
        }
        const int at_a_time = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
        return bench::build_all(jobs, at_a_time, build_limit_s, [](int) {});
    }

private:
    const SpecFor& spec_for_;
    const Halide::Target& target_;
    const Options& options_;
    std::string directory_;
};

/// Those that were built; the first is what the results of the others are compared with.
bench::PipelineTimingRequest timing_request(const std::vector<bench::Build>& builds,
                                            const Measurement& configs) {
    bench::PipelineTimingRequest request;
    for (std::size_t i = 0; i < builds.size(); ++i)
        if (builds[i].ok())
            request.kernels.push_back(
                {configs[i].config, builds[i].shared_library, builds[i].kernel.function, "", 0});
    if (!request.kernels.empty()) request.reference = request.kernels.front();
    return request;
}

void take_over(const std::map<std::string, bench::Outcome>& outcomes, Measurement& configs) {
    for (Measured& config : configs) {
        const auto found = outcomes.find(config.config);
        if (found == outcomes.end()) continue;
        config.failure = found->second.reason;
        if (config.failure.empty()) config.seconds = bench::seconds(found->second);
    }
}

} // namespace

Measurement measure_best(const SpecFor& spec_for, const Halide::Target& target, const Options& options,
                         const MeasureOptions& wanted, const std::string& directory) {
    const Staging staging(directory);
    const std::string folder = staging.path("");
    Workshop workshop(spec_for, target, options, folder);
    Measurement configs = workshop.ranked();
    configs.resize(std::min(configs.size(), static_cast<std::size_t>(wanted.count)));
    std::vector<std::string> names;
    for (const Measured& config : configs) names.push_back(config.config);
    const std::vector<bench::Build> builds = workshop.build_all(names);
    for (std::size_t i = 0; i < builds.size(); ++i) configs[i].failure = builds[i].error;
    bench::PipelineTimingRequest request = timing_request(builds, configs);
    if (request.kernels.empty()) return configs;
    request.pipeline = "--measure";
    request.threads = machine_for(target, options).cores;
    request.choices.low = -1;
    request.budget_s = wanted.seconds / static_cast<double>(request.kernels.size());
    take_over(bench::time_pipelines_in_child(request, folder).contestants, configs);
    return configs;
}

} // namespace autoconfig::cli
