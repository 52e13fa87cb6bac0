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

struct Range {
    int min = 0, extent = 0;
};

Range estimate(const halide_filter_argument_t& argument, std::ptrdiff_t d) {
    const std::int64_t* const* estimates = argument.buffer_estimates;
    if (!estimates || !estimates[2 * d] || !estimates[2 * d + 1])
        throw Error(fmt::format("argument {} states no estimate of dimension {}", argument.name, d));
    return {static_cast<int>(*estimates[2 * d]), static_cast<int>(*estimates[2 * d + 1])};
}

int scaled(int extent, double scale) {
    constexpr int step = 64;
    if (scale == 1 || extent <= step) return extent;
    return std::max(step, static_cast<int>(scale * extent / step) * step);
}

/// Of every dimension.
std::vector<Range> region_of(const halide_filter_argument_t& argument, const ArgumentChoices& choices) {
    std::vector<Range> region;
    const auto given = choices.given.find(argument.name);
    for (std::ptrdiff_t d = 0; d < argument.dimensions; ++d) {
        Range range = given == choices.given.end()
                          ? estimate(argument, d)
                          : Range{0, static_cast<int>(given->second.at(static_cast<std::size_t>(d)))};
        range.extent = scaled(range.extent, choices.scale);
        region.push_back(range);
    }
    return region;
}

halide_scalar_value_t scalar_of(halide_type_t type, double value) {
    halide_scalar_value_t scalar{};
    if (type == halide_type_of<float>())
        scalar.u.f32 = static_cast<float>(value);
    else if (type == halide_type_of<double>())
        scalar.u.f64 = value;
    else
        scalar.u.i64 = static_cast<std::int64_t>(value);
    return scalar;
}

/// A buffer without data; allocate() gives it some.
Halide::Runtime::Buffer<void> shape_of(halide_type_t type, const std::vector<Range>& region) {
    std::vector<int> extents;
    for (const Range& range : region) extents.push_back(range.extent);
    Halide::Runtime::Buffer<void> buffer(type, nullptr, extents);
    for (std::size_t d = 0; d < region.size(); ++d) buffer.translate(static_cast<int>(d), region[d].min);
    return buffer;
}

} // namespace

Arguments::Arguments(const halide_filter_metadata_t& metadata, const ArgumentChoices& choices,
                     const BoundsQuery& bounds_query)
    : choices_(choices) {
    for (int i = 0; i < metadata.num_arguments; ++i) {
        const halide_filter_argument_t& argument = metadata.arguments[i];
        if (argument.kind == halide_argument_kind_input_scalar)
            add_scalar(argument);
        else
            add_buffer(argument);
    }
    if (bounds_query) ask_for_bounds(bounds_query);
    for (Buffer& buffer : buffers_) buffer.allocate();
    fill_inputs(metadata);
}

void Arguments::add_buffer(const halide_filter_argument_t& argument) {
    buffers_.push_back(shape_of(argument.type, region_of(argument, choices_)));
    if (argument.kind == halide_argument_kind_output_buffer) outputs_.push_back(&buffers_.back());
    pointers_.push_back(buffers_.back().raw_buffer());
}

void Arguments::ask_for_bounds(const BoundsQuery& bounds_query) {
    std::vector<std::vector<Range>> wanted;
    for (const Buffer& buffer : buffers_) {
        wanted.emplace_back();
        for (int d = 0; d < buffer.dimensions(); ++d)
            wanted.back().push_back({buffer.dim(d).min(), buffer.dim(d).extent()});
    }
    bounds_query(pointers_);
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        Buffer& buffer = buffers_[i];
        const bool input = std::find(outputs_.begin(), outputs_.end(), &buffer) == outputs_.end();
        for (int d = 0; input && d < buffer.dimensions(); ++d) {
            Range& range = wanted[i][static_cast<std::size_t>(d)];
            const int end = std::max(range.min + range.extent, buffer.dim(d).min() + buffer.dim(d).extent());
            range.min = std::min(range.min, buffer.dim(d).min());
            range.extent = end - range.min;
        }
        buffer = shape_of(buffer.type(), wanted[i]);
    }
}

void Arguments::fill_inputs(const halide_filter_metadata_t& metadata) {
    std::size_t next = 0;
    for (int i = 0; i < metadata.num_arguments; ++i) {
        const halide_filter_argument_t& argument = metadata.arguments[i];
        if (argument.kind == halide_argument_kind_input_scalar) continue;
        Buffer& buffer = buffers_[next++];
        if (argument.kind == halide_argument_kind_output_buffer) continue;
        with_type(argument.type, argument.name, [&](auto* type) {
            fill(static_cast<decltype(type)>(buffer.data()), buffer.number_of_elements(), choices_.low, next);
        });
    }
}

void Arguments::add_scalar(const halide_filter_argument_t& argument) {
    if (const auto given = choices_.given.find(argument.name); given != choices_.given.end()) {
        scalars_.push_back(scalar_of(argument.type, given->second.at(0)));
        pointers_.push_back(&scalars_.back());
        return;
    }
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

double Arguments::unit() const {
    return std::all_of(outputs_.begin(), outputs_.end(),
                       [](const Buffer* output) { return output->type().code != halide_type_float; });
}

std::string compare_outputs(const std::vector<double>& got, const std::vector<double>& want, double unit) {
    constexpr double tolerance = 1.0 / 500, strays = 1e-4;
    if (got.size() != want.size()) return fmt::format("{} elements, should be {}", got.size(), want.size());
    double largest = 0;
    for (double value : want)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    const auto agree = [&](double a, double b) {
        return a == b || (std::isnan(a) && std::isnan(b)) ||
               std::abs(a - b) <= std::max(unit, tolerance * largest);
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
