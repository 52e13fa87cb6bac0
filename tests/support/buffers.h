// The inputs of a pipeline, buffers of any type filled from and read as doubles, and their comparison with a
// reference.
#pragma once

#include "tests/support/reference.h"

#include <Halide.h>

#include <cmath>
#include <cstdint>
#include <limits>
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
    if (buffer.type() == Halide::UInt(8)) return static_cast<const std::uint8_t*>(buffer.data())[i];
    return static_cast<const std::int32_t*>(buffer.data())[i];
}

/// Filled so that an element nobody writes shows.
inline Halide::Buffer<> poisoned(Halide::Type type, const std::vector<int>& sizes) {
    std::size_t count = 1;
    for (int size : sizes) count *= static_cast<std::size_t>(size);
    const double poison = type.is_float() ? std::numeric_limits<double>::quiet_NaN() : -123456789;
    return buffer_of(type, sizes, std::vector<double>(count, poison));
}

/// Empty when every element is as near to the reference as it says; otherwise the first that is not.
inline std::string mismatch(const Halide::Buffer<>& output, const Reference& expected) {
    for (std::size_t i = 0; i < expected.value.size(); i++) {
        const double got = element(output, i);
        if (!(std::abs(got - expected.value[i]) <= expected.tolerance[i]))
            return "element " + std::to_string(i) + " is " + std::to_string(got) + ", not " +
                   std::to_string(expected.value[i]) + " within " + std::to_string(expected.tolerance[i]);
    }
    return "";
}

} // namespace autoconfig::testing
