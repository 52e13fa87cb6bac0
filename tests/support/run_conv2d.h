// Runs a `conv2d` pipeline, however it was scheduled, in this process and compares it with the reference.
#pragma once

#include "tests/support/buffers.h"
#include "tests/support/reference_conv2d.h"

#include <Halide.h>

#include <map>
#include <string>

namespace autoconfig::testing {

/// Elements of what a pipeline of the generator `conv2d_pack` writes.
inline int packed_size(const Halide::Pipeline& packer) {
    const auto buffer = packer.outputs().front().output_buffer().parameter();
    return static_cast<int>(*Halide::Internal::as_const_int(buffer.extent_constraint(0)));
}

/// The result of a pipeline of the generator `conv2d_pack` on the weights.
inline Halide::Buffer<> packed_weights(Halide::Pipeline packer, const Conv2dCase& c, const Conv2dOperands& in,
                                       const Halide::Target& target) {
    InputParameter weights = inputs_of(packer).at("weights");
    weights.set_buffer(buffer_of(weights.type(), c.weight_sizes(), in.weights));
    Halide::Buffer<> packed(weights.type(), std::vector<int>{packed_size(packer)});
    packer.realize(packed, target);
    return packed;
}

/// Empty when the result is right; otherwise where it is not. `pipeline` is that of the case's params;
/// `packed`: the weights it takes, where they are packed.
inline std::string run_conv2d(Halide::Pipeline pipeline, const Conv2dCase& c, const Halide::Target& target,
                              double max_rel_error = 0, const Halide::Buffer<>& packed = {}) {
    const Conv2dOperands in = operands(c);
    std::map<std::string, InputParameter> inputs = inputs_of(pipeline);
    const auto set = [&](const char* name, const std::vector<int>& sizes, const std::vector<double>& values) {
        inputs.at(name).set_buffer(buffer_of(inputs.at(name).type(), sizes, values));
    };
    set("input", c.input_sizes(), in.input);
    if (packed.defined())
        inputs.at("weights").set_buffer(packed);
    else
        set("weights", c.weight_sizes(), in.weights);
    if (c.bias) set("bias", {c.k}, in.bias);
    if (c.residual) set("residual", c.output_sizes(), in.residual);
    if (c.requantize) set("scale", {c.k}, in.scale);
    Halide::Buffer<> output =
        poisoned(pipeline.outputs().front().function().output_types().front(), c.output_sizes());
    pipeline.realize(output, target);
    const std::string wrong = mismatch(output, reference(c, in, max_rel_error));
    return wrong.empty() ? "" : c.name() + ": " + wrong;
}

} // namespace autoconfig::testing
