// A layer's data as buffers, and its check against a direct convolution in double precision.
#include "bench/conv2d/operands.h"

#include "bench/reference.h"

#include <fmt/format.h>

namespace autoconfig::bench {

Conv2dOperands::Conv2dOperands(const Conv2dShape& s, const Epilogue& e)
    : Operands(e, {s.input_elements(), s.weight_elements(), s.k, s.output_elements()}), shape(s) {}

std::vector<Argument> Conv2dOperands::arguments() const {
    const auto buffer = [](const Floats& data, const std::vector<std::int64_t>& extents) {
        return Argument{data.data(), {extents.begin(), extents.end()}};
    };
    std::vector<Argument> list{buffer(input_data(), {shape.c, shape.w, shape.h, shape.n}),
                               buffer(weight_data(), {shape.k, shape.c / shape.groups, shape.s, shape.r})};
    if (epilogue.bias) list.push_back(buffer(bias_data(), {shape.k}));
    list.push_back(buffer(result_data(), {shape.k, shape.out_w(), shape.out_h(), shape.n}));
    return list;
}

namespace {

struct Place {
    std::int64_t n, y, x, k;

    std::int64_t in(const Conv2dShape& s) const { return ((n * s.out_h() + y) * s.out_w() + x) * s.k + k; }
    std::string text() const { return fmt::format("element (k {}, x {}, y {}) of image {}", k, x, y, n); }
};

Sum sum_of(const Conv2dOperands& operands, const Place& at) {
    const Conv2dShape& s = operands.shape;
    const std::int64_t channels = s.c / s.groups, first = at.k / (s.k / s.groups) * channels;
    Sum sum;
    for (std::int64_t r = 0; r < s.r; ++r)
        for (std::int64_t q = 0; q < s.s; ++q) {
            const std::int64_t y = at.y * s.stride + r * s.dilation - s.pad;
            const std::int64_t x = at.x * s.stride + q * s.dilation - s.pad;
            const bool inside = y >= 0 && y < s.h && x >= 0 && x < s.w;
            const float* pixel = operands.input() + ((at.n * s.h + y) * s.w + x) * s.c + first;
            const float* weight = operands.weights() + (r * s.s + q) * channels * s.k + at.k;
            for (std::int64_t c = 0; c < channels; ++c)
                sum.add(inside ? static_cast<double>(pixel[c]) * static_cast<double>(weight[c * s.k]) : 0);
        }
    if (operands.epilogue.bias) sum.add(operands.bias()[at.k]);
    return sum;
}

std::string check_at(const Conv2dOperands& operands, const Place& at, double max_rel_error) {
    const Wanted want(sum_of(operands, at), operands.epilogue.activation, max_rel_error);
    const float got = operands.out()[at.in(operands.shape)];
    return want.agrees(got) ? "" : at.text() + " " + want.difference(got);
}

} // namespace

std::string Conv2dOperands::check(double max_rel_error) const {
    const std::int64_t per_row = shape.out_w() * shape.k, per_image = per_row * shape.out_h();
    for (std::int64_t e = 0; e < result_data().size(); ++e)
        if (std::isnan(out()[e]))
            return Place{e / per_image, e % per_image / per_row, e % per_row / shape.k, e % shape.k}.text() +
                   " is NaN or was not written";
    for (std::int64_t n : sample(shape.n, 4))
        for (std::int64_t y : sample(shape.out_h(), 8))
            for (std::int64_t x : sample(shape.out_w(), 8))
                for (std::int64_t k : sample(shape.k, 12)) {
                    const std::string wrong = check_at(*this, {n, y, x, k}, max_rel_error);
                    if (!wrong.empty()) return wrong;
                }
    return "";
}

} // namespace autoconfig::bench
