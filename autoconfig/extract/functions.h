// The Funcs of a pipeline as Halide holds them.
#pragma once

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace autoconfig::extraction {

struct Functions {
    std::vector<Halide::Internal::Function> outputs;
    /// By name, outputs too; but for the copies that Func::in() makes, which no definition reads.
    std::map<std::string, Halide::Internal::Function> all;

    explicit Functions(const Halide::Pipeline& pipeline);
    /// Names, producers before consumers.
    std::vector<std::string> order() const;
};

} // namespace autoconfig::extraction
