// Error texts of others, Halide's and CLI11's, as the single line our command prints.
#pragma once

#include <string>

namespace autoconfig::cli {

/// The text on one line, without the "Error:" that Halide puts in front of its own; control characters are
/// written as "\x1b".
std::string one_line(std::string text);

} // namespace autoconfig::cli
