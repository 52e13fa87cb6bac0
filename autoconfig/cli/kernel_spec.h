// What the command builds: registered Generators, their params, and the functions they become.
#pragma once

#include "autoconfig/decide/algorithm.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace autoconfig::cli {

struct KernelSpec {
    std::string generator;                     // "matmul"
    std::map<std::string, std::string> params; // of the Generator, by its names
    /// In the order of the built function, then any others; the output follows.
    std::vector<std::string> inputs;
    std::string output = "output";
    /// Of a weight that comes packed: one, which becomes NAME_pack; otherwise none.
    std::vector<KernelSpec> packers = {};
    /// How it is computed, where that was a choice.
    std::shared_ptr<const AlgorithmDecision> algorithm = nullptr;
    /// What its schedule has to keep to.
    Accuracy accuracy = {};
};

/// An operator's kernel for a machine: what is best may differ from one machine to the next.
using SpecFor = std::function<KernelSpec(const Machine&)>;

} // namespace autoconfig::cli
