// A user's program: calls the library ffn1 and compares with the reference. It is compiled by the test,
// with the shape as macros, and knows Halide only by the header that came with the library.
#include "ffn1.h"

#include "tests/support/reference_matmul.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef BATCH
#define BATCH 0
#endif
#ifndef TRANS_A
#define TRANS_A 0
#endif
#ifndef TRANS_B
#define TRANS_B 0
#endif
#ifndef BIAS
#define BIAS 0
#endif
#ifndef ACTIVATION
#define ACTIVATION "none"
#endif
#ifndef SIZES
#define SIZES                                                                                                \
    { M, N, K }
#endif
#ifdef TYPE_F64
using Element = double;
constexpr const char* type = "f64";
#else
using Element = float;
constexpr const char* type = "f32";
#endif

namespace {

using namespace autoconfig::testing;

/// A dense buffer over elements; dimension 0 is innermost.
struct Dense {
    std::vector<Element> data;
    std::vector<halide_dimension_t> dims;
    halide_buffer_t buffer{};

    Dense(std::vector<int> sizes, const std::vector<double>& values) : data(values.begin(), values.end()) {
        int stride = 1;
        for (int size : sizes) {
            dims.push_back({0, size, stride});
            stride *= size;
        }
        buffer.host = reinterpret_cast<std::uint8_t*>(data.data());
        buffer.type = halide_type_t(halide_type_float, 8 * sizeof(Element));
        buffer.dimensions = static_cast<int>(dims.size());
        buffer.dim = dims.data();
    }
};

std::vector<int> sizes(int inner, int outer, bool transposed) {
    std::vector<int> result = transposed ? std::vector<int>{outer, inner} : std::vector<int>{inner, outer};
    if (BATCH > 0) result.push_back(BATCH);
    return result;
}

int wrong_elements(const MatmulCase& c) {
    const MatmulOperands in = operands(c);
    const Reference expected = reference(c, in);
    Dense a(sizes(c.k, c.m, c.trans_a), in.a), b(sizes(c.n, c.k, c.trans_b), in.b), bias({c.n}, in.bias);
    Dense out(sizes(c.n, c.m, false), std::vector<double>(expected.value.size(), NAN));
#if BIAS
    const int status = ffn1(&a.buffer, &b.buffer, &bias.buffer, &out.buffer);
#else
    const int status = ffn1(&a.buffer, &b.buffer, &out.buffer);
#endif
    int wrong = status != 0;
    for (std::size_t i = 0; i < expected.value.size(); i++)
        wrong += !(std::abs(out.data[i] - expected.value[i]) <= expected.tolerance[i]);
    std::printf("%s: status %d, %d wrong\n", c.name().c_str(), status, wrong);
    return wrong;
}

} // namespace

int main() {
    int wrong = 0;
    for (const std::vector<int>& mnk : std::vector<std::vector<int>>{SIZES}) {
        MatmulCase c;
        c.m = mnk[0], c.n = mnk[1], c.k = mnk[2], c.batch = BATCH;
        c.trans_a = TRANS_A, c.trans_b = TRANS_B, c.bias = BIAS;
        c.type = type, c.activation = ACTIVATION;
        wrong += wrong_elements(c);
    }
    return wrong == 0 ? 0 : 1;
}
