// Runs a `matmul` pipeline, however it was scheduled, in this process and compares it with the reference.
#pragma once

#include "tests/support/buffers.h"
#include "tests/support/reference_matmul.h"

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace autoconfig::testing {

/// Empty when the result is right; otherwise where it is not. `pipeline` is that of the case's params.
inline std::string run_matmul(Halide::Pipeline pipeline, const MatmulCase& c, const Halide::Target& target) {
    const MatmulOperands in = operands(c);
    const auto sizes = [&](int inner, int outer, bool transposed) {
        std::vector<int> result =
            transposed ? std::vector<int>{outer, inner} : std::vector<int>{inner, outer};
        if (c.batch > 0) result.push_back(c.batch);
        return result;
    };
    std::map<std::string, InputParameter> inputs = inputs_of(pipeline);
    inputs.at("A").set_buffer(buffer_of(inputs.at("A").type(), sizes(c.k, c.m, c.trans_a), in.a));
    inputs.at("B").set_buffer(buffer_of(inputs.at("B").type(), sizes(c.n, c.k, c.trans_b), in.b));
    if (c.bias) inputs.at("bias").set_buffer(buffer_of(inputs.at("bias").type(), {c.n}, in.bias));
    const Halide::Type type = c.type == "f32"   ? Halide::Float(32)
                              : c.type == "f64" ? Halide::Float(64)
                                                : Halide::Int(32);
    Halide::Buffer<> output = poisoned(type, sizes(c.n, c.m, false));
    pipeline.realize(output, target);
    const std::string wrong = mismatch(output, reference(c, in));
    return wrong.empty() ? "" : c.name() + ": " + wrong;
}

} // namespace autoconfig::testing
