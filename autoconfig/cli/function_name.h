// The name of a built function.
#pragma once

#include <string>

namespace autoconfig::cli {

/// Error naming --name unless it is a C identifier that a header can declare: no keyword of C or C++, no
/// name reserved for implementations or Halide's runtime.
void check_function_name(const std::string& name);

} // namespace autoconfig::cli
