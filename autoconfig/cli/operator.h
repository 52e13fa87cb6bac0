// The operators the command knows, each in a file of its own: its options on the command line, and the
// KernelSpec they stand for on a machine. A new operator is one more file and one more row of operators().
#pragma once

#include "autoconfig/cli/kernel_spec.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace autoconfig::cli {

struct Operator {
    std::string name;
    std::string description;
    /// Adds the operator's options to a sub-command. The function it returns is called after parsing:
    /// the spec, or Error on values that make no sense.
    std::function<std::function<SpecFor()>(CLI::App&)> add_options;
};

Operator matmul_operator();
Operator conv2d_operator();

const std::vector<Operator>& operators();

} // namespace autoconfig::cli
