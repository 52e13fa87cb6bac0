// The one exception of the project: a single line that names what is wrong, where, and the remedy.
#pragma once

#include <stdexcept>
#include <string>

namespace autoconfig {

struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace autoconfig
