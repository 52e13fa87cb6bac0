// autoconfig_pauses: one matrix product on two threads, called again after pauses, by Halide's own pool of
// threads and by AutoConfig::runtime, which takes its place in every library of `autoconfig build`.
#include "autoconfig/statistics.h"
#include "paused_product.h"

#include <HalideBuffer.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace autoconfig::words {
namespace {

using Clock = std::chrono::steady_clock;
using Floats = Halide::Runtime::Buffer<float>;

constexpr int rounds = 5, calls_a_round = 30, calls_to_warm_up = 10;

struct Product {
    Product(int m, int n, int k) : a(k, m), b(n, k), c(n, m) {
        a.fill(1.0f);
        b.fill(1.0f);
    }
    double microseconds() {
        const auto start = Clock::now();
        if (paused_product(a, b, c) != 0) std::exit(1);
        return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    }
    Floats a, b, c;
};

/// Adds the times of calls that the last call of this pool is so long before.
void measure(Product& product, halide_do_par_for_t pool, std::chrono::microseconds pause,
             std::vector<double>& times) {
    halide_set_custom_do_par_for(pool);
    for (int call = -calls_to_warm_up; call < calls_a_round; ++call) {
        std::this_thread::sleep_for(pause);
        const double time = product.microseconds();
        if (call >= 0) times.push_back(time);
    }
}

void compare(int m, int n, int k) {
    Product product(m, n, k);
    const halide_do_par_for_t ours = halide_set_custom_do_par_for(halide_default_do_par_for);
    for (const int pause : {0, 100, 1000, 10000, 40000}) {
        std::vector<double> by_halide, by_us;
        for (int round = 0; round < rounds; ++round) {
            measure(product, halide_default_do_par_for, std::chrono::microseconds(pause), by_halide);
            measure(product, ours, std::chrono::microseconds(pause), by_us);
        }
        const double halide = quantile(by_halide, 0.5), us = quantile(by_us, 0.5);
        std::printf(
            "%dx%dx%d after %5.1f ms   Halide's pool %7.1f us   AutoConfig::runtime %7.1f us   %.2f\n", m, n,
            k, pause * 1e-3, halide, us, halide / us);
        std::fflush(stdout);
    }
    halide_set_custom_do_par_for(ours);
}

} // namespace
} // namespace autoconfig::words

int main() {
    setenv("HL_NUM_THREADS", "2", 0);
    autoconfig::words::compare(64, 256, 256);
    autoconfig::words::compare(192, 640, 832);
    autoconfig::words::compare(1024, 1024, 512);
}
