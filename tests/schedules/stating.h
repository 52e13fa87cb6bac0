// What the pipelines of pipelines.h have in common: sizes that are bounds or estimates, and products.
#pragma once

#include "tests/schedules/pipelines.h"

namespace autoconfig::testing {

/// A size of a pipeline: what it is said to be, and whether that holds at run time.
struct Stated {
    int size;
    bool bound;
};

/// The three sizes of a product under short names.
struct Dims {
    Stated m, n, k;
    Dims(const Sizes& sizes, const Bound& bound)
        : m{sizes.m, bound.m}, n{sizes.n, bound.n}, k{sizes.k, bound.k} {}
};

inline Stated fixed(int size) { return {size, true}; }

inline void state(Halide::OutputImageParam buffer, const std::vector<Stated>& sizes) {
    for (int d = 0; d < static_cast<int>(sizes.size()); ++d) {
        if (sizes[d].bound) buffer.dim(d).set_bounds(0, sizes[d].size);
        buffer.dim(d).set_estimate(0, sizes[d].size);
    }
}

/// Dense as far as sizes are bound.
inline Halide::ImageParam input(Halide::Type type, const std::string& name,
                                const std::vector<Stated>& sizes) {
    Halide::ImageParam param(type, static_cast<int>(sizes.size()), name);
    state(param, sizes);
    int stride = 1;
    for (int d = 0; d + 1 < param.dimensions() && sizes[d].bound; ++d) {
        stride *= sizes[d].size;
        param.dim(d + 1).set_stride(stride);
    }
    return param;
}

inline Halide::ImageParam input(const std::string& name, const std::vector<Stated>& sizes) {
    return input(Halide::Float(32), name, sizes);
}

/// The range 0 <= k < size of a dimension of an input.
inline Halide::RDom along(const Halide::ImageParam& param, int dimension, const Stated& size,
                          const std::string& name = "k") {
    return size.bound ? Halide::RDom(0, size.size, name)
                      : Halide::RDom(0, param.dim(dimension).extent(), name);
}

inline Halide::Pipeline pipeline_of(Halide::Func output, const std::vector<Stated>& sizes) {
    state(output.output_buffer(), sizes);
    return Halide::Pipeline(output);
}

/// The shape of an image of n columns and m rows.
inline std::function<std::vector<Shape>(const Sizes&)> image() {
    return [](const Sizes& s) { return std::vector<Shape>{{s.n, s.m}}; };
}

/// Of so many channels.
inline std::function<std::vector<Shape>(const Sizes&)> image(int channels) {
    return [=](const Sizes& s) { return std::vector<Shape>{{s.n, s.m, channels}}; };
}

} // namespace autoconfig::testing
