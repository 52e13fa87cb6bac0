// Loads the plugin into this process, schedules a product and a convolution with it, runs them by JIT and
// checks the results.
//   loading_jit PLUGIN                 exit status 0 when every element is right
//   loading_jit PLUGIN --after LIBRARY loads LIBRARY first; exit status 0 when Halide then knows no
//                                      "AutoConfig": the plugin has refused
#include "autoconfig/halide_compat.h"
#include "integrations/cmake/check.h"

#include <Halide.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <dlfcn.h>
#include <string>

namespace {

using namespace Halide;

struct Product {
    ImageParam A{Float(32), 2, "A"}; // (k, m)
    ImageParam B{Float(32), 2, "B"}; // (n, k)
    Var n{"n"}, m{"m"};
    Func product{"product"}, C{"C"};

    Product() {
        RDom k(0, A.dim(0).extent(), "k");
        product(n, m) += A(k, m) * B(n, k);
        C(n, m) = max(product(n, m), 0.0f);
        A.set_estimates({{0, 256}, {0, 128}});
        B.set_estimates({{0, 192}, {0, 256}});
        C.set_estimates({{0, 192}, {0, 128}});
    }
};

/// A 3×3 window over an image padded with zeros, then ReLU; NHWC without the batch.
struct Convolution {
    ImageParam input{Float(32), 3, "input"};     // (c, x, y)
    ImageParam weights{Float(32), 4, "weights"}; // (k, c, r, s)
    Var k{"k"}, x{"x"}, y{"y"};
    Func sum{"sum"}, output{"output"};

    Convolution() {
        const Func padded =
            BoundaryConditions::constant_exterior(input, 0.0f,
                                                  {{Expr(), Expr()},
                                                   {input.dim(1).min(), input.dim(1).extent()},
                                                   {input.dim(2).min(), input.dim(2).extent()}});
        RDom r(0, input.dim(0).extent(), 0, 3, 0, 3, "r");
        sum(k, x, y) += padded(r.x, x + r.y - 1, y + r.z - 1) * weights(k, r.x, r.y, r.z);
        output(k, x, y) = max(sum(k, x, y), 0.0f);
        input.set_estimates({{0, 32}, {0, 28}, {0, 28}});
        weights.set_estimates({{0, 64}, {0, 32}, {0, 3}, {0, 3}});
        output.set_estimates({{0, 64}, {0, 28}, {0, 28}});
    }
};

std::string schedule(const Func& output) {
    return autoconfig::compat::schedule_with("AutoConfig", Pipeline(output),
                                             get_jit_target_from_environment(), {})
        .schedule_source;
}

/// Runs `output` after ReLU; `expected` is without.
template<typename Expected>
bool right_when_run(const std::string& what, Func output, const std::vector<int>& sizes, Expected expected) {
    const Buffer<float> result = output.realize(sizes);
    return right(what, 0, *result.get(), [&](const int* at) { return std::max(expected(at), 0.0f); });
}

bool right_at(Product& product, int m, int n, int k) {
    const Buffer<float> a(filled({k, m}, 1)), b(filled({n, k}, 2));
    product.A.set(a);
    product.B.set(b);
    return right_when_run("product of m " + std::to_string(m), product.C, {n, m}, [&](const int* at) {
        float sum = 0;
        for (int i = 0; i < k; i++) sum += a(i, at[1]) * b(at[0], i);
        return sum;
    });
}

/// A square image of `size`, `c` channels in, `k` out.
bool right_at(Convolution& convolution, int size, int c, int k) {
    const Buffer<float> input(filled({c, size, size}, 1)), weights(filled({k, c, 3, 3}, 2));
    convolution.input.set(input);
    convolution.weights.set(weights);
    const auto expected = [&](const int* at) {
        float sum = 0;
        for (int i = 0; i < 9 * c; i++) {
            const int r = i % 3, s = i / 3 % 3, x = at[1] + r - 1, y = at[2] + s - 1;
            if (x >= 0 && y >= 0 && x < size && y < size)
                sum += input(i / 9, x, y) * weights(at[0], i / 9, r, s);
        }
        return sum;
    };
    return right_when_run("convolution of " + std::to_string(size), convolution.output, {k, size, size},
                          expected);
}

template<typename Kernel>
bool schedules_right(Kernel kernel, const Func& output, const std::vector<std::array<int, 3>>& sizes) {
    if (schedule(output).find("vectorize") == std::string::npos) {
        std::printf("the schedule's source has no vectorize\n");
        return false;
    }
    return std::all_of(sizes.begin(), sizes.end(), [&](const std::array<int, 3>& size) {
        return right_at(kernel, size[0], size[1], size[2]);
    });
}

bool schedules_right(const std::string& plugin) {
    load_plugin(plugin);
    const Product product;
    const Convolution convolution;
    return schedules_right(product, product.C, {{128, 192, 256}, {3, 5, 7}, {1, 1, 1}, {129, 193, 255}}) &&
           schedules_right(convolution, convolution.output,
                           {{28, 32, 64}, {5, 3, 7}, {1, 1, 1}, {29, 33, 65}});
}

bool refuses_after(const std::string& library, const std::string& plugin) {
    if (dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) {
        std::printf("%s\n", dlerror());
        return false;
    }
    load_plugin(plugin);
    try {
        const Product product;
        schedule(product.C);
    } catch (const Error& error) {
        return std::string(error.what()).find("Unknown autoscheduler name 'AutoConfig'") != std::string::npos;
    }
    std::printf("AutoConfig was registered\n");
    return false;
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 4 && std::string(argv[2]) == "--after") return refuses_after(argv[3], argv[1]) ? 0 : 1;
    return argc == 2 && schedules_right(argv[1]) ? 0 : 1;
}
