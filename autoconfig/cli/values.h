// Checks of option values that operators share.
#pragma once

#include "autoconfig/integers.h"

#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig::cli {

/// Error "--NAME is VALUE: give a size from FIRST to 2147483647".
void check_range(const std::string& name, std::int64_t value, std::int64_t first);

/// Error unless the option is one of the names.
void check_name(const std::string& option, const std::string& value, const std::vector<std::string>& known);

/// Error, naming the extents and what to make smaller, unless their product is at most max_elements. Extents
/// are from 1 to max_elements each.
void check_elements(const std::string& operand, const std::vector<std::int64_t>& extents,
                    const std::string& options);

/// Error unless the type computes the activation.
void check_activation(const std::string& activation, const std::string& type);

/// Names of generators/activation.h.
const std::vector<std::string>& activation_list();

/// "true" or "false", as Generators read them.
std::string truth(bool value);

} // namespace autoconfig::cli
