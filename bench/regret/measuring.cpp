// Builds and times the configurations of one shape.
#include "bench/regret/measuring.h"

#include "autoconfig/statistics.h"
#include "bench/about.h"
#include "bench/builds.h"
#include "bench/files.h"
#include "bench/regret/selection.h"
#include "bench/summary.h"
#include "bench/timing.h"

#include <fmt/format.h>

#include <filesystem>

namespace autoconfig::bench {

namespace {

constexpr double build_limit_s = 120;

/// A folder for the kernels of a shape: they take far more space than what is learnt from them.
class KernelFolder {
public:
    explicit KernelFolder(std::string path) : path_(std::move(path)) { create_folder(path_); }
    ~KernelFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    KernelFolder(const KernelFolder&) = delete;
    KernelFolder& operator=(const KernelFolder&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

KernelRequest request(const Shape& shape, const std::string& config, std::size_t index, int threads,
                      const std::string& directory) {
    KernelRequest request;
    request.shape = shape;
    request.threads = threads;
    request.algorithm = "direct";
    request.force_config = config;
    request.name = fmt::format("config{}", index);
    request.directory = directory;
    request.runtime = runtime_in(directory);
    return request;
}

TimingRequest timing_request(const Shape& shape, const RegretOptions& options) {
    TimingRequest timing;
    timing.shape = shape;
    timing.threads = options.threads;
    timing.space_budget_s = options.seconds_a_shape;
    return timing;
}

MeasuredConfig measured(const Outcome& outcome, double predicted_s, double weight) {
    return {outcome.name, seconds(outcome), relative_spread(outcome.rounds_s), predicted_s, weight};
}

} // namespace

MeasuredSpace measure_space(const Shape& shape, const ModelledSpace& modelled, const RegretOptions& options,
                            const KernelBuilder& builder, const RuntimeBuilder& runtime, Progress& progress) {
    const KernelFolder folder(options.out_directory + "/kernels/" + shape.file());
    runtime(runtime_in(folder.path()));
    const std::vector<Selected> selected = select(modelled.configs.size(), options.most, options.seed);
    std::vector<KernelRequest> requests;
    for (const Selected& one : selected)
        requests.push_back(
            request(shape, modelled.configs[one.index], one.index, options.threads, folder.path()));
    const auto builds = build_all(builder, requests, options.build_jobs, build_limit_s, [&](int finished) {
        progress.detail(fmt::format("building {}/{}", finished, requests.size()));
    });

    MeasuredSpace space;
    space.shape = shape;
    space.machine = cpu_model();
    space.threads = options.threads;
    space.size = static_cast<int>(modelled.configs.size());
    TimingRequest timing = timing_request(shape, options);
    for (std::size_t i = 0; i < builds.size(); ++i) {
        const std::string& name = requests[i].force_config;
        if (builds[i].ok())
            timing.space.push_back({name, builds[i].shared_library, builds[i].kernel.function, "", 0});
        else
            space.failed[name] = builds[i].error;
    }
    progress.detail(fmt::format("timing {}", timing.space.size()));
    const auto outcomes = time_in_child(timing, folder.path()).space;
    const std::vector<double> predicted_s = modelled.predicted_s("");
    for (const Selected& one : selected) {
        const auto outcome = outcomes.find(modelled.configs[one.index]);
        if (outcome == outcomes.end()) continue;
        if (outcome->second.status == Status::Ok)
            space.configs.push_back(measured(outcome->second, predicted_s[one.index], one.weight));
        else
            space.failed[outcome->first] = outcome->second.reason;
    }
    return space;
}

} // namespace autoconfig::bench
