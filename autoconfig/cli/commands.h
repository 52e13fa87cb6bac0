// The sub-commands: each adds itself to the application, with the action to run when it was chosen.
#pragma once

#include <CLI/CLI.hpp>

#include <optional>

namespace autoconfig::cli {

void add_explain(CLI::App& app);
void add_build(CLI::App& app);
void add_bench(CLI::App& app);
void add_probe(CLI::App& app);

/// The bench measures in processes of their own, which are this executable again: main() calls this first.
/// A value is the exit status of such a process, nothing means an ordinary start.
std::optional<int> run_if_bench_child(int argc, char** argv);

} // namespace autoconfig::cli
