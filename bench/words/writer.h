// Writes a pipeline down as a user does: inputs with estimates, bound to random numbers.
#pragma once

#include <Halide.h>

#include <random>
#include <string>
#include <vector>

namespace autoconfig::words {

/// Collects the inputs of one pipeline. The n-th input of a pipeline holds the same numbers in all of them.
class Writer {
public:
    /// f32, uniform in [-1, 1).
    Halide::ImageParam input(const std::string& name, const std::vector<int>& shape) {
        std::uniform_real_distribution<float> values(-1, 1);
        return filled<float>(name, shape, [&] { return values(random_); });
    }
    /// Whole numbers from 0 to `below` - 1.
    template<typename T>
    Halide::ImageParam indices(const std::string& name, const std::vector<int>& shape, int below) {
        std::uniform_int_distribution<int> values(0, below - 1);
        return filled<T>(name, shape, [&] { return static_cast<T>(values(random_)); });
    }
    std::vector<Halide::ImageParam> inputs() const { return inputs_; }

private:
    template<typename T, typename Next>
    Halide::ImageParam filled(const std::string& name, const std::vector<int>& shape, const Next& next) {
        Halide::ImageParam param(Halide::type_of<T>(), static_cast<int>(shape.size()), name);
        Halide::Buffer<T> buffer(shape);
        random_.seed(static_cast<unsigned>(inputs_.size()) + 1);
        buffer.for_each_value([&](T& value) { value = next(); });
        for (std::size_t d = 0; d < shape.size(); ++d)
            param.dim(static_cast<int>(d)).set_estimate(0, shape[d]);
        param.set(buffer);
        inputs_.push_back(param);
        return param;
    }

    std::mt19937 random_;
    std::vector<Halide::ImageParam> inputs_;
};

/// The output as a Pipeline whose sizes are estimated to be `shape`.
inline Halide::Pipeline estimated(const Halide::Func& output, const std::vector<int>& shape) {
    for (std::size_t d = 0; d < shape.size(); ++d)
        output.output_buffer().dim(static_cast<int>(d)).set_estimate(0, shape[d]);
    return Halide::Pipeline(output);
}

} // namespace autoconfig::words
