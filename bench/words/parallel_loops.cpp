// autoconfig_parallel_loops: what Halide's parallel loops take beside their work, by the threads that take
// part, and what model/parallel_loop.h says of that: fork_join for each pair of threads, queue a task for
// each other thread.
#include "autoconfig/statistics.h"
#include "paused_product.h"

#include <HalideRuntime.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace autoconfig::words {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 31, most_tasks = 4096;

/// About a tenth of a microsecond for every hundred steps.
int task(void*, int, std::uint8_t* closure) {
    const int steps = *reinterpret_cast<const int*>(closure);
    for (int step = 0; step < steps; ++step) asm volatile("" ::: "memory");
    return 0;
}

/// Of a parallel loop, the median.
double microseconds(int tasks, int steps) {
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        const auto start = Clock::now();
        halide_default_do_par_for(nullptr, task, 0, tasks, reinterpret_cast<std::uint8_t*>(&steps));
        times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    return quantile(times, 0.5);
}

void measure(int threads) {
    constexpr int short_steps = 100, long_steps = 10000;
    const double one = microseconds(1, long_steps);
    const double entered = microseconds(threads, long_steps) - one;
    const double a_task = microseconds(most_tasks, short_steps) / most_tasks;
    const int pairs = threads * (threads - 1) / 2;
    std::printf(
        "%2d threads   a loop of a task for each %6.1f us (%5.2f for each pair)   a short task %5.2f us "
        "(%5.2f for each other thread)\n",
        threads, entered, entered / pairs, a_task, a_task / (threads - 1));
}

/// In a process of its own, whose pool has so many threads.
void measure_apart(int threads) {
    const pid_t child = fork();
    if (child == 0) {
        setenv("HL_NUM_THREADS", std::to_string(threads).c_str(), 1);
        measure(threads);
        std::exit(0);
    }
    waitpid(child, nullptr, 0);
}

} // namespace
} // namespace autoconfig::words

int main() {
    const int cores = static_cast<int>(std::max(2U, std::thread::hardware_concurrency()));
    for (int threads = 2; threads <= cores; threads *= 2) autoconfig::words::measure_apart(threads);
}
