// A plane of f32 that a pipeline reads, and what tests of it have in common.
#pragma once

#include <Halide.h>

#include <algorithm>

namespace autoconfig::testing {

/// Estimated to be 2560x1536, and its result 2500x1500.
struct Image {
    Halide::Var x{"x"}, y{"y"};
    Halide::ImageParam in{Halide::Float(32), 2, "in"};
    Halide::Func out{"out"};

    Image() {
        in.dim(0).set_estimate(0, 2560);
        in.dim(1).set_estimate(0, 1536);
    }
    Halide::Pipeline pipeline() {
        out.output_buffer().dim(0).set_estimate(0, 2500);
        out.output_buffer().dim(1).set_estimate(0, 1500);
        return Halide::Pipeline(out);
    }
};

/// The sum of 3x3 elements from (x, y) on.
inline Halide::Expr box(const Halide::Func& f, const Halide::Var& x, const Halide::Var& y) {
    Halide::Expr sum = 0.0f;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum += f(x + i, y + j);
    return sum;
}

/// Small whole numbers, none like its neighbours.
inline Halide::Buffer<float> numbers(int width, int height) {
    Halide::Buffer<float> plane(width, height);
    plane.for_each_element([&](int i, int j) { plane(i, j) = static_cast<float>((i * 37 + j * 11) % 16); });
    return plane;
}

/// Beyond an edge the element at it.
inline float at_or_edge(const Halide::Buffer<float>& plane, int i, int j) {
    return plane(std::clamp(i, 0, plane.width() - 1), std::clamp(j, 0, plane.height() - 1));
}

} // namespace autoconfig::testing
