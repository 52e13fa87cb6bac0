// Stands for the bench in a build configured with AUTOCONFIG_BENCH=OFF: the command does not have it.
#include "autoconfig/cli/commands.h"

namespace autoconfig::cli {

void add_bench(CLI::App&) {}

std::optional<int> run_if_bench_child(int, char**) { return std::nullopt; }

} // namespace autoconfig::cli
