// Results as a self-contained HTML page.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace autoconfig::bench {

/// `results` is what summarised() gives. The page needs nothing from outside.
std::string page(const nlohmann::json& results);

} // namespace autoconfig::bench
