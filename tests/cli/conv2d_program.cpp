// A user's program: calls the library layer, packing its weights first where it has a packer, and compares
// with the reference. It is compiled by the test, with the case as the macro SETTINGS, and knows Halide only
// by the headers that came with the library.
#include "layer.h"

#include "tests/support/reference_conv2d.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#ifdef PACKED
#include "layer_pack.h"
#endif
#ifndef MAX_REL_ERROR
#define MAX_REL_ERROR 0
#endif

namespace {

using namespace autoconfig::testing;

/// A buffer of elements; dimension 0 is innermost.
template<typename Element>
struct Dense {
    std::vector<Element> data;
    std::vector<halide_dimension_t> dims;
    halide_buffer_t buffer{};

    Dense(const std::vector<int>& sizes, const std::vector<double>& values)
        : data(values.begin(), values.end()) {
        int stride = 1;
        for (int size : sizes) {
            dims.push_back({0, size, stride});
            stride *= size;
        }
        buffer.host = reinterpret_cast<std::uint8_t*>(data.data());
        buffer.type = halide_type_of<Element>();
        buffer.dimensions = static_cast<int>(dims.size());
        buffer.dim = dims.data();
    }
};

#ifdef PACKED
/// As a user packs weights: their size by a bounds query, memory for it, the values.
int pack(Dense<float>& plain, Dense<float>& packed) {
    packed.buffer.host = nullptr;
    if (const int status = layer_pack(&plain.buffer, &packed.buffer)) return status;
    std::size_t count = 1;
    for (const halide_dimension_t& dim : packed.dims) count += std::size_t(dim.extent - 1) * dim.stride;
    packed.data.resize(count);
    packed.buffer.host = reinterpret_cast<std::uint8_t*>(packed.data.data());
    return layer_pack(&plain.buffer, &packed.buffer);
}

bool error_was_told = false, another_was_refused = false;

/// Are weights of another format refused, and the output left as it is?
template<typename Call>
bool refuses(Dense<float>& packed, const Dense<float>& out, const Call& call) {
    reinterpret_cast<std::uint8_t*>(packed.data.data())[8]++; // the version
    halide_set_error_handler([](void*, const char*) { error_was_told = true; });
    const std::vector<float> before = out.data;
    call();
    return error_was_told && out.data == before;
}
#endif

int run(const Conv2dCase& c, const Conv2dOperands& in, Dense<float>& out) {
    Dense<float> input(c.input_sizes(), in.input), weights(c.weight_sizes(), in.weights),
        bias({c.k}, in.bias);
#ifdef PACKED
    Dense<float> packed({0}, {});
    if (const int status = pack(weights, packed)) return status;
    halide_buffer_t* used = &packed.buffer;
#else
    halide_buffer_t* used = &weights.buffer;
#endif
#ifdef BIAS
    const int status = layer(&input.buffer, used, &bias.buffer, &out.buffer);
#else
    const int status = layer(&input.buffer, used, &out.buffer);
#endif
#if defined(PACKED) && !defined(BIAS)
    another_was_refused = refuses(packed, out, [&] { layer(&input.buffer, used, &out.buffer); });
#endif
    return status;
}

} // namespace

int main() {
    Conv2dCase c;
    SETTINGS;
    const Conv2dOperands in = operands(c);
    const Reference expected = reference(c, in, MAX_REL_ERROR);
    Dense<float> out(c.output_sizes(), std::vector<double>(expected.value.size(), NAN));
    const int status = run(c, in, out);
    int wrong = status != 0;
    for (std::size_t i = 0; i < expected.value.size(); i++)
        wrong += !(std::abs(out.data[i] - expected.value[i]) <= expected.tolerance[i]);
#if defined(PACKED) && !defined(BIAS)
    wrong += !another_was_refused;
#endif
    std::printf("%s: status %d, %d wrong\n", c.name().c_str(), status, wrong);
    return wrong == 0 ? 0 : 1;
}
