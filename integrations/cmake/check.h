// What the checks of compiled kernels share: operands and a comparison. The values are small integers, so
// every order of summation gives the same float.
#pragma once

#include <HalideBuffer.h>

#include <cstdio>
#include <string>
#include <vector>

using Floats = Halide::Runtime::Buffer<float>;

inline Floats filled(const std::vector<int>& sizes, int seed) {
    Floats buffer(sizes);
    int value = seed;
    buffer.for_each_value([&](float& element) {
        value = (37 * value + 11) % 101;
        element = static_cast<float>(value % 11 - 5);
    });
    return buffer;
}

/// Compares with `expected` at every index of `result`.
template<typename Expected>
bool right(const std::string& what, int status, const Floats& result, Expected expected) {
    int wrong = 0;
    result.for_each_element([&](const int* at) { wrong += result(at) != expected(at); });
    if (status != 0 || wrong != 0)
        std::printf("%s: status %d, %d of %zu elements wrong\n", what.c_str(), status, wrong,
                    result.number_of_elements());
    return status == 0 && wrong == 0;
}
