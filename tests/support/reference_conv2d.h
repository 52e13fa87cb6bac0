// A convolution layer in double precision and by its definition: what every way of building `conv2d` is
// compared with. Knows nothing of Halide.
#pragma once

#include "tests/support/reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::testing {

struct Conv2dCase {
    int n = 1, h = 1, w = 1, c = 1, k = 1, r = 1, s = 1;
    int stride = 1, pad = 0, dilation = 1, groups = 1;
    bool nchw = false, bias = false, residual = false, requantize = false;
    std::string type = "f32", activation = "none", algorithm = "direct";
    int input_zero = 0, output_zero = 0;
    int panel = 0; // above 0: weights come packed
    int clip = 0;  // param of the generator

    bool integer() const { return type[0] != 'f'; }
    int out_h() const { return (h + 2 * pad - dilation * (r - 1) - 1) / stride + 1; }
    int out_w() const { return (w + 2 * pad - dilation * (s - 1) - 1) / stride + 1; }
    int group_channels() const { return c / groups; }

    /// "1x17x17x37 k32 3x3 stride2 pad1 dilation1 groups1 nhwc f32 direct relu"
    std::string name() const {
        const auto by = [](std::vector<int> sizes) {
            std::string text;
            for (int size : sizes) text += (text.empty() ? "" : "x") + std::to_string(size);
            return text;
        };
        return by({n, h, w, c}) + " k" + std::to_string(k) + " " + by({r, s}) + " stride" +
               std::to_string(stride) + " pad" + std::to_string(pad) + " dilation" +
               std::to_string(dilation) + " groups" + std::to_string(groups) + (nchw ? " nchw " : " nhwc ") +
               type + " " + algorithm + (bias ? " bias" : "") + (residual ? " residual" : "") +
               (panel > 0 ? " panel" + std::to_string(panel) : "") +
               (clip > 0 ? " clip" + std::to_string(clip) : "") + (requantize ? " requantize " : " ") +
               activation;
    }

    /// Params of the generator `conv2d_pack`.
    std::map<std::string, std::string> pack_params() const {
        std::map<std::string, std::string> result = {{"type", type}};
        const std::map<std::string, int> numbers = {{"c", c}, {"k", k},           {"r", r},
                                                    {"s", s}, {"groups", groups}, {"panel", panel}};
        for (const auto& [name, value] : numbers) result[name] = std::to_string(value);
        return result;
    }

    /// Params of the generator `conv2d`.
    std::map<std::string, std::string> params() const {
        const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
        std::map<std::string, std::string> result = {{"layout", nchw ? "nchw" : "nhwc"},
                                                     {"type", type},
                                                     {"with_bias", truth(bias)},
                                                     {"with_residual", truth(residual)},
                                                     {"requantize", truth(requantize)},
                                                     {"activation", activation},
                                                     {"algorithm", algorithm}};
        const std::map<std::string, int> numbers = {{"n", n},
                                                    {"h", h},
                                                    {"w", w},
                                                    {"c", c},
                                                    {"k", k},
                                                    {"r", r},
                                                    {"s", s},
                                                    {"stride", stride},
                                                    {"pad", pad},
                                                    {"dilation", dilation},
                                                    {"groups", groups},
                                                    {"clip", clip},
                                                    {"input_zero", input_zero},
                                                    {"output_zero", output_zero}};
        for (const auto& [name, value] : numbers) result[name] = std::to_string(value);
        if (panel > 0) {
            result["packed_weights"] = "true";
            result["panel"] = std::to_string(panel);
        }
        return result;
    }

    /// Extents of the buffers, dimension 0 first.
    std::vector<int> image(int channels, int columns, int rows) const {
        return nchw ? std::vector<int>{columns, rows, channels, n}
                    : std::vector<int>{channels, columns, rows, n};
    }
    std::vector<int> input_sizes() const { return image(c, w, h); }
    std::vector<int> output_sizes() const { return image(k, out_w(), out_h()); }
    std::vector<int> weight_sizes() const {
        return nchw ? std::vector<int>{s, r, group_channels(), k}
                    : std::vector<int>{k, group_channels(), s, r};
    }

    /// Positions in the dense buffers.
    std::size_t input_at(int channel, int x, int y, int image) const {
        return at(input_sizes(),
                  nchw ? std::vector<int>{x, y, channel, image} : std::vector<int>{channel, x, y, image});
    }
    std::size_t output_at(int channel, int x, int y, int image) const {
        return at(output_sizes(),
                  nchw ? std::vector<int>{x, y, channel, image} : std::vector<int>{channel, x, y, image});
    }
    std::size_t weight_at(int out, int in, int column, int row) const {
        return at(weight_sizes(),
                  nchw ? std::vector<int>{column, row, in, out} : std::vector<int>{out, in, column, row});
    }

private:
    static std::size_t at(const std::vector<int>& sizes, const std::vector<int>& index) {
        std::size_t position = 0;
        for (std::size_t d = sizes.size(); d-- > 0;)
            position = position * static_cast<std::size_t>(sizes[d]) + static_cast<std::size_t>(index[d]);
        return position;
    }
};

inline std::size_t elements(const std::vector<int>& sizes) {
    std::size_t count = 1;
    for (int size : sizes) count *= static_cast<std::size_t>(size);
    return count;
}

/// Operands in their storage order: dimension 0 innermost, dense.
struct Conv2dOperands {
    std::vector<double> input, weights, bias, residual, scale;
};

/// Of the order of one where they are floats, so that activations bend.
inline Conv2dOperands operands(const Conv2dCase& c) {
    const auto values = [&](std::size_t count, int seed, bool is_unsigned) {
        std::vector<double> result = test_values(static_cast<std::int64_t>(count), seed, is_unsigned);
        if (!c.integer())
            for (double& value : result) value /= 64;
        return result;
    };
    Conv2dOperands result;
    result.input = values(elements(c.input_sizes()), 1, c.integer());
    result.weights = values(elements(c.weight_sizes()), 2, false);
    result.bias = values(static_cast<std::size_t>(c.k), 3, false);
    result.residual = values(elements(c.output_sizes()), 4, false);
    for (int k = 0; k < c.k; k++) result.scale.push_back((1 + k % 5) / 1024.0);
    return result;
}

/// A sum and the sum of its terms' magnitudes.
struct Sum {
    double value = 0, magnitude = 0;

    void add(double term) {
        value += term;
        magnitude += std::abs(term);
    }
};

inline Sum sum_at(const Conv2dCase& c, const Conv2dOperands& in, int k, int x, int y, int image) {
    Sum sum;
    const int first = k / (c.k / c.groups) * c.group_channels();
    for (int row = 0; row < c.r; row++)
        for (int column = 0; column < c.s; column++) {
            const int iy = y * c.stride + row * c.dilation - c.pad;
            const int ix = x * c.stride + column * c.dilation - c.pad;
            const bool inside = ix >= 0 && ix < c.w && iy >= 0 && iy < c.h;
            for (int channel = 0; channel < c.group_channels(); channel++) {
                const double pixel =
                    inside ? in.input[c.input_at(first + channel, ix, iy, image)] : c.input_zero;
                sum.add(pixel * in.weights[c.weight_at(k, channel, column, row)]);
            }
        }
    if (c.bias) sum.add(in.bias[static_cast<std::size_t>(k)]);
    if (c.residual) sum.add(in.residual[c.output_at(k, x, y, image)]);
    return sum;
}

/// round(value * scale) + zero in f32 as the generator says, into u8.
inline double requantized(const Conv2dCase& c, double value, double scale) {
    const float scaled = std::nearbyint(static_cast<float>(value) * static_cast<float>(scale));
    return std::clamp(scaled + static_cast<float>(c.output_zero), 0.0f, 255.0f);
}

/// Tolerance: integers, none. Floats: `max_rel_error` (or, by default, Higham's bound on a dot product of as
/// many terms in any order) times the sum of magnitudes, through an activation whose slope is at most 1.13
/// (gelu's), plus 64 u (1 + |value|) where exp or erf is approximated; u = 2^-24.
inline Reference reference(const Conv2dCase& c, const Conv2dOperands& in, double max_rel_error = 0) {
    Reference result;
    result.value.resize(elements(c.output_sizes()));
    result.tolerance.resize(result.value.size());
    constexpr double u = 0x1p-24;
    const double dot_error = (c.r * c.s * c.group_channels() + 4) * u;
    const double relative = c.integer() ? 0 : std::max(max_rel_error, dot_error);
    for (int image = 0; image < c.n; image++)
        for (int y = 0; y < c.out_h(); y++)
            for (int x = 0; x < c.out_w(); x++)
                for (int k = 0; k < c.k; k++) {
                    const Sum sum = sum_at(c, in, k, x, y, image);
                    const std::size_t at = c.output_at(k, x, y, image);
                    const double value = activate(c.activation, sum.value);
                    result.value[at] =
                        c.requantize ? requantized(c, value, in.scale[static_cast<std::size_t>(k)]) : value;
                    result.tolerance[at] =
                        1.13 * relative * sum.magnitude +
                        (is_approximated(c.activation) ? 64 * u * (1 + std::abs(value)) : 0);
                }
    return result;
}

} // namespace autoconfig::testing
