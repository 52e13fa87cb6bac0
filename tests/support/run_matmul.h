// Runs a `matmul` pipeline, however it was scheduled, in this process and compares it with the reference.
#pragma once

#include "tests/support/reference_matmul.h"

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace autoconfig::testing {

using InputParameter = decltype(Halide::Internal::Call::param);

/// The input buffers of a pipeline by name, found where they are read.
inline std::map<std::string, InputParameter> inputs_of(const Halide::Pipeline& pipeline) {
    struct Finder : Halide::Internal::IRVisitor {
        using IRVisitor::visit;
        std::map<std::string, InputParameter> found;
        void visit(const Halide::Internal::Call* call) override {
            if (call->param.defined() && call->param.is_buffer()) found.emplace(call->name, call->param);
            IRVisitor::visit(call);
        }
    } finder;
    for (const Halide::Func& output : pipeline.outputs())
        for (auto& [name, function] : Halide::Internal::find_transitive_calls(output.function()))
            function.accept(&finder);
    return finder.found;
}

/// A dense buffer of the type with the values, which it must be able to hold.
inline Halide::Buffer<> buffer_of(Halide::Type type, const std::vector<int>& sizes,
                                  const std::vector<double>& values) {
    Halide::Buffer<> buffer(type, sizes);
    for (std::size_t i = 0; i < values.size(); i++) {
        if (type == Halide::Float(32))
            static_cast<float*>(buffer.data())[i] = static_cast<float>(values[i]);
        else if (type == Halide::Float(64))
            static_cast<double*>(buffer.data())[i] = values[i];
        else if (type == Halide::UInt(8))
            static_cast<std::uint8_t*>(buffer.data())[i] = static_cast<std::uint8_t>(values[i]);
        else if (type == Halide::Int(8))
            static_cast<std::int8_t*>(buffer.data())[i] = static_cast<std::int8_t>(values[i]);
        else if (type == Halide::Int(16))
            static_cast<std::int16_t*>(buffer.data())[i] = static_cast<std::int16_t>(values[i]);
        else
            static_cast<std::int32_t*>(buffer.data())[i] = static_cast<std::int32_t>(values[i]);
    }
    return buffer;
}

inline double element(const Halide::Buffer<>& buffer, std::size_t i) {
    if (buffer.type() == Halide::Float(32)) return static_cast<const float*>(buffer.data())[i];
    if (buffer.type() == Halide::Float(64)) return static_cast<const double*>(buffer.data())[i];
    return static_cast<const std::int32_t*>(buffer.data())[i];
}

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
    const Reference expected = reference(c, in);
    const double poison = c.integer() ? -123456789 : std::numeric_limits<double>::quiet_NaN();
    Halide::Buffer<> output =
        buffer_of(type, sizes(c.n, c.m, false), std::vector<double>(expected.value.size(), poison));
    pipeline.realize(output, target);
    for (std::size_t i = 0; i < expected.value.size(); i++) {
        const double got = element(output, i);
        if (!(std::abs(got - expected.value[i]) <= expected.tolerance[i]))
            return c.name() + ": element " + std::to_string(i) + " is " + std::to_string(got) + ", not " +
                   std::to_string(expected.value[i]) + " within " + std::to_string(expected.tolerance[i]);
    }
    return "";
}

} // namespace autoconfig::testing
