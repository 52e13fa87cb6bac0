// Where and when this runs.
#include "bench/about.h"

#include <chrono>
#include <fstream>

#include <fmt/chrono.h>

namespace autoconfig::bench {

std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    const std::string key = "model name";
    for (std::string line; std::getline(file, line);)
        if (line.compare(0, key.size(), key) == 0 && line.find(": ") != std::string::npos)
            return line.substr(line.find(": ") + 2);
    return "unknown CPU";
}

std::string utc_date() {
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

} // namespace autoconfig::bench
