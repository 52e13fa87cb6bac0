// Builds kernels in forked processes, several at a time.
#include "bench/builds.h"

#include "bench/kernel.h"
#include "bench/process.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

namespace autoconfig::bench {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BuiltKernel, library, runtime, function, packer, algorithm, max_rel_error,
                                   schedule_ms, predicted_cycles, frequency_ghz, decision, explain_path)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Build, kernel, shared_library, error)

namespace {

std::string log_of(const BuildJob& job) { return job.directory + "/" + job.name + ".build.log"; }

ForkedCall start(const BuildJob& job, double limit_s) {
    const auto work = [&job] {
        Build build;
        build.kernel = job.build();
        if (!build.kernel.library.empty())
            build.shared_library = link_shared(build.kernel.library, build.kernel.runtime);
        return nlohmann::json(build).dump();
    };
    return ForkedCall(work, log_of(job), limit_s);
}

/// The log is kept where it explains a failure.
Build collect(const ForkedCall& call, const BuildJob& job) {
    if (call.error().empty()) {
        std::filesystem::remove(log_of(job));
        return nlohmann::json::parse(call.result()).get<Build>();
    }
    Build build;
    build.error = call.error();
    return build;
}

} // namespace

std::string runtime_in(const std::string& directory) { return directory + "/halide_runtime.a"; }

std::vector<Build> build_all(const std::vector<BuildJob>& work, int jobs, double limit_s,
                             const std::function<void(int finished)>& on_progress) {
    std::vector<Build> builds(work.size());
    std::map<std::size_t, ForkedCall> running;
    std::size_t next = 0;
    while (next < work.size() || !running.empty()) {
        while (next < work.size() && running.size() < static_cast<std::size_t>(jobs)) {
            running.emplace(next, start(work[next], limit_s));
            ++next;
        }
        for (auto entry = running.begin(); entry != running.end();) {
            const bool finished = entry->second.finished();
            if (finished) builds[entry->first] = collect(entry->second, work[entry->first]);
            entry = finished ? running.erase(entry) : std::next(entry);
        }
        on_progress(static_cast<int>(next - running.size()));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return builds;
}

std::vector<Build> build_all(const KernelBuilder& builder, const std::vector<KernelRequest>& requests,
                             int jobs, double limit_s, const std::function<void(int finished)>& on_progress) {
    std::vector<BuildJob> work;
    for (const KernelRequest& request : requests)
        work.push_back({request.name, request.directory, [&builder, &request] { return builder(request); }});
    return build_all(work, jobs, limit_s, on_progress);
}

} // namespace autoconfig::bench
