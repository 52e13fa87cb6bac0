// autoconfig_library_calls: what functions of the C library take that Halide calls lane by lane, in cycles of
// a chain of additions (extract/arithmetic.h).
#include "autoconfig/statistics.h"

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace autoconfig::words {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 31;
constexpr std::size_t elements = 4096;

/// Of the work, the median.
template<typename Work>
double seconds(const Work& work) {
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        const auto start = Clock::now();
        work();
        times.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    }
    return median(times);
}

/// Additions one after the other take a cycle each.
double seconds_a_cycle() {
    constexpr std::uint64_t additions = 1000000;
    return seconds([] {
               std::uint64_t sum = 0;
               for (std::uint64_t i = 0; i < additions; ++i) {
                   sum += i;
                   asm volatile("" : "+r"(sum));
               }
           }) /
           additions;
}

template<typename Function>
void measure(const char* name, const Function& function, double cycle) {
    std::vector<float> in(elements), out(elements);
    for (std::size_t i = 0; i < elements; ++i)
        in[i] = static_cast<float>(i * 2654435761u % elements) / elements * 0.98f + 0.01f;
    const double taken = seconds([&] {
        for (std::size_t i = 0; i < elements; ++i) out[i] = function(in[i], in[elements - 1 - i]);
        asm volatile("" : : "r"(out.data()) : "memory");
    });
    std::printf("%-6s %5.1f cycles\n", name, taken / elements / cycle);
}

} // namespace
} // namespace autoconfig::words

int main() {
    using namespace autoconfig::words;
    const double cycle = seconds_a_cycle();
    measure(
        "sin", [](float x, float) { return std::sin(x); }, cycle);
    measure(
        "cos", [](float x, float) { return std::cos(x); }, cycle);
    measure(
        "tan", [](float x, float) { return std::tan(x); }, cycle);
    measure(
        "asin", [](float x, float) { return std::asin(x); }, cycle);
    measure(
        "acos", [](float x, float) { return std::acos(x); }, cycle);
    measure(
        "atan", [](float x, float) { return std::atan(x); }, cycle);
    measure(
        "atan2", [](float x, float y) { return std::atan2(x, y); }, cycle);
    measure(
        "sinh", [](float x, float) { return std::sinh(x); }, cycle);
    measure(
        "cosh", [](float x, float) { return std::cosh(x); }, cycle);
    measure(
        "tanh", [](float x, float) { return std::tanh(x); }, cycle);
}
