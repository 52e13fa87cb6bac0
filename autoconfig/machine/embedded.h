// The machine files built into this library; embed.cmake generates the definition from targets/*.json.
#pragma once

#include <string>
#include <vector>

namespace autoconfig {

struct EmbeddedTarget {
    std::string name;   // "x86-avx2": the file's name without ".json"
    std::string serves; // that part of the text; "[]" where it has none
    std::string text;
};

/// In alphabetical order.
const std::vector<EmbeddedTarget>& embedded_targets();

} // namespace autoconfig
