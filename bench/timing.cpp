// Starts the process that times one shape, again without the culprit when it crashes.
#include "bench/timing.h"

#include "bench/child.h"

namespace autoconfig::bench {

const char* const timing_command = "bench-timing-process";

namespace {

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
    const std::string what = request.shape.name();
    return ask_child<TimingResponse>(timing_command, std::move(request), directory, what);
}

TimingResponse time_in_children(TimingRequest request, const std::string& directory) {
    TimingResponse all = time_in_child(request, directory);
    request.space.clear();
    for (int i = 1; i < request.processes; ++i)
        append_rounds(all.contestants, time_in_child(request, directory).contestants);
    return all;
}

} // namespace autoconfig::bench
