// autoconfig_kernels [--strict] [FILTER]: the kernels of network_kernels.h, with estimates only, scheduled by
// AutoConfig and by Halide's own autoschedulers, in one process and on one thread pool. --strict: with
// strict_float, as PyTorch compiles them. Threads: HL_NUM_THREADS (1 where it is not set). A kernel is left
// out of the mean for a scheduler that fails on it.
#include "autoconfig/autoschedule.h"
#include "autoconfig/error.h"
#include "autoconfig/halide_compat.h"
#include "autoconfig/host.h"
#include "autoconfig/statistics.h"
#include "bench/measure.h"
#include "bench/peers/stock.h"
#include "bench/placement.h"
#include "bench/process.h"
#include "bench/summary.h"
#include "bench/words/network_kernels.h"
#include "bench/words/run.h"
#include "bench/words/threads.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

namespace autoconfig::words {
namespace {

/// A kernel as one scheduler made it.
class Compiled {
public:
    Compiled(Written written, const char* scheduler, bool strict)
        : written_(std::move(written)), output_(written_.type, written_.shape) {
        Halide::Target target = host_target().with_feature(Halide::Target::JIT);
        if (strict) target.set_feature(Halide::Target::StrictFloat);
        compat::SchedulerParams params;
        params.parallelism = threads();
        const double start = bench::now_s();
        compat::schedule_with(scheduler, written_.pipeline, target, params);
        schedule_s_ = bench::now_s() - start;
        written_.pipeline.compile_jit(target);
        run();
    }
    void run() { written_.pipeline.realize(Halide::Realization({output_})); }
    /// Reads and writes the other's buffers from now on: what caches hold of them is no matter of who runs.
    void share(Compiled& other) {
        for (std::size_t i = 0; i < written_.inputs.size(); ++i)
            written_.inputs[i].set(other.written_.inputs[i].get());
        output_ = other.output_;
    }
    double schedule_s() const { return schedule_s_; }

    /// The largest difference to another's result, as a share of the largest value.
    double difference(const Compiled& other) const {
        const auto value = [](const Halide::Buffer<>& buffer, const int* at) {
            const halide_buffer_t* raw = buffer.raw_buffer();
            const void* address = raw->address_of(at);
            return buffer.type().is_float() ? *static_cast<const float*>(address)
                                            : double(*static_cast<const int*>(address));
        };
        double largest = 0, difference = 0;
        output_.for_each_element([&](const int* at) {
            const double mine = value(output_, at), its = value(other.output_, at);
            largest = std::max(largest, std::abs(its));
            difference = std::max(difference, std::abs(mine - its));
        });
        return difference / std::max(largest, 1e-30);
    }

private:
    Written written_;
    Halide::Buffer<> output_;
    double schedule_s_ = 0;
};

/// What is printed of a kernel, after the best stock scheduler's time over ours and a space.
std::string measured(const NetworkKernel& kernel, bool strict) {
    bench::Placement placement(threads());
    std::string text;
    std::vector<std::unique_ptr<Compiled>> made;
    made.push_back(std::make_unique<Compiled>(kernel.write(), "AutoConfig", strict));
    std::vector<const char*> names{"autoconfig"};
    for (const bench::SchedulePeer& peer : bench::stock_peers) try {
            made.push_back(std::make_unique<Compiled>(kernel.write(), peer.scheduler, strict));
            names.push_back(peer.name);
        } catch (const Halide::Error&) {
            text += fmt::format("  {} fails", peer.name);
        }
    std::vector<std::string> differences;
    for (const auto& one : made) {
        const double difference = made.front()->difference(*one);
        differences.push_back(difference < 1e-4 ? "" : fmt::format(" (differs by {:.1e})", difference));
    }
    for (const auto& one : made) one->share(*made.front());
    placement.place_new_threads();
    placement.place_this_thread();
    std::vector<bench::Call> calls;
    for (const auto& one : made) calls.push_back([&one] { one->run(); });
    bench::Protocol protocol;
    protocol.budget_s = 1;
    const auto rounds = bench::measure(calls, bench::with_threads(protocol, threads()));
    double best = bench::ratio_that_counts; // of larger ones no more counts in the mean
    for (std::size_t i = 1; i < made.size(); ++i) {
        const double ratio = bench::median_ratio(rounds[i], rounds.front());
        best = std::min(best, ratio);
        text += fmt::format("  {} {:.2f}{}", names[i], ratio, differences[i]);
    }
    return fmt::format("{} {:<44} {:9.1f} us  scheduled in {:.1f} ms{}", best, kernel.name,
                       median(rounds.front()) * 1e6, made.front()->schedule_s() * 1e3, text);
}

/// In a process of its own: threads that one kernel has started another keeps, and Adams2019 talks.
double measure(const NetworkKernel& kernel, bool strict) {
    constexpr double limit_s = 600;
    bench::ForkedCall child([&] { return measured(kernel, strict); }, "/dev/null", limit_s);
    while (!child.finished()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (!child.error().empty()) throw Error(kernel.name + ": " + child.error());
    const std::size_t space = child.result().find(' ');
    std::printf("%s\n", child.result().c_str() + space + 1);
    std::fflush(stdout);
    return std::stod(child.result());
}

void measure_all(int argc, char** argv) {
    setenv("HL_NUM_THREADS", "1", 0);
    register_autoscheduler();
    for (const bench::SchedulePeer& peer : bench::stock_peers)
        Halide::load_plugin(std::string(AUTOCONFIG_STOCK_PLUGINS "/libautoschedule_") + peer.name + ".so");
    const bool strict = argc > 1 && argv[1] == std::string("--strict");
    const std::string filter = argc > (strict ? 2 : 1) ? argv[argc - 1] : "";
    std::vector<double> ratios;
    for (const NetworkKernel& kernel : network_kernels())
        if (kernel.name.find(filter) != std::string::npos) ratios.push_back(measure(kernel, strict));
    if (ratios.empty()) throw Error("no kernel's name holds '" + filter + "'");
    const bench::Summary summary = bench::summary_of(ratios);
    std::printf("best stock scheduler's time over ours: geomean %.2f   median %.2f   worst %.2f\n",
                summary.geomean, summary.median, summary.worst);
}

} // namespace
} // namespace autoconfig::words

int main(int argc, char** argv) {
    return autoconfig::words::run("autoconfig_kernels", autoconfig::words::measure_all, argc, argv);
}
