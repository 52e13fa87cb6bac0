// See reproducer.h.
#include "tests/fuzz/reproducer.h"

#include "tests/fuzz/build.h"
#include "tests/fuzz/term.h"

#include <sstream>

namespace autoconfig::fuzz {

namespace {

constexpr const char* head = R"(#include <Halide.h>

#include <cstdio>

using namespace Halide;

extern "C" int autoconfig_fuzz_plus_one(halide_buffer_t* in, halide_buffer_t* out) {
    if (in->is_bounds_query()) {
        for (int d = 0; d < out->dimensions; d++) in->dim[d] = out->dim[d];
        return 0;
    }
    Runtime::Buffer<const int32_t> from(*in);
    Runtime::Buffer<int32_t> to(*out);
    to.for_each_element([&](const int* at) { to(at) = from(at) + 1; });
    return 0;
}

)";

constexpr const char* tail = R"(
/// Calls visit(address) of every element, dimension 0 innermost.
template<typename Visit>
void each(Buffer<>& buffer, Visit visit) {
    std::vector<int> at;
    for (int d = 0; d < buffer.dimensions(); d++) at.push_back(buffer.dim(d).min());
    for (size_t i = 0; i < buffer.number_of_elements(); i++) {
        visit(buffer.raw_buffer()->address_of(at.data()));
        for (int d = 0; d < buffer.dimensions() && ++at[d] > buffer.dim(d).max(); d++) at[d] = buffer.dim(d).min();
    }
}

/// Inputs hold small whole numbers; the first has the size of the run.
template<typename T>
void fill(Buffer<>& buffer, size_t seed) {
    size_t i = 0;
    each(buffer, [&](void* element) {
        const int number = (int)((i * 37 + i / 11 * 5 + seed) % 11);
        *(T*)element = std::is_same<T, bool>::value ? (T)(number % 2) : (T)(number - (std::is_unsigned<T>::value ? 0 : 5));
        i++;
    });
}

void fill(Buffer<>& buffer, size_t seed) {
    if (buffer.type() == UInt(8)) fill<uint8_t>(buffer, seed);
    if (buffer.type() == UInt(16)) fill<uint16_t>(buffer, seed);
    if (buffer.type() == UInt(32)) fill<uint32_t>(buffer, seed);
    if (buffer.type() == UInt(64)) fill<uint64_t>(buffer, seed);
    if (buffer.type() == Int(64)) fill<int64_t>(buffer, seed);
    if (buffer.type() == Int(8)) fill<int8_t>(buffer, seed);
    if (buffer.type() == Int(16)) fill<int16_t>(buffer, seed);
    if (buffer.type() == Int(32)) fill<int32_t>(buffer, seed);
    if (buffer.type() == Float(32)) fill<float>(buffer, seed);
    if (buffer.type() == Float(64)) fill<double>(buffer, seed);
    if (buffer.type() == Float(16)) fill<float16_t>(buffer, seed);
    if (buffer.type() == BFloat(16)) fill<bfloat16_t>(buffer, seed);
    if (buffer.type() == Bool()) fill<bool>(buffer, seed);
}

void compute_at_root(Pipeline pipeline) {
    for (Func output : pipeline.outputs())
        for (auto& called : Internal::find_transitive_calls(output.function()))
            if (called.first != output.name() && called.first.find("_im") == std::string::npos)
                Func(called.second).compute_root();
}

int main(int argc, char** argv) {
    const Target host = get_jit_target_from_environment();
    const Target target = feature.empty() ? host : Target(host.to_string() + "-" + feature);
    std::vector<ImageParam> inputs, same_inputs;
    Pipeline reference, scheduled;
    build(inputs, reference, false);
    compute_at_root(reference);
    Buffer<> first = laid_out(inputs_lie, inputs[0].type(), run_size);
    fill(first, 0);
    inputs[0].set(first);
    Realization expected = outputs(), got = outputs();
    reference.infer_input_bounds(expected, target);
    for (size_t i = 1; i < inputs.size(); i++) {
        Buffer<> needed = inputs[i].get();
        if (!needed.defined()) continue;
        std::vector<int> shape, mins;
        for (int d = 0; d < needed.dimensions(); d++) shape.push_back(needed.dim(d).extent()), mins.push_back(needed.dim(d).min());
        Buffer<> buffer = laid_out(inputs_lie, needed.type(), shape);
        buffer.set_min(mins);
        fill(buffer, i);
        inputs[i].set(buffer);
    }
    reference.realize(expected, target);

    load_plugin(argc > 1 ? argv[1] : "libautoschedule_autoconfig.so");
    build(same_inputs, scheduled, true);
    const MachineParams params = threads > 0 ? MachineParams(threads, 0, 40) : MachineParams::generic();
    scheduled.auto_schedule("AutoConfig", target, params);
    for (size_t i = 0; i < inputs.size(); i++) same_inputs[i].set(inputs[i].get());
    scheduled.realize(got, target);
    for (size_t i = 0; i < got.size(); i++) {
        Buffer<> one = got[i], other = expected[i];
        std::vector<void*> addresses;
        each(one, [&](void* element) { addresses.push_back(element); });
        size_t element = 0, different = 0;
        each(other, [&](void* same) { different += memcmp(addresses[element++], same, one.type().bytes()) != 0; });
        if (different > 0) return printf("output %zu differs at %zu places\n", i, different), 1;
    }
    return puts("the same"), 0;
}
)";

constexpr const char* placed = R"(
/// A buffer whose dimension `inner` is innermost.
Buffer<> with_innermost(int inner, Type type, const std::vector<int>& shape) {
    std::vector<int> order;
    for (int d = 0; d < (int)shape.size(); d++) order.push_back(d);
    order.erase(order.begin() + inner);
    order.insert(order.begin(), inner);
    return Buffer<>(type, shape, order);
}

Buffer<> laid_out(const std::string& layout, Type type, std::vector<int> shape) {
    const int dimensions = (int)shape.size();
    if (layout == "interleaved" && dimensions > 2) return with_innermost(2, type, shape);
    if (layout == "transposed" && dimensions > 0) return with_innermost(dimensions - 1, type, shape);
    if (layout == "strided" && dimensions > 0) {
        shape.insert(shape.begin(), 2);
        return Buffer<>(type, shape).sliced(0, 1);
    }
    Buffer<> made(type, shape);
    if (layout == "upwards" && dimensions > 1) {
        halide_dimension_t& rows = made.raw_buffer()->dim[1];
        made.raw_buffer()->host += (ptrdiff_t)rows.stride * (rows.extent - 1) * type.bytes();
        rows.stride = -rows.stride;
    }
    return made;
}

Buffer<> buffer(Type type, const std::vector<int>& shape) {
    Buffer<> made = laid_out(outputs_lie, type, shape);
    made.set_min(std::vector<int>(origin.begin(), origin.begin() + made.dimensions()));
    return made;
}
)";

std::string braced(const std::vector<int>& numbers) {
    std::string list;
    for (int number : numbers) list += (list.empty() ? "" : ", ") + std::to_string(number);
    return "{" + list + "}";
}

std::string commented(const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);) result += "// " + line + "\n";
    return result;
}

/// "Buffer<>(Int(32), {3, 4}), ..." of every output.
std::string output_buffers(const Plan& plan, const Case& built, const Size& run) {
    const auto shapes = output_shapes(plan, built, run);
    std::string list;
    std::size_t i = 0;
    for (const Output& output : plan.outputs) {
        const Halide::Internal::Function function = built.funcs[output.stage].function();
        for (const Halide::Type& type : function.output_types())
            list += std::string(i ? ", " : "") + "buffer(" + text_of(type) + ", " + braced(shapes[i]) + ")",
                i++;
    }
    return list;
}

} // namespace

std::string reproducer(const Plan& plan, const Verdict& verdict, const std::string& schedule) {
    const Size run = plan.runs[verdict.run];
    const Case built = build(plan, false);
    std::string source =
        commented(verdict.reason + "\n" + summary(plan) + "\n\nAutoConfig's schedule:\n" + schedule);
    source += head;
    source += "void build(std::vector<ImageParam>& inputs, Pipeline& pipeline, bool scheduled_by_hand) {\n" +
              built.text + "}\n\n";
    source += "const std::vector<int> run_size = " + braced({run.width, run.height}) + ";\n";
    source += "const std::vector<int> origin = " + braced({plan.origin_x, plan.origin_y, 0, 0, 0}) + ";\n";
    const auto named = [&](const char* constant, const std::string& value) {
        source += std::string("const std::string ") + constant + " = \"" + value + "\";\n";
    };
    named("inputs_lie", name_of(plan.inputs_lie));
    named("outputs_lie", name_of(plan.outputs_lie));
    named("feature", name_of(plan.feature));
    source += "const int threads = " + std::to_string(plan.threads) + ";\n";
    source += placed;
    source += "Realization outputs() {\n    std::vector<Buffer<>> buffers = {" +
              output_buffers(plan, built, run) + "};\n    return Realization(buffers);\n}\n";
    return source + tail;
}

} // namespace autoconfig::fuzz
