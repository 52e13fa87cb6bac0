// See applies.h.
#include "autoconfig/decide/applies.h"

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
    return "";
}

std::string accuracy_refusal(const Convolution& layer, Algorithm algorithm, double budget) {
    const double bound = error_bound(layer, algorithm);
    const std::string name = filter_name(algorithm);
    if (budget > 0 && bound > budget)
        return fmt::format("{} error bound {:.1e} exceeds --max-rel-error {:g}", name, bound, budget);
    if (budget == 0 && algorithm == Algorithm::Winograd4)
        return fmt::format("{} error bound {:.1e}: state a budget, --max-rel-error", name, bound);
    return "";
}

} // namespace

double error_bound(const Convolution& layer, Algorithm algorithm) {
    if (!is_float(layer)) return 0;
    const std::int64_t channels = layer.c / layer.groups;
    if (const int m = tile_of(algorithm)) return filter_error_bound(minimal_filter(m), channels);
    return direct_error_bound(channels, layer.r * layer.s);
}

std::string refusal(const Convolution& layer, Algorithm algorithm, double budget) {
    std::string reason;
    if (algorithm == Algorithm::Im2col) reason = im2col_refusal(layer);
    if (tile_of(algorithm) > 0) reason = winograd_refusal(layer, algorithm);
    return reason.empty() ? accuracy_refusal(layer, algorithm, budget) : reason;
}

} // namespace autoconfig
