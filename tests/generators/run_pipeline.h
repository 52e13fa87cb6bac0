// A pipeline of generators/pipelines as the plugin schedules it, run at any size, and what its tests compare
// with: images of reproducible values, boundaries, tolerances.
#pragma once

#include <Halide.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::testing {

class PipelineRun {
public:
    /// Builds the generator and schedules it by AutoConfig, for the host.
    explicit PipelineRun(const std::string& generator, const std::map<std::string, std::string>& params = {});

    void set(const std::string& input, const Halide::Buffer<>& buffer);
    void set(const std::string& input, float value) { scalar(input).set_scalar(value); }
    void set(const std::string& input, int value) { scalar(input).set_scalar(value); }

    template<typename T>
    Halide::Buffer<T> at(const std::vector<int>& sizes) {
        Halide::Buffer<T> output(sizes);
        std::memset(output.data(), 0x5b, output.size_in_bytes());
        pipeline_.realize(output);
        return output;
    }

private:
    using Parameter = decltype(Halide::Internal::Call::param);
    Parameter& scalar(const std::string& input);

    Halide::Pipeline pipeline_;
    std::map<std::string, Parameter> parameters_;
};

/// `sizes` of values from `low` to `high`, from a fixed sequence that `seed` starts.
template<typename T>
Halide::Buffer<T> filled(const std::vector<int>& sizes, double low, double high, std::uint32_t seed = 1) {
    Halide::Buffer<T> buffer(sizes);
    for (std::size_t i = 0; i < buffer.number_of_elements(); i++) {
        seed = seed * 1664525u + 1013904223u;
        buffer.data()[i] = static_cast<T>(low + (high - low) * (seed >> 8) / 16777216.0);
    }
    return buffer;
}

/// Width and height of the images that are tried: a pixel, odd sizes, several vectors.
const std::vector<std::pair<int, int>>& image_sizes();

/// The nearest place inside.
inline int clamped(int place, int extent) { return std::min(std::max(place, 0), extent - 1); }

/// Empty when every element is within `tolerance` of `expected` at its place; otherwise the first that is
/// not.
template<typename T>
std::string difference(const Halide::Buffer<T>& got,
                       const std::function<double(const std::vector<int>& at)>& expected, double tolerance) {
    std::vector<int> at(static_cast<std::size_t>(got.dimensions()));
    for (std::size_t i = 0; i < got.number_of_elements(); i++) {
        auto rest = static_cast<int>(i);
        for (int d = 0; d < got.dimensions(); rest /= got.dim(d).extent(), d++)
            at[static_cast<std::size_t>(d)] = rest % got.dim(d).extent();
        const auto value = static_cast<double>(got.data()[i]);
        const double want = expected(at);
        if (!(std::abs(value - want) <= tolerance))
            return ::testing::PrintToString(at) + " is " + std::to_string(value) + ", not " +
                   std::to_string(want);
    }
    return "";
}

} // namespace autoconfig::testing
