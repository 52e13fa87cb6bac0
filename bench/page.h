// Results as a self-contained HTML page.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace autoconfig::bench {

/// `results` is what summarised() gives. The page needs nothing from outside.
std::string page(const nlohmann::json& results);

/// The same of pipelines (pipelines/results.h).
std::string pipelines_page(const nlohmann::json& results);

} // namespace autoconfig::bench
