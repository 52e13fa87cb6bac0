// Whole files, read and written at once, and the folders they go to.
#pragma once

#include <string>

namespace autoconfig::bench {

std::string read_file(const std::string& path); // Error when it cannot be read

/// Writes beside the target and renames, so that the target is never half-written. Error when it cannot.
void write_file(const std::string& path, const std::string& text);

void create_folder(const std::string& path); // with those above it; Error when it cannot

} // namespace autoconfig::bench
