// What the command builds: a registered Generator, its params, and the function it becomes.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace autoconfig::cli {

struct KernelSpec {
    std::string generator;                     // "matmul"
    std::map<std::string, std::string> params; // of the Generator, by its names
    std::vector<std::string> inputs;           // in the order of the built function; the output follows
};

} // namespace autoconfig::cli
