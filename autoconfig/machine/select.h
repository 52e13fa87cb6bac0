// Which description serves a target, and what its features mean for the code that will run.
#pragma once

#include "autoconfig/machine/description.h"
#include "autoconfig/machine/load.h"

#include <set>
#include <string>

namespace autoconfig {

/// The features and all that Halide's code generator takes them to imply (avx2 implies avx, fma, sse41).
std::set<std::string> with_implied_features(const TargetTraits& traits);

/// The built-in description that serves the target: one that names its CPU before one that does not, then
/// the one that asks for most features; "generic" where none does.
Description select_description(const TargetTraits& traits);

} // namespace autoconfig
