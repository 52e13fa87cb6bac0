// The loops of the definition, as a C++ compiler makes them.
#include "bench/conv2d/operands.h"
#include "bench/peers/peer.h"
#include "bench/reference.h"

#include <algorithm>
#include <vector>

namespace autoconfig::bench {

namespace {

/// sum[k] += pixel * weights of one pixel: output channels are innermost.
void add_pixel(const Conv2dShape& s, const float* pixel, const float* weights, float* sum) {
    const std::int64_t in = s.c / s.groups, out = s.k / s.groups;
    for (std::int64_t g = 0; g < s.groups; ++g)
        for (std::int64_t c = 0; c < in; ++c)
            for (std::int64_t k = 0; k < out; ++k)
                sum[g * out + k] += pixel[g * in + c] * weights[c * s.k + g * out + k];
}

void add_window(const Conv2dOperands& operands, std::int64_t n, std::int64_t y, std::int64_t x, float* sum) {
    const Conv2dShape& s = operands.shape;
    for (std::int64_t r = 0; r < s.r; ++r)
        for (std::int64_t q = 0; q < s.s; ++q) {
            const std::int64_t iy = y * s.stride + r * s.dilation - s.pad;
            const std::int64_t ix = x * s.stride + q * s.dilation - s.pad;
            if (iy < 0 || iy >= s.h || ix < 0 || ix >= s.w) continue;
            add_pixel(s, operands.input() + ((n * s.h + iy) * s.w + ix) * s.c,
                      operands.weights() + (r * s.s + q) * (s.c / s.groups) * s.k, sum);
        }
}

void convolve(const Conv2dOperands& operands) {
    const Conv2dShape& s = operands.shape;
    float* out = operands.out();
    for (std::int64_t n = 0; n < s.n; ++n)
        for (std::int64_t y = 0; y < s.out_h(); ++y)
            for (std::int64_t x = 0; x < s.out_w(); ++x, out += s.k) {
                std::copy_n(operands.bias(), s.k, out);
                add_window(operands, n, y, x, out);
                for (std::int64_t k = 0; k < s.k; ++k)
                    out[k] = static_cast<float>(activate(out[k], operands.epilogue.activation));
            }
}

} // namespace

Peer loops_peer() {
    const auto prepare = [](const Conv2dOperands& operands, int) {
        return Call([&operands] { convolve(operands); });
    };
    return {"loops", "loops", Fairness::Informational, on<Conv2dOperands>(prepare),
            [] { return std::string("seven loops in C++"); }};
}

} // namespace autoconfig::bench
