// Options common to the commands that schedule.
#include "autoconfig/cli/scheduling_options.h"

#include "autoconfig/cli/targets.h"
#include "autoconfig/error.h"

#include <fmt/core.h>

namespace autoconfig::cli {

Options SchedulingOptions::options() const {
    constexpr int max_threads = 65536;
    if (threads < 0 || threads > max_threads)
        throw Error(fmt::format("--threads is {}: give 1 to {}, or 0 for as many as the machine has cores",
                                threads, max_threads));
    Options options;
    options.machine = machine;
    options.cpu = cpu_to_tune_for(targets);
    options.parallelism = threads;
    options.host_caches = host_caches || (machine.empty() && only_host(targets));
    options.force = config;
    return options;
}

std::shared_ptr<SchedulingOptions> add_scheduling_options(CLI::App& app) {
    auto options = std::make_shared<SchedulingOptions>();
    app.add_option("--target", options->targets,
                   "Halide target; repeat it for one library of several, the most capable first (host)")
        ->expected(1)
        ->take_all();
    app.add_option("--machine", options->machine, "machine description: a file or a built-in name");
    app.add_option("--threads", options->threads, "threads the schedule may use; 0: the machine's cores");
    app.add_option("--config", options->config, "name of the configuration to use instead of the best");
    app.add_flag("--host-caches", options->host_caches,
                 "cache sizes and cores of this machine also for other targets than host");
    return options;
}

} // namespace autoconfig::cli
