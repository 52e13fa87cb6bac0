// Calls the compiled `product` at the estimated size and at others, against plain loops.
#include "product.h"

#include "check.h"

#include <algorithm>

#ifdef WITH_THREADS
#include <autoconfig/threads.h>
#endif

namespace {

/// Kernels share loops by the threads of AutoConfig::runtime exactly where it is linked.
bool threads_are_ours() {
    const auto in_use = halide_set_custom_do_par_for(halide_default_do_par_for);
    halide_set_custom_do_par_for(in_use);
#ifdef WITH_THREADS
    return in_use == autoconfig_do_par_for && autoconfig_stay_awake(100) == 20000;
#else
    return in_use == halide_default_do_par_for;
#endif
}

bool right_at(int m, int n, int k) {
    Floats a = filled({k, m}, 1), b = filled({n, k}, 2), c(n, m);
    const int status = product(a, b, c);
    return right("product of m " + std::to_string(m), status, c, [&](const int* at) {
        float sum = 0;
        for (int i = 0; i < k; i++) sum += a(i, at[1]) * b(at[0], i);
        return std::max(sum, 0.0f);
    });
}

} // namespace

int main() {
    const bool at_estimate = right_at(128, 192, 256);
    const bool smaller = right_at(3, 5, 7), scalar = right_at(1, 1, 1), odd = right_at(129, 193, 255);
    return at_estimate && smaller && scalar && odd && threads_are_ours() ? 0 : 1;
}
