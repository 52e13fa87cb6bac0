// See run.h.
#include "tests/schedules/run.h"
#include "tests/support/tests_dir.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <regex>

namespace autoconfig::testing {

namespace {

using Halide::Buffer;

/// Elements around every output; along dimension 0 they keep its first element aligned as Halide's own
/// buffers are.
int margin(int dimension) { return dimension == 0 ? 128 : 2; }
constexpr int small = 5; // inputs lie in [-small, small], or [0, 2 * small] where unsigned

int pattern(int index, int seed) { return (index * 37 + index / 11 * 5 + seed) % (2 * small + 1); }

template<typename T>
void set(Buffer<>& buffer, int seed) {
    T* data = static_cast<T*>(buffer.data());
    const int low = std::is_unsigned<T>::value ? 0 : -small;
    for (std::size_t i = 0; i < buffer.number_of_elements(); ++i)
        data[i] = static_cast<T>(pattern(static_cast<int>(i), seed) + low);
}

Buffer<> filled(Halide::Type type, const Shape& shape, int seed) {
    Buffer<> buffer(type, shape);
    if (type == Halide::Float(32)) set<float>(buffer, seed);
    if (type == Halide::UInt(8)) set<std::uint8_t>(buffer, seed);
    if (type == Halide::Int(8)) set<std::int8_t>(buffer, seed);
    if (type == Halide::Int(32)) set<std::int32_t>(buffer, seed);
    return buffer;
}

/// Dense and full of `poison` bytes.
Buffer<> poisoned(Halide::Type type, Shape shape) {
    for (std::size_t d = 0; d < shape.size(); ++d) shape[d] += 2 * margin(static_cast<int>(d));
    Buffer<> buffer(type, shape);
    std::memset(buffer.data(), 0x5b, buffer.size_in_bytes());
    return buffer;
}

/// What is within the margin, starting at 0; shares its elements.
Buffer<> inside(const Buffer<>& around, const Shape& shape, int offset) {
    Halide::Runtime::Buffer<> inner = *around.get();
    for (int d = 0; d < around.dimensions(); ++d) {
        const int start = margin(d) + (d == 0 ? offset : 0);
        inner.crop(d, start, shape[d]);
        inner.translate(d, -start);
    }
    return Buffer<>(std::move(inner));
}

/// Calls `visit` with every place of a buffer.
template<typename Visit>
void for_each_place(const Buffer<>& buffer, const Visit& visit) {
    Shape at;
    for (int d = 0; d < buffer.dimensions(); ++d) at.push_back(buffer.dim(d).min());
    for (int carry = -1; carry < buffer.dimensions();) {
        visit(at);
        for (carry = 0; carry < buffer.dimensions(); ++carry) {
            if (++at[carry] <= buffer.dim(carry).max()) break;
            at[carry] = buffer.dim(carry).min();
        }
    }
}

double value(const Buffer<>& buffer, const Shape& at) {
    const void* element = buffer.raw_buffer()->address_of(at.data());
    if (buffer.type() == Halide::Float(32)) return *static_cast<const float*>(element);
    if (buffer.type() == Halide::UInt(8)) return *static_cast<const std::uint8_t*>(element);
    return *static_cast<const std::int32_t*>(element);
}

std::string place(const Shape& at) {
    std::string text;
    for (int index : at) text += (text.empty() ? "" : ", ") + std::to_string(index);
    return "(" + text + ")";
}

std::string compare(const Buffer<>& got, const Buffer<>& want, double tolerance) {
    std::string wrong;
    int count = 0;
    for_each_place(got, [&](const Shape& at) {
        const double one = value(got, at), other = value(want, at);
        if (std::abs(one - other) <= tolerance * (1 + std::abs(other))) return;
        if (count++ == 0) wrong = place(at) + " is " + std::to_string(one) + ", not " + std::to_string(other);
    });
    return count == 0 ? "" : wrong + " and " + std::to_string(count - 1) + " more";
}

std::size_t margin_elements_changed(const Buffer<>& around, const Buffer<>& inner, int offset) {
    std::size_t changed = 0;
    const std::uint8_t poison[8] = {0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b};
    for_each_place(around, [&](const Shape& at) {
        bool in = true;
        for (int d = 0; d < around.dimensions(); ++d)
            in &= inner.dim(d).min() <= at[d] - margin(d) - (d == 0 ? offset : 0) &&
                  at[d] - margin(d) - (d == 0 ? offset : 0) <= inner.dim(d).max();
        const void* element = around.raw_buffer()->address_of(at.data());
        if (!in && std::memcmp(element, poison, static_cast<std::size_t>(around.type().bytes())) != 0)
            ++changed;
    });
    return changed;
}

void set_inputs(Built& built, const Sizes& sizes) {
    const std::vector<Shape> shapes = built.input_shapes(sizes);
    for (std::size_t i = 0; i < shapes.size(); ++i)
        built.inputs[i].set(filled(built.inputs[i].type(), shapes[i], static_cast<int>(i)));
}

std::vector<Halide::Type> output_types(const Built& built) {
    std::vector<Halide::Type> types;
    for (const Halide::Func& output : Halide::Pipeline(built.pipeline).outputs())
        for (const Halide::Type& type : output.output_types()) types.push_back(type);
    return types;
}

void compute_sums_at_root(Built& built) {
    for (const Halide::Func& output : built.pipeline.outputs())
        for (auto& [name, function] : Halide::Internal::find_transitive_calls(output.function()))
            if (name != output.name() && function.has_update_definition())
                Halide::Func(function).compute_root();
}

} // namespace

Halide::Target target() { return Halide::get_jit_target_from_environment(); }

Options small_machine() {
    Options options;
    options.machine = tests_dir() + "/schedules/small_caches.json";
    return options;
}

Unscheduled::Unscheduled(const std::string& name) : built_(build(name, {16, 16, 16}, none_bound)) {
    compute_sums_at_root(built_);
    built_.pipeline.compile_jit(target());
}

std::vector<Buffer<>> Unscheduled::at(const Sizes& sizes) {
    set_inputs(built_, sizes);
    const std::vector<Halide::Type> types = output_types(built_);
    const std::vector<Shape> shapes = built_.output_shapes(sizes);
    std::vector<Buffer<>> outputs;
    for (std::size_t i = 0; i < shapes.size(); ++i) outputs.emplace_back(types[i], shapes[i]);
    built_.pipeline.realize(Halide::Realization(outputs), target());
    return outputs;
}

std::string difference(Built& built, const Sizes& sizes, const std::vector<Buffer<>>& expected, int offset) {
    set_inputs(built, sizes);
    std::vector<Buffer<>> around, outputs;
    const std::vector<Shape> shapes = built.output_shapes(sizes);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        around.push_back(poisoned(expected[i].type(), shapes[i]));
        outputs.push_back(inside(around.back(), shapes[i], offset));
    }
    built.pipeline.realize(Halide::Realization(outputs), target());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::string wrong = compare(outputs[i], expected[i], built.tolerance);
        if (!wrong.empty()) return "output " + std::to_string(i) + " at " + wrong;
        const std::size_t changed = margin_elements_changed(around[i], outputs[i], offset);
        if (changed > 0) return std::to_string(changed) + " elements around the output were written";
    }
    return "";
}

std::string difference(const std::string& name, const Sizes& sizes, const Bound& bound,
                       const Options& options, const std::vector<Buffer<>>& expected) {
    try {
        Built built = build(name, sizes, bound);
        autoschedule(built.pipeline, target(), options);
        return difference(built, sizes, expected);
    } catch (const Halide::Error& error) {
        return error.what();
    }
}

std::vector<std::string> space_of(const std::string& name, const Sizes& sizes, const Bound& bound,
                                  const Options& options) {
    std::vector<std::string> names;
    const Outcome outcome = analyse(build(name, sizes, bound).pipeline, target(), options);
    for (const Candidate& candidate : outcome.decisions.at(0).ranked)
        names.push_back(candidate.config.name());
    return names;
}

std::string without_suffixes(const std::string& text) {
    return std::regex_replace(text, std::regex("[$_][0-9]+"), "");
}

} // namespace autoconfig::testing
