// Stands for the bench in a build configured with AUTOCONFIG_BENCH=OFF: the command does not have it.
#include "autoconfig/cli/commands.h"
#include "autoconfig/cli/measure.h"
#include "autoconfig/error.h"

namespace autoconfig::cli {

void add_bench(CLI::App&) {}

std::optional<int> run_if_bench_child(int, char**) { return std::nullopt; }

Measurement measure_best(const SpecFor&, const Halide::Target&, const Options&, const MeasureOptions&,
                         const std::string&) {
    throw Error("--measure: this command was built without the bench; configure it with AUTOCONFIG_BENCH=ON");
}

} // namespace autoconfig::cli
