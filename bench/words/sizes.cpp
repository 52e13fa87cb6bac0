// autoconfig_sizes [FILTER]: operators in their users' words, scheduled once, for sizes that are estimates,
// and run at random sizes from 1 to 4 times these, each against the best library at that size. Threads:
// HL_NUM_THREADS (1 where it is not set).
#include "autoconfig/autoschedule.h"
#include "autoconfig/halide_compat.h"
#include "autoconfig/host.h"
#include "autoconfig/statistics.h"
#include "bench/kernel.h"
#include "bench/peers/peer.h"
#include "bench/placement.h"
#include "bench/process.h"
#include "bench/sequence.h"
#include "bench/summary.h"
#include "bench/timing.h"
#include "bench/words/run.h"
#include "bench/words/threads.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

namespace autoconfig::words {
namespace {

using namespace Halide;

constexpr int sizes_an_operator = 40;
constexpr double times_the_estimate = 4;

/// One operator, scheduled for one shape, with functions that make others of it.
struct Operator {
    bench::Shape shape;
    std::function<Func(const std::vector<ImageParam>&)> write; // of the operands, dimension 0 innermost
    std::function<bench::Shape(const std::function<std::int64_t(std::int64_t)>& drawn)>
        at; // sizes by estimate
    std::vector<std::string> peers;
};

Operator matmul(std::int64_t M, std::int64_t N, std::int64_t K) {
    const auto shape = [](std::int64_t m, std::int64_t n, std::int64_t k) {
        bench::MatmulShape shape;
        shape.m = m, shape.n = n, shape.k = k;
        return shape;
    };
    const auto write = [](const std::vector<ImageParam>& in) {
        const Var x("x"), y("y");
        const RDom k(0, in[0].dim(0).extent(), "k");
        Func out("out");
        out(x, y) += in[0](k, y) * in[1](x, k);
        return out;
    };
    return {shape(M, N, K),
            write,
            [=](const auto& drawn) { return shape(drawn(M), drawn(N), drawn(K)); },
            {"openblas", "onednn_matmul", "onednn_sgemm"}};
}

/// NHWC, as many pixels out as in.
Operator convolution(std::int64_t pixels, std::int64_t channels, std::int64_t outputs, std::int64_t window) {
    const auto shape = [=](std::int64_t w, std::int64_t h, std::int64_t c, std::int64_t k) {
        bench::Conv2dShape shape;
        shape.w = w, shape.h = h, shape.c = c, shape.k = k, shape.r = shape.s = window,
        shape.pad = window / 2;
        return shape;
    };
    const auto write = [=](const std::vector<ImageParam>& in) {
        const Var c("c"), x("x"), y("y"), n("n");
        const int taps = static_cast<int>(window), pad = taps / 2;
        const RDom r(0, in[1].dim(1).extent(), 0, taps, 0, taps, "r");
        const Func padded = BoundaryConditions::constant_exterior(
            in[0], 0.0f,
            {{Expr(), Expr()}, {0, in[0].dim(1).extent()}, {0, in[0].dim(2).extent()}, {Expr(), Expr()}});
        Func out("out");
        out(c, x, y, n) += in[1](c, r.x, r.y, r.z) * padded(r.x, x + r.y - pad, y + r.z - pad, n);
        return out;
    };
    return {shape(pixels, pixels, channels, outputs),
            write,
            [=](const auto& drawn) {
                const std::int64_t w = drawn(pixels), h = drawn(pixels), c = drawn(channels);
                return shape(w, h, c, drawn(outputs));
            },
            {"onednn_nhwc", "onednn_nhwc_reordered"}};
}

/// Compiled for the estimates; with the time and bytes that took.
struct Compiled {
    std::string library;
    double schedule_s, compile_s;
    std::uintmax_t bytes;
};

Compiled compile(const Operator& op, const std::filesystem::path& folder) {
    const std::unique_ptr<bench::Operands> operands = bench::make_operands(op.shape, {});
    const std::vector<bench::Argument> arguments = operands->arguments();
    std::vector<ImageParam> inputs;
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
        inputs.emplace_back(Float(32), static_cast<int>(arguments[i].extents.size()));
        for (std::size_t d = 0; d < arguments[i].extents.size(); ++d)
            inputs.back().dim(static_cast<int>(d)).set_estimate(0, arguments[i].extents[d]);
    }
    Func output = op.write(inputs);
    for (std::size_t d = 0; d < arguments.back().extents.size(); ++d)
        output.output_buffer().dim(static_cast<int>(d)).set_estimate(0, arguments.back().extents[d]);
    Pipeline pipeline(output);
    compat::SchedulerParams params;
    params.parallelism = threads();
    const double start_s = bench::now_s();
    compat::schedule_with("AutoConfig", pipeline, host_target(), params);
    const double scheduled_s = bench::now_s();
    const std::string path = (folder / op.shape.file()).string();
    const std::vector<Argument> parameters(inputs.begin(), inputs.end());
    pipeline.compile_to_object(path + ".o", parameters, "kernel",
                               host_target().with_feature(Target::NoRuntime));
    const double compiled_s = bench::now_s();
    pipeline.compile_to_static_library(path, parameters, "kernel", host_target());
    return {bench::link_shared(path + ".a"), scheduled_s - start_s, compiled_s - scheduled_s,
            std::filesystem::file_size(path + ".o")};
}

std::vector<bench::Peer> peers_of(const Operator& op) {
    std::vector<bench::Peer> peers;
    for (const bench::Peer& peer : bench::library_peers(op.shape.op()))
        if (std::count(op.peers.begin(), op.peers.end(), peer.name)) peers.push_back(peer);
    return peers;
}

/// The best library's time over ours.
double ratio_at(const bench::Shape& shape, const Compiled& kernel, const std::vector<bench::Peer>& peers,
                bench::Placement& placement, double& gflops) {
    const std::unique_ptr<bench::Operands> operands = bench::make_operands(shape, {});
    std::vector<bench::Call> calls = {bench::kernel_call(kernel.library, "kernel", "", *operands)};
    operands->poison();
    calls.front()();
    if (const std::string wrong = operands->check(0); !wrong.empty())
        throw Error(shape.name() + ": " + wrong);
    placement.place_new_threads();
    for (const bench::Peer& peer : peers) {
        try {
            calls.push_back(peer.prepare(*operands, threads()));
        } catch (const bench::DoesNotApply&) {
            continue;
        }
        calls.back()();
        placement.place_new_threads();
    }
    placement.place_this_thread();
    bench::Protocol protocol;
    protocol.sample_s = 2e-3;
    protocol.max_rounds = 15;
    const std::vector<std::vector<double>> rounds =
        bench::measure(calls, bench::with_threads(protocol, threads()));
    gflops = shape.flops() / median(rounds.front()) * 1e-9;
    double best = bench::ratio_that_counts; // of larger ones no more counts in the mean
    for (std::size_t peer = 1; peer < rounds.size(); ++peer)
        best = std::min(best, bench::median_ratio(rounds[peer], rounds.front()));
    return best;
}

void measure(const Operator& op, const std::filesystem::path& folder, bench::Placement& placement) {
    const Compiled kernel = compile(op, folder);
    const std::vector<bench::Peer> peers = peers_of(op);
    std::printf("%s   scheduled in %.1f ms, compiled in %.2f s, object of %ju bytes\n",
                op.shape.name().c_str(), kernel.schedule_s * 1e3, kernel.compile_s, kernel.bytes);
    bench::Sequence random(static_cast<std::uint64_t>(op.shape.flops()));
    const auto drawn = [&](std::int64_t estimate) {
        const double share = random.next() / std::pow(2.0, 32);
        return static_cast<std::int64_t>(std::pow(times_the_estimate * static_cast<double>(estimate), share));
    };
    std::vector<double> ratios;
    for (int i = 0; i <= sizes_an_operator; ++i) {
        const bench::Shape shape = i == 0 ? op.shape : op.at(drawn);
        double gflops = 0;
        const double ratio = ratio_at(shape, kernel, peers, placement, gflops);
        if (i > 0) ratios.push_back(ratio);
        std::printf("  %-32s %8.1f GFLOP/s   %5.2f of the best library%s\n", shape.name().c_str(), gflops,
                    ratio, i == 0 ? ", the estimates" : "");
        std::fflush(stdout);
    }
    const bench::Summary summary = bench::summary_of(ratios);
    std::printf("  geomean %.2f   median %.2f   worst %.2f\n", summary.geomean, summary.median,
                summary.worst);
}

std::vector<Operator> operators() {
    return {matmul(256, 256, 256), matmul(64, 3072, 768), convolution(28, 128, 128, 3),
            convolution(28, 128, 256, 1)};
}

const char* const child_command = "measure-one";
constexpr double limit_s = 3600;

/// In a process of its own: libraries read the environment when they are loaded, and what one operator's
/// threads are given another's keep.
void measure_apart(const Operator& op) {
    std::fflush(stdout);
    const bench::Ending ending = bench::run_program({"/proc/self/exe", child_command, op.shape.name()},
                                                    bench::timing_environment(threads()), limit_s);
    if (!ending.ok()) throw Error(op.shape.name() + ": " + ending.text());
}

void measure_here(const Operator& op) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("autoconfig_sizes_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    register_autoscheduler();
    bench::Placement placement(threads());
    measure(op, folder, placement);
    std::filesystem::remove_all(folder);
}

/// argv: a part of a name, or the child's command and a whole one.
void measure_all(int argc, char** argv) {
    const bool child = argc > 2 && std::string(argv[1]) == child_command;
    const std::string filter = argc > 1 ? argv[argc - 1] : "";
    for (const Operator& op : operators())
        if (child && op.shape.name() == filter)
            measure_here(op);
        else if (!child && op.shape.name().find(filter) != std::string::npos)
            measure_apart(op);
}

} // namespace
} // namespace autoconfig::words

int main(int argc, char** argv) {
    return autoconfig::words::run("autoconfig_sizes", autoconfig::words::measure_all, argc, argv);
}
