// Where the libraries of autoschedulers lie.
#pragma once

#include <string>

namespace autoconfig::cli {

/// The plugin that holds a scheduler: AutoConfig's own, or that of "Adams2019", "Li2018" or "Mullapudi2016",
/// beside Halide. Error on another name.
std::string plugin_of(const std::string& scheduler);

} // namespace autoconfig::cli
