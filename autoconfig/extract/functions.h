// The Funcs of a pipeline as Halide holds them.
#pragma once

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace autoconfig::extraction {

struct Functions {
    std::vector<Halide::Internal::Function> outputs;
    std::map<std::string, Halide::Internal::Function> all; // by name, outputs too

    explicit Functions(const Halide::Pipeline& pipeline);
    /// Names, producers before consumers.
    std::vector<std::string> order() const;
};

} // namespace autoconfig::extraction
