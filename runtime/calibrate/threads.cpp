// shared_transfer and memory_cores: what threads take from each other.
//
// How: two threads write a block each, time after time; then each the block that the other wrote last. What a
// line takes longer is shared_transfer. Then all threads read from memory at the same time: as many times the
// pace of one as they reach together is memory_cores, where that is less than their number; where it is not,
// more cores than there are here are needed to know.
// For: T_share = lines * shared_transfer; max(T(1) / n, from memory / memory_cores).
#include "autoconfig/statistics.h"
#include "runtime/calibrate/placed_tiles.h"

#include "runtime/timing.h"

#include <fmt/format.h>

#include <atomic>
#include <thread>

namespace autoconfig::runtime {

namespace {

/// Threads that do one thing after the other together, each waiting awake for the rest.
class Together {
public:
    explicit Together(int threads) : threads(threads) {}

    /// Seconds of each thread's `work`, which gets the thread's number; begun at the same time.
    std::vector<double> seconds(const std::function<void(int)>& work) {
        std::vector<double> taken(static_cast<std::size_t>(threads));
        std::atomic<int> arrived{0};
        std::vector<std::thread> others;
        const auto run = [&](int thread) {
            ++arrived;
            while (arrived < threads) std::this_thread::yield();
            taken[static_cast<std::size_t>(thread)] = shortest_seconds([&] { work(thread); }, 1);
        };
        for (int thread = 1; thread < threads; ++thread) others.emplace_back(run, thread);
        run(0);
        for (std::thread& other : others) other.join();
        return taken;
    }

private:
    int threads;
};

/// Seconds a line of the first of two threads, which write one block each.
double write_seconds(const Bench& bench, char* block, std::size_t bytes, bool swapped) {
    const std::vector<double> taken = Together(2).seconds(
        [&](int thread) { bench.kernels.write(block + ((thread == 0) != swapped ? 0 : bytes), bytes, 1); });
    return taken[0] * bench.machine.l1.line_bytes / static_cast<double>(bytes);
}

Measurement measure_sharing(const Bench& bench) {
    const std::size_t bytes = in_l2(bench.machine) / 2;
    const Memory block = allocate(2 * bytes);
    bool swapped = false;
    const Samples samples = bench.repeat(
        [&]() -> Times {
            swapped = !swapped;
            const double others = write_seconds(bench, block.get(), bytes, swapped);
            return {others, write_seconds(bench, block.get(), bytes, swapped)};
        },
        [](const Times& all) { return all[0] - all[1]; });
    return number("shared_transfer", "writing what another thread wrote last against one's own", samples, 1);
}

Measurement measure_memory_cores(const Bench& bench) {
    constexpr std::size_t bytes = std::size_t(16) << 20;
    constexpr double in_full = 0.9;
    const int threads = bench.machine.cores;
    const Memory block = allocate(bytes * static_cast<std::size_t>(threads) * 2);
    std::size_t half = 0;
    const auto slowest = [&](int count) {
        half = 1 - half; // what was read last time is not read again
        const std::vector<double> taken = Together(count).seconds([&](int thread) {
            const auto at =
                (half * static_cast<std::size_t>(threads) + static_cast<std::size_t>(thread)) * bytes;
            bench.kernels.read(block.get() + at, bytes, 1);
        });
        return quantile(taken, 1);
    };
    const Samples cores = bench.repeat(
        [&]() -> Times {
            slowest(threads); // so that one thread reads what the caches have lost
            const double alone = slowest(1);
            return {alone, slowest(threads)};
        },
        [&](const Times& all) { return threads * all[0] / all[1]; });
    const Measurement measured = number(
        "memory_cores", fmt::format("{} threads that read from memory against one", threads), cores, 0.1);
    if (measured.verdict == Verdict::Unmeasured || measured.value < in_full * threads) return measured;
    return unmeasured("memory_cores", fmt::format("memory serves all {} threads here in full", threads));
}

} // namespace

std::vector<Measurement> measure_threads(const Bench& bench) {
    if (bench.machine.cores < 2)
        return {unmeasured("shared_transfer", "one core has nobody to share with"),
                unmeasured("memory_cores", "one core does not show it")};
    return {measure_sharing(bench), measure_memory_cores(bench)};
}

} // namespace autoconfig::runtime
