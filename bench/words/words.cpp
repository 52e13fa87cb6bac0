// autoconfig_words [FILTER]: how fast operators are in their users' words, scheduled as a plugin's user gets
// them, with estimates only, and each spelling against the first one of its operator. Threads: HL_NUM_THREADS
// (1 where it is not set).
#include "autoconfig/autoschedule.h"
#include "autoconfig/halide_compat.h"
#include "autoconfig/host.h"
#include "autoconfig/statistics.h"
#include "bench/words/spellings.h"
#include "bench/words/threads.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace autoconfig::words {
namespace {

constexpr double seconds_a_round = 0.02;
constexpr int rounds = 15;

/// A spelling, compiled.
class Kernel {
public:
    explicit Kernel(Spelling spelling)
        : spelling_(std::move(spelling)), output_(Halide::Float(32), spelling_.shape) {
        const Halide::Target target = host_target().with_feature(Halide::Target::JIT);
        compat::SchedulerParams params;
        params.parallelism = threads();
        compat::schedule_with("AutoConfig", spelling_.pipeline, target, params);
        spelling_.pipeline.compile_jit(target);
        seconds(1);
    }
    const std::string& name() const { return spelling_.name; }

    /// Of one call, the mean of so many.
    double seconds(int calls) {
        const auto start = std::chrono::steady_clock::now();
        for (int call = 0; call < calls; ++call) spelling_.pipeline.realize(Halide::Realization({output_}));
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
    }

    /// The largest difference of two results, as a share of the largest value.
    double difference(const Kernel& other) const {
        const Halide::Buffer<float> a(output_), b(other.output_);
        double largest = 0, difference = 0;
        a.for_each_element([&](const int* at) {
            largest = std::max<double>(largest, std::abs(b(at)));
            difference = std::max<double>(difference, std::abs(a(at) - b(at)));
        });
        return difference / largest;
    }

private:
    Spelling spelling_;
    Halide::Buffer<> output_;
};

void measure(Operator op) {
    std::vector<Kernel> kernels;
    for (Spelling& spelling : op.spellings) kernels.emplace_back(std::move(spelling));
    std::printf("%s\n", op.name.c_str());
    const int calls = std::max(1, static_cast<int>(seconds_a_round / kernels.front().seconds(3)));
    for (Kernel& kernel : kernels) {
        std::vector<double> times, ratios;
        for (int round = 0; round < rounds; ++round) {
            const double first = kernels.front().seconds(calls);
            times.push_back(kernel.seconds(calls));
            ratios.push_back(first / times.back());
        }
        std::printf("  %-42s %8.1f GFLOP/s   %5.2f of the first   differs by %.1e\n", kernel.name().c_str(),
                    op.flops / quantile(times, 0.5) * 1e-9, quantile(ratios, 0.5),
                    kernel.difference(kernels.front()));
        std::fflush(stdout);
    }
}

} // namespace
} // namespace autoconfig::words

int main(int argc, char** argv) {
    setenv("HL_NUM_THREADS", "1", 0);
    autoconfig::register_autoscheduler();
    const std::string filter = argc > 1 ? argv[1] : "";
    for (autoconfig::words::Operator& op : autoconfig::words::operators())
        if (op.name.find(filter) != std::string::npos) autoconfig::words::measure(std::move(op));
}
