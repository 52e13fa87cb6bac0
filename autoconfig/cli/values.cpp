// Checks of option values.
#include "autoconfig/cli/values.h"

#include "autoconfig/error.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace autoconfig::cli {

void check_range(const std::string& name, std::int64_t value, std::int64_t first) {
    if (value < first || value > max_elements)
        throw Error(fmt::format("--{} is {}: give a size from {} to {}", name, value, first, max_elements));
}

void check_name(const std::string& option, const std::string& value, const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), value) == known.end())
        throw Error(
            fmt::format("--{} '{}' is not known: use one of {}", option, value, fmt::join(known, ", ")));
}

void check_elements(const std::string& operand, const std::vector<std::int64_t>& extents,
                    const std::string& options) {
    std::int64_t room = max_elements;
    for (std::int64_t extent : extents) room /= extent;
    if (room == 0)
        throw Error(fmt::format("{} of {} has more than 2^31-1 elements, which Halide cannot index: make {} "
                                "smaller",
                                operand, fmt::join(extents, " x "), options));
}

void check_activation(const std::string& activation, const std::string& type) {
    check_name("activation", activation, activation_list());
    const bool integer = type[0] != 'f';
    if (integer && activation != "none" && activation != "relu")
        throw Error(fmt::format("--activation {} needs a float type, not {}: use none or relu, or --type f32",
                                activation, type));
    if (activation == "gelu_erf" && type != "f32")
        throw Error(fmt::format("--activation gelu_erf needs --type f32, not {}: use gelu", type));
}

const std::vector<std::string>& activation_list() {
    static const std::vector<std::string> names = {"none",     "relu", "relu6",   "gelu",
                                                   "gelu_erf", "silu", "sigmoid", "tanh"};
    return names;
}

std::string truth(bool value) { return value ? "true" : "false"; }

} // namespace autoconfig::cli
