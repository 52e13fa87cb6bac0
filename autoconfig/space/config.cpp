// Names of configurations.
#include "autoconfig/space/config.h"

#include <fmt/format.h>

namespace autoconfig {

const char* to_string(ParallelLoop loop) {
    switch (loop) {
    case ParallelLoop::None: return "serial";
    case ParallelLoop::Ic: return "ic";
    case ParallelLoop::Jc: return "jc";
    case ParallelLoop::Rows: return "rows";
    case ParallelLoop::Columns: return "columns";
    case ParallelLoop::Batch: return "batch";
    }
    return "";
}

Config Config::with(const Strategy& other) const {
    Config config = *this;
    config.strategy = other;
    return config;
}

const char* Config::family() const {
    return std::visit([](const auto& own) { return std::decay_t<decltype(own)>::name; }, strategy);
}

std::string Config::name() const {
    const std::string words = std::visit([&](const auto& own) { return own.words(*this); }, strategy);
    std::string text = fmt::format("{} mr{} nv{}{}", family(), MR, n_v, words);
    if (parallel != ParallelLoop::None) text += fmt::format(" {}{}", to_string(parallel), tasks);
    return text;
}

} // namespace autoconfig
