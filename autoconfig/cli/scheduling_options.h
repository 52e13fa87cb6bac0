// What `explain` and `build` ask beside the operator: target, machine, threads, configuration.
#pragma once

#include "autoconfig/autoschedule.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace autoconfig::cli {

struct SchedulingOptions {
    std::vector<std::string> targets; // empty: host
    std::string machine, config;
    int threads = 0;
    bool host_caches = false;

    /// Error on a value that makes no sense.
    Options options() const;
};

std::shared_ptr<SchedulingOptions> add_scheduling_options(CLI::App& app);

} // namespace autoconfig::cli
