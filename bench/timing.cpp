// Starts the process that times one shape, again without the culprit when it crashes.
#include "bench/timing.h"

#include "autoconfig/error.h"
#include "bench/files.h"
#include "bench/process.h"
#include "bench/timing_files.h"

#include <fmt/format.h>

#include <filesystem>

namespace autoconfig::bench {

const char* const timing_command = "bench-timing-process";

namespace {

constexpr double limit_s = 1800; // a hang, not slow work

bool has_avx512() {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

} // namespace

std::map<std::string, std::string> timing_environment(int threads) {
    const std::string count = std::to_string(threads);
    std::map<std::string, std::string> environment{{"OMP_NUM_THREADS", count},
                                                   {"OMP_DYNAMIC", "false"},
                                                   {"OPENBLAS_NUM_THREADS", count},
                                                   {"BLIS_NUM_THREADS", count},
                                                   {"HL_NUM_THREADS", count}};
    if (has_avx512()) {
        environment["OPENBLAS_CORETYPE"] = "SKYLAKEX";
        environment["BLIS_ARCH_TYPE"] = "0"; // skx
    }
    return environment;
}

TimingResponse time_in_child(TimingRequest request, const std::string& directory) {
    const TimingFiles files(directory);
    for (;;) {
        files.remove();
        write_file(files.request, nlohmann::json(request).dump());
        const Ending ending = run_program({"/proc/self/exe", timing_command, directory},
                                          timing_environment(request.threads), limit_s);
        if (ending.ok()) {
            auto response = nlohmann::json::parse(read_file(files.response)).get<TimingResponse>();
            files.remove();
            return response;
        }
        const std::string culprit =
            std::filesystem::exists(files.journal) ? read_file(files.journal) : std::string();
        if (culprit.empty() || request.crashed.count(culprit) > 0)
            throw Error(fmt::format("the timing process of {}: {}", request.shape.name(), ending.text()));
        request.crashed[culprit] = ending.text();
    }
}

} // namespace autoconfig::bench
