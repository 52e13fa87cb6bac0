// See applies.h.
#include "autoconfig/decide/applies.h"

#include "autoconfig/integers.h"
#include "autoconfig/model/rounding.h"

#include <fmt/format.h>

namespace autoconfig {

namespace {

bool is_float(const Convolution& layer) { return layer.accumulator.kind == ScalarType::Kind::Float; }

/// "F(2x2, 3x3)", or the algorithm's own name.
std::string filter_name(Algorithm algorithm) {
    const int m = tile_of(algorithm);
    return m > 0 ? fmt::format("F({}x{}, 3x3)", m, m) : to_string(algorithm);
}

std::string im2col_refusal(const Convolution& layer) {
    if (layer.groups != 1) return fmt::format("{} groups: no one product to make of them", layer.groups);
    if (layer.r * layer.s == 1 && layer.stride == 1 && layer.pad == 0)
        return "window 1x1: the input is that matrix already";
    return "";
}

std::string winograd_refusal(const Convolution& layer, Algorithm algorithm) {
    const std::string name = filter_name(algorithm);
    if (layer.r != 3 || layer.s != 3)
        return fmt::format("window {}x{}: {} needs 3x3", layer.r, layer.s, name);
    if (layer.stride != 1) return fmt::format("stride {}: {} needs stride 1", layer.stride, name);
    if (layer.dilation != 1) return fmt::format("dilation {}: {} needs dilation 1", layer.dilation, name);
    if (layer.groups != 1)
        return fmt::format("{} groups: {} needs products over all channels", layer.groups, name);
    if (!layer.channels_innermost) return fmt::format("nchw: {} needs channels side by side", name);
    if (!is_float(layer)) return fmt::format("integer sums: {} divides", name);
    const std::int64_t points = points_of(layer, algorithm);
    if (points * layer.c * layer.k > max_elements)
        return fmt::format("{} x {} transformed weights, {} points each: more than a buffer holds", layer.c,
                           layer.k, points);
    return "";
}

} // namespace

std::string accuracy_refusal(Algorithm algorithm, double bound, const Accuracy& accuracy) {
    const std::string stated =
        fmt::format("{} {} error bound {:.1e}", filter_name(algorithm), to_string(accuracy.bound), bound);
    if (accuracy.max_rel_error == 0) return stated + ": state a budget, --max-rel-error";
    return fmt::format("{} exceeds --max-rel-error {:g}", stated, accuracy.max_rel_error);
}

std::string refusal(const Convolution& layer, Algorithm algorithm, const Accuracy& accuracy) {
    if (algorithm == Algorithm::Im2col) return im2col_refusal(layer);
    if (tile_of(algorithm) == 0) return "";
    const std::string reason = winograd_refusal(layer, algorithm);
    if (!reason.empty() || algorithm != Algorithm::Winograd4 || accuracy.max_rel_error > 0) return reason;
    const double bound = filter_error_bound(minimal_filter(tile_of(algorithm)), layer.c, accuracy.bound);
    return accuracy_refusal(algorithm, bound, accuracy);
}

} // namespace autoconfig
