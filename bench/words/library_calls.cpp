// autoconfig_library_calls: what functions of the C library take that Halide calls lane by lane, in cycles of
// a chain of additions (extract/arithmetic.h).
#include "runtime/timing.h"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace autoconfig::words {
namespace {

constexpr int rounds = 31;
constexpr std::size_t elements = 4096;

template<typename Function>
void measure(const char* name, const Function& function, double cycle) {
    std::vector<float> in(elements), out(elements);
    for (std::size_t i = 0; i < elements; ++i)
        in[i] = static_cast<float>(i * 2654435761u % elements) / elements * 0.98f + 0.01f;
    const auto call_all = [&] {
        for (std::size_t i = 0; i < elements; ++i) out[i] = function(in[i], in[elements - 1 - i]);
        asm volatile("" : : "r"(out.data()) : "memory");
    };
    const double taken = runtime::shortest_seconds(call_all, rounds);
    std::printf("%-6s %5.1f cycles\n", name, taken / elements / cycle);
}

} // namespace
} // namespace autoconfig::words

int main() {
    using namespace autoconfig::words;
    const double cycle = autoconfig::runtime::seconds_a_cycle();
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
