// The texts of the rewrites' headers, for the schedules that are written.
#pragma once

#include <string>

namespace autoconfig {

extern const std::string source_of_size_body, source_of_zero_padding;

} // namespace autoconfig
