// Calls the compiled `product` at the estimated size and at others, against three plain loops. The
// values are small integers, so every order of summation gives the same float.
#include "product.h"

#include <HalideBuffer.h>

#include <algorithm>
#include <cstdio>

namespace {

using Matrix = Halide::Runtime::Buffer<float, 2>;

Matrix filled(int width, int height, int seed) {
    Matrix matrix(width, height);
    matrix.for_each_element(
        [&](int x, int y) { matrix(x, y) = static_cast<float>((seed + 7 * x + 5 * y) % 11 - 5); });
    return matrix;
}

float expected(const Matrix& a, const Matrix& b, int n, int m) {
    float sum = 0;
    for (int k = 0; k < a.dim(0).extent(); k++) sum += a(k, m) * b(n, k);
    return std::max(sum, 0.0f);
}

bool right_at(int m, int n, int k) {
    Matrix a = filled(k, m, 1), b = filled(n, k, 2), c(n, m);
    const int status = product(a, b, c);
    int wrong = 0;
    c.for_each_element([&](int x, int y) { wrong += c(x, y) != expected(a, b, x, y); });
    if (status != 0 || wrong != 0)
        std::printf("m %d n %d k %d: status %d, %d of %d elements wrong\n", m, n, k, status, wrong, m * n);
    return status == 0 && wrong == 0;
}

} // namespace

int main() {
    const bool at_estimate = right_at(128, 192, 256);
    const bool smaller = right_at(3, 5, 7), scalar = right_at(1, 1, 1), odd = right_at(129, 193, 255);
    return at_estimate && smaller && scalar && odd ? 0 : 1;
}
