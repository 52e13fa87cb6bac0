// How the elements of a buffer lie in memory.
#pragma once

#include <Halide.h>

#include <numeric>
#include <utility>
#include <vector>

namespace autoconfig::testing {

enum class Layout {
    Planar,      // dimension 0 innermost, then 1, ...
    Interleaved, // dimension 2 innermost, then 0, 1, 3, ...; planar where there is none
    Strided,     // of every two elements the second
    Transposed,  // the last dimension innermost
    Upwards,     // rows from the last to the first
};
constexpr int layouts = static_cast<int>(Layout::Upwards) + 1;

namespace detail {

/// A buffer whose innermost dimension is `inner`.
inline Halide::Buffer<> with_innermost(int inner, const Halide::Type& type, const std::vector<int>& shape) {
    std::vector<int> order(shape.size());
    std::iota(order.begin(), order.end(), 0);
    order.erase(order.begin() + inner);
    order.insert(order.begin(), inner);
    return Halide::Buffer<>(type, shape, order);
}

inline Halide::Buffer<> upwards(Halide::Buffer<> buffer) {
    halide_dimension_t& rows = buffer.raw_buffer()->dim[1];
    const auto bytes = static_cast<std::ptrdiff_t>(rows.stride) * (rows.extent - 1) * buffer.type().bytes();
    buffer.raw_buffer()->host += bytes;
    rows.stride = -rows.stride;
    return buffer;
}

} // namespace detail

/// A buffer of a shape, from 0 on in every dimension.
inline Halide::Buffer<> laid_out(Layout layout, const Halide::Type& type, const std::vector<int>& shape) {
    const int dimensions = static_cast<int>(shape.size());
    if (dimensions == 0) return Halide::Buffer<>(type, shape);
    switch (layout) {
    case Layout::Interleaved: return detail::with_innermost(dimensions > 2 ? 2 : 0, type, shape);
    case Layout::Strided: {
        std::vector<int> pairs = shape;
        pairs.insert(pairs.begin(), 2);
        return Halide::Buffer<>(type, pairs).sliced(0, 1);
    }
    case Layout::Transposed: return detail::with_innermost(dimensions - 1, type, shape);
    case Layout::Upwards:
        if (dimensions > 1) return detail::upwards(Halide::Buffer<>(type, shape));
        break;
    case Layout::Planar: break;
    }
    return Halide::Buffer<>(type, shape);
}

} // namespace autoconfig::testing
