// Where, when and by which command this runs.
#include "bench/about.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fmt/chrono.h>

namespace autoconfig::bench {

namespace {

/// What /proc/cpuinfo says of the first core; empty where it says nothing.
std::string cpuinfo(const std::string& key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.compare(0, key.size() + 1, key + "\t") == 0 && line.find(": ") != std::string::npos)
            return line.substr(line.find(": ") + 2);
    return "";
}

} // namespace

std::string cpu_model() {
    const std::string model = cpuinfo("model name");
    return model.empty() ? "unknown CPU" : model;
}

std::string machine() {
    const std::string family = cpuinfo("cpu family");
    const std::string numbers =
        family.empty() ? "" : fmt::format(", family {} model {}", family, cpuinfo("model"));
    return fmt::format("{}{}, {} cores", cpu_model(), numbers, std::thread::hardware_concurrency());
}

std::string utc_date() {
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

std::string command() {
    std::ifstream file("/proc/self/cmdline");
    std::string text;
    for (std::string word; std::getline(file, word, '\0');)
        text += text.empty() ? std::filesystem::path(word).filename().string() : ' ' + word;
    return text;
}

std::string halide_version() { return AUTOCONFIG_HALIDE_VERSION; }

} // namespace autoconfig::bench
