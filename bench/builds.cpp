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

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BuiltKernel, library, function, packer, algorithm, max_rel_error,
                                   schedule_ms, predicted_cycles, frequency_ghz, decision, explain_path)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Build, kernel, shared_library, error)

namespace {

std::string log_of(const KernelRequest& request) {
    return request.directory + "/" + request.name + ".build.log";
}

ForkedCall start(const KernelBuilder& builder, const KernelRequest& request, double limit_s) {
    const auto work = [&builder, &request] {
        Build build;
        build.kernel = builder(request);
        build.shared_library = link_shared(build.kernel.library);
        return nlohmann::json(build).dump();
    };
    return ForkedCall(work, log_of(request), limit_s);
}

/// The log is kept where it explains a failure.
Build collect(const ForkedCall& call, const KernelRequest& request) {
    if (call.error().empty()) {
        std::filesystem::remove(log_of(request));
        return nlohmann::json::parse(call.result()).get<Build>();
    }
    Build build;
    build.error = call.error();
    return build;
}

} // namespace

std::vector<Build> build_all(const KernelBuilder& builder, const std::vector<KernelRequest>& requests,
                             int jobs, double limit_s, const std::function<void(int finished)>& on_progress) {
    std::vector<Build> builds(requests.size());
    std::map<std::size_t, ForkedCall> running;
    std::size_t next = 0;
    while (next < requests.size() || !running.empty()) {
        while (next < requests.size() && running.size() < static_cast<std::size_t>(jobs)) {
            running.emplace(next, start(builder, requests[next], limit_s));
            ++next;
        }
        for (auto entry = running.begin(); entry != running.end();) {
            const bool finished = entry->second.finished();
            if (finished) builds[entry->first] = collect(entry->second, requests[entry->first]);
            entry = finished ? running.erase(entry) : std::next(entry);
        }
        on_progress(static_cast<int>(next - running.size()));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return builds;
}

} // namespace autoconfig::bench
