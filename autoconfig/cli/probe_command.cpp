// autoconfig probe: calibrates a machine file for this machine.
#include "autoconfig/autoschedule.h"
#include "autoconfig/cli/commands.h"
#include "autoconfig/cli/probe_code.h"
#include "autoconfig/cli/targets.h"
#include "autoconfig/host.h"
#include "runtime/probe.h"

#include <HalideRuntime.h>
#include <fmt/core.h>

#include <cstdio>
#include <memory>
#include <string>

extern "C" {

// Of the Halide runtime that is linked into the command, the one every built library holds.
int halide_do_par_for(void* user_context, int (*task)(void* user_context, int i, std::uint8_t* closure),
                      int min, int size, std::uint8_t* closure);
void* halide_malloc(void* user_context, size_t bytes);
void halide_free(void* user_context, void* memory);

// The generator matmul, 1x1x1 with a bias.
int autoconfig_probe_call(halide_buffer_t* a, halide_buffer_t* b, halide_buffer_t* bias,
                          halide_buffer_t* output);
}

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

/// A dense buffer of one f32.
struct OneElement {
    float value = 0;
    halide_dimension_t dimensions[2] = {{0, 1, 1, 0}, {0, 1, 1, 0}};
    halide_buffer_t buffer{};

    explicit OneElement(int dimension_count) {
        buffer.host = reinterpret_cast<std::uint8_t*>(&value);
        buffer.type = halide_type_t(halide_type_float, 32);
        buffer.dimensions = dimension_count;
        buffer.dim = dimensions;
    }
};

void call_pipeline() {
    static OneElement a(2), b(2), bias(1), output(2);
    autoconfig_probe_call(&a.buffer, &b.buffer, &bias.buffer, &output.buffer);
}

void say_progress(const std::string& experiment) { fmt::print(stderr, "measuring {} ...\n", experiment); }

void probe(const ProbeOptions& options) {
    const std::string base = options.base.empty() ? base_of_host() : options.base;
    const ProbeCode code = compile_probe_code();
    const runtime::HalideRuntime halide{halide_do_par_for, halide_malloc, halide_free,
                                        call_pipeline,     code.tiles,    code.map_rows};
    const runtime::ProbeReport report =
        runtime::probe_machine(base, halide, options.output, runtime::Effort(), say_progress);
    fmt::print("{}{}: use it with --machine {}\n", runtime::report_text(report, base), options.output,
               options.output);
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
