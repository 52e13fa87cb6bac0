// The matrix product as the command line describes it.
#pragma once

#include "autoconfig/cli/kernel_spec.h"

#include <cstdint>
#include <string>

namespace autoconfig::cli {

struct MatmulOptions {
    std::int64_t m = 0, n = 0, k = 0; // 0: not given, allowed with `dynamic` only
    std::int64_t batch = 0;           // 0: no batch dimension
    bool trans_a = false, trans_b = false;
    bool bias = false;
    bool dynamic = false; // sizes come at run time; those given are what to expect
    std::string type = "f32";
    std::string activation = "none";
};

/// Params of the generator `matmul`, the same on every machine. Error, naming the option and the remedy: a
/// size that is missing, not positive or too large (an operand may have 2^31-1 elements), unknown type or
/// activation, an activation the type does not have.
SpecFor matmul_spec(const MatmulOptions& options);

} // namespace autoconfig::cli
