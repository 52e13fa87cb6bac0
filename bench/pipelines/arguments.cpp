// Allocates, fills and compares the arguments of compiled pipelines.
#include "bench/pipelines/arguments.h"

#include "autoconfig/error.h"
#include "bench/sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

namespace autoconfig::bench {

namespace {

/// Calls `use` with a null pointer to the C++ type of an element. Error on a type that has none here.
template<typename Use>
void with_type(halide_type_t type, const std::string& argument, const Use& use) {
    const int bits = type.bits;
    if (type.code == halide_type_float && bits == 32) return use(static_cast<float*>(nullptr));
    if (type.code == halide_type_float && bits == 64) return use(static_cast<double*>(nullptr));
    if (type.code == halide_type_uint && bits <= 8) return use(static_cast<std::uint8_t*>(nullptr));
    if (type.code == halide_type_uint && bits == 16) return use(static_cast<std::uint16_t*>(nullptr));
    if (type.code == halide_type_uint && bits == 32) return use(static_cast<std::uint32_t*>(nullptr));
    if (type.code == halide_type_int && bits == 8) return use(static_cast<std::int8_t*>(nullptr));
    if (type.code == halide_type_int && bits == 16) return use(static_cast<std::int16_t*>(nullptr));
    if (type.code == halide_type_int && bits == 32) return use(static_cast<std::int32_t*>(nullptr));
    throw Error(
        fmt::format("argument {} has elements the bench cannot fill: use integers of up to 32 bits or "
                    "floats of 32 or 64",
                    argument));
}

template<typename T>
void fill(T* elements, std::size_t count, float low, std::uint64_t seed) {
    Sequence sequence(seed);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t bits = sequence.next();
        if constexpr (std::is_floating_point<T>::value)
            elements[i] = static_cast<T>(low + (1 - low) * static_cast<float>(bits >> 8) * 0x1p-24f);
        else
            elements[i] = static_cast<T>(bits >> (32 - 8 * sizeof(T)));
    }
}

std::vector<int> estimated_extents(const halide_filter_argument_t& argument) {
    std::vector<int> extents;
    for (std::ptrdiff_t d = 0; d < argument.dimensions; ++d) {
        const std::int64_t* const* estimates = argument.buffer_estimates;
        if (!estimates || !estimates[2 * d] || !estimates[2 * d + 1])
            throw Error(fmt::format("argument {} states no estimate of dimension {}", argument.name, d));
        extents.push_back(static_cast<int>(*estimates[2 * d + 1]));
    }
    return extents;
}

} // namespace

Arguments::Arguments(const halide_filter_metadata_t& metadata, float low) {
    for (int i = 0; i < metadata.num_arguments; ++i) {
        const halide_filter_argument_t& argument = metadata.arguments[i];
        if (argument.kind == halide_argument_kind_input_scalar)
            add_scalar(argument);
        else
            add_buffer(argument, low);
    }
}

void Arguments::add_buffer(const halide_filter_argument_t& argument, float low) {
    buffers_.emplace_back(argument.type, estimated_extents(argument));
    Buffer& buffer = buffers_.back();
    for (std::ptrdiff_t d = 0; d < argument.dimensions; ++d)
        buffer.translate(static_cast<int>(d), static_cast<int>(*argument.buffer_estimates[2 * d]));
    if (argument.kind == halide_argument_kind_output_buffer)
        outputs_.push_back(&buffer);
    else
        with_type(argument.type, argument.name, [&](auto* type) {
            fill(static_cast<decltype(type)>(buffer.data()), buffer.number_of_elements(), low,
                 buffers_.size());
        });
    pointers_.push_back(buffer.raw_buffer());
}

void Arguments::add_scalar(const halide_filter_argument_t& argument) {
    const halide_scalar_value_t* value =
        argument.scalar_estimate ? argument.scalar_estimate : argument.scalar_def;
    if (!value) throw Error(fmt::format("argument {} states no estimate", argument.name));
    scalars_.push_back(*value);
    pointers_.push_back(&scalars_.back());
}

std::vector<void*> Arguments::pointers() { return pointers_; }

void Arguments::poison_outputs() {
    for (Buffer* output : outputs_) std::memset(output->data(), 0x5b, output->size_in_bytes());
}

std::vector<double> Arguments::outputs() const {
    std::vector<double> values;
    for (const Buffer* output : outputs_)
        with_type(output->type(), "of the output", [&](auto* type) {
            const auto* elements = static_cast<decltype(type)>(output->data());
            values.insert(values.end(), elements, elements + output->number_of_elements());
        });
    return values;
}

std::string compare_outputs(const std::vector<double>& got, const std::vector<double>& want) {
    constexpr double tolerance = 1.0 / 500, strays = 1e-4;
    if (got.size() != want.size()) return fmt::format("{} elements, should be {}", got.size(), want.size());
    double largest = 0;
    for (double value : want)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    const auto agree = [&](double a, double b) {
        return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= tolerance * largest;
    };
    std::size_t apart = 0, first = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (agree(got[i], want[i])) continue;
        if (apart++ == 0) first = i;
    }
    if (static_cast<double>(apart) <= strays * static_cast<double>(got.size())) return "";
    return fmt::format("{} of {} elements differ, the first is element {}: {:.9g}, should be {:.9g}", apart,
                       got.size(), first, got[first], want[first]);
}

} // namespace autoconfig::bench
