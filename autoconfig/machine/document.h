// The text of a machine file as JSON, or an Error that says where it is broken.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace autoconfig {

/// Error "FILE:LINE:COLUMN: ..." where the text is not JSON; "FILE: key '...' appears twice" where an object
/// says something twice; "FILE: ..." where the document is not an object.
nlohmann::json parse_document(const std::string& text, const std::string& file);

/// Error where the file cannot be read.
std::string read_text_file(const std::string& path);

} // namespace autoconfig
