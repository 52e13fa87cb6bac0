// What the command builds: registered Generators, their params, and the functions they become.
#pragma once

#include "autoconfig/machine/machine.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::cli {

struct KernelSpec {
    std::string generator;                     // "matmul"
    std::map<std::string, std::string> params; // of the Generator, by its names
    std::vector<std::string>
        inputs; // in the order of the built function, then any others; the output follows
    std::string output = "output";
    std::vector<KernelSpec> packers =
        {}; // of a weight that comes packed: one, which becomes NAME_pack, or none
};

/// An operator's kernel for a machine: what is best may differ from one machine to the next.
using SpecFor = std::function<KernelSpec(const Machine&)>;

} // namespace autoconfig::cli
