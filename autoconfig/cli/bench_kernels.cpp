// A bench request as options of its operator and a scheduler.
#include "autoconfig/cli/bench_kernels.h"

#include "autoconfig/cli/conv2d.h"
#include "autoconfig/cli/kernel.h"
#include "autoconfig/cli/matmul.h"
#include "autoconfig/cli/one_line.h"
#include "autoconfig/error.h"
#include "autoconfig/host.h"

namespace autoconfig::cli {

namespace {

std::string activation_of(const bench::KernelRequest& request) {
    return request.activation.empty() ? "none" : request.activation;
}

SpecFor spec_of(const bench::MatmulShape& shape, const bench::KernelRequest& request) {
    MatmulOptions options;
    options.m = shape.m;
    options.n = shape.n;
    options.k = shape.k;
    options.batch = shape.batch > 1 ? shape.batch : 0;
    options.trans_a = shape.trans_a;
    options.trans_b = shape.trans_b;
    options.bias = request.bias;
    options.activation = activation_of(request);
    return matmul_spec(options);
}

SpecFor spec_of(const bench::Conv2dShape& shape, const bench::KernelRequest& request) {
    Conv2dOptions options;
    options.n = shape.n, options.h = shape.h, options.w = shape.w, options.c = shape.c;
    options.k = shape.k, options.r = shape.r, options.s = shape.s;
    options.stride = shape.stride, options.pad = shape.pad;
    options.dilation = shape.dilation, options.groups = shape.groups;
    options.bias = request.bias;
    options.activation = activation_of(request);
    if (request.max_rel_error > 0) options.max_rel_error = request.max_rel_error;
    options.weights = request.packed_weights ? "packed" : "plain";
    if (!request.algorithm.empty()) options.algorithm = request.algorithm;
    if (request.scheduler != "AutoConfig") options.algorithm = "direct"; // what they can schedule
    return conv2d_spec(options);
}

} // namespace

SpecFor spec_for_bench(const bench::KernelRequest& request) {
    if (const auto* matmul = std::get_if<bench::MatmulShape>(&request.shape))
        return spec_of(*matmul, request);
    return spec_of(std::get<bench::Conv2dShape>(request.shape), request);
}

Options options_for_bench(const bench::KernelRequest& request) {
    Options options;
    options.parallelism = request.threads;
    options.force = request.force_config;
    tune_for_host(options);
    return options;
}

namespace {

Scheduler scheduler_of(const bench::KernelRequest& request) {
    return request.scheduler == "AutoConfig" ? autoconfig_scheduler(options_for_bench(request))
                                             : stock_scheduler(request.scheduler, request.threads);
}

} // namespace

void runtime_for_bench(const std::string& library) { build_runtime(host_target(), library); }

bench::BuiltKernel build_for_bench(const bench::KernelRequest& request) try {
    const std::vector<Scheduled> scheduled =
        build(spec_for_bench(request), request.name, {host_target()}, options_for_bench(request),
              scheduler_of(request), request.directory, request.runtime.empty());
    const Scheduled& one = scheduled.front();
    const std::string prefix = request.directory + "/" + request.name;
    bench::BuiltKernel kernel;
    kernel.library = prefix + ".a";
    kernel.runtime = request.runtime;
    kernel.function = request.name;
    if (!one.spec.packers.empty()) kernel.packer = request.name + "_pack";
    kernel.schedule_ms = one.milliseconds;
    if (one.spec.algorithm) {
        kernel.algorithm = to_string(one.spec.algorithm->winner().algorithm);
        kernel.max_rel_error = one.spec.algorithm->winner().max_rel_error;
    }
    if (one.outcome && !one.outcome->decisions.empty()) {
        const Decision& decision = one.outcome->decisions.front();
        kernel.predicted_cycles = decision.winner().cost.cycles;
        kernel.frequency_ghz = decision.machine.frequency_ghz;
        kernel.decision = decision.winner().config.name();
        kernel.explain_path = prefix + ".explain.json";
    }
    return kernel;
} catch (const Halide::Error& error) {
    throw Error("Halide: " + one_line(error.what()));
}

} // namespace autoconfig::cli
