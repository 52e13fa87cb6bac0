// autoconfig probe: measures this machine and writes a machine file.
#include "autoconfig/autoschedule.h"
#include "autoconfig/cli/commands.h"
#include "autoconfig/cli/targets.h"
#include "runtime/probe.h"

#include <fmt/core.h>

#include <memory>
#include <string>

/// Of the Halide runtime that is linked into the command, the one every built library holds.
extern "C" int halide_do_par_for(void* user_context,
                                 int (*task)(void* user_context, int i, std::uint8_t* closure), int min,
                                 int size, std::uint8_t* closure);

namespace autoconfig::cli {

namespace {

struct ProbeOptions {
    std::string output, base;
};

std::string base_of_host() {
    Options options;
    options.cpu = cpu_to_tune_for({"host"});
    return machine_for(host_target(), options).name;
}

void probe(const ProbeOptions& options) {
    const std::string base = options.base.empty() ? base_of_host() : options.base;
    probe_machine(base, halide_do_par_for, options.output);
    fmt::print("{}: measured on top of {}; use it with --machine {}\n", options.output, base, options.output);
}

} // namespace

void add_probe(CLI::App& app) {
    CLI::App* command = app.add_subcommand("probe", "measure this machine, write a machine file");
    const auto options = std::make_shared<ProbeOptions>();
    command->add_option("-o,--out", options->output, "the machine file to write")->required();
    command->add_option("--base", options->base, "built-in machine for what is not measured (the host's)");
    command->callback([options] { probe(*options); });
}

} // namespace autoconfig::cli
