// The sums of a convolution as Halide algorithms, in either layout. Winograd's are in winograd.h.
#pragma once

#include "autoconfig/extract/convolution.h"

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace autoconfig {

/// The types of a layer: its input's, its weights' and its sums', or one for all three.
enum class LayerTypes { f32, u8i8i32 };
inline const std::map<std::string, LayerTypes> layer_types = {{"f32", LayerTypes::f32},
                                                              {"u8i8i32", LayerTypes::u8i8i32}};

/// Arguments of an element of the input or the output, dimension 0 first: (channel, x, y, n) for NHWC,
/// (x, y, channel, n) for NCHW.
template<typename T>
std::vector<T> ordered(const Convolution& layer, T channel, T x, T y, T n) {
    if (layer.channels_innermost) return {channel, x, y, n};
    return {x, y, channel, n};
}

/// Arguments of a weight: (k, c, s, r) for NHWC, (s, r, c, k) for NCHW.
template<typename T>
std::vector<T> ordered_weight(const Convolution& layer, T k, T c, T s, T r) {
    if (layer.channels_innermost) return {k, c, s, r};
    return {s, r, c, k};
}

/// The input with `outside` around its rows and columns; the input itself where no window leaves it.
Halide::Func padded(const Convolution& layer, const Halide::Func& input, const Halide::Expr& outside);

/// conv(k, x, y, n), ordered: the sum over the window and the channels of k's group, in the accumulator's
/// type. `clip` 0: the whole window; above: without rows of it that lie in the padding, and without columns
/// that do for each of so many neighbouring pixels, counted from the first. What is left out adds nothing
/// where the padding is 0.
Halide::Func direct_convolution(const Convolution& layer, const Halide::Func& padded,
                                const Halide::Func& weights, int clip = 0);

/// The same sum over a Func that holds each output pixel's window: columns(c, s, r, x, y, n).
/// One group only.
Halide::Func im2col_convolution(const Convolution& layer, const Halide::Func& padded,
                                const Halide::Func& weights);

/// The Halide type of a scalar.
Halide::Type halide_type(ScalarType type);

} // namespace autoconfig
