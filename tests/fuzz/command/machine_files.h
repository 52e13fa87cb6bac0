// Machine descriptions that are wrong somewhere.
#pragma once

#include "tests/fuzz/command/words.h"

#include <string>

namespace autoconfig::fuzz {

/// One of the descriptions of a folder, changed at random; now and then as it is.
std::string machine_text(Random& random, const std::string& folder);

} // namespace autoconfig::fuzz
