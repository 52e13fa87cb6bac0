// A bench request as a registered Generator and a scheduler.
#include "autoconfig/cli/bench_pipelines.h"

#include "autoconfig/cli/kernel.h"
#include "autoconfig/cli/one_line.h"
#include "autoconfig/error.h"
#include "autoconfig/extract/functions.h"
#include "autoconfig/halide_compat.h"
#include "autoconfig/host.h"

namespace autoconfig::cli {

namespace {

/// Every Func at root, one loop in another: what others are compared with.
Scheduled scheduled_at_root(const Halide::Pipeline& pipeline, const Halide::Target& target, const Accuracy&) {
    for (const auto& [name, function] : extraction::Functions(pipeline).all)
        Halide::Func(function).compute_root();
    Scheduled result;
    result.target = target;
    result.results = compat::results_of("none", target, {}, "");
    return result;
}

Options options_of(const bench::PipelineRequest& request) {
    Options options;
    options.parallelism = request.threads;
    tune_for_host(options); // which is measured
    return options;
}

Scheduler scheduler_of(const bench::PipelineRequest& request) {
    if (request.scheduler == "root") return scheduled_at_root;
    if (request.scheduler != "AutoConfig") return stock_scheduler(request.scheduler, request.threads);
    return autoconfig_scheduler(options_of(request));
}

} // namespace

bench::BuiltKernel build_pipeline_for_bench(const bench::PipelineRequest& request) try {
    const KernelSpec spec{request.pipeline, request.params, {}};
    bench::BuiltKernel kernel;
    if (request.schedule_only) {
        const Halide::Target target = host_target();
        const Halide::Pipeline pipeline = compat::build_pipeline(spec.generator, spec.params, target);
        kernel.schedule_ms = scheduler_of(request)(pipeline, target, {}).milliseconds;
        return kernel;
    }
    const std::vector<Scheduled> scheduled =
        build([&](const Machine&) { return spec; }, request.name, {host_target()}, options_of(request),
              scheduler_of(request), request.directory);
    kernel.library = request.directory + "/" + request.name + ".a";
    kernel.function = request.name;
    kernel.schedule_ms = scheduled.front().milliseconds;
    return kernel;
} catch (const Halide::Error& error) {
    throw Error("Halide: " + one_line(error.what()));
}

} // namespace autoconfig::cli
