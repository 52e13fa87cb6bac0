// Where tests/ lies, for golden files and data.
#pragma once

#include <string>

namespace autoconfig {

/// Absolute path of the folder tests/ of the source tree, without a slash at its end.
std::string tests_dir();

} // namespace autoconfig
