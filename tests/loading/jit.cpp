// Loads the plugin into this process, schedules a product with it, runs it by JIT and checks the result.
//   loading_jit PLUGIN                 exit status 0 when every element is right
//   loading_jit PLUGIN --after LIBRARY loads LIBRARY first; exit status 0 when Halide then knows no
//                                      "AutoConfig": the plugin has refused
#include "autoconfig/halide_compat.h"

#include <Halide.h>

#include <algorithm>
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

std::string schedule(Product& product) {
    return autoconfig::compat::schedule_with("AutoConfig", Pipeline(product.C),
                                             get_jit_target_from_environment(), {})
        .schedule_source;
}

// Small integers: every order of summation gives the same float.
Buffer<float> filled(int width, int height, int seed) {
    Buffer<float> buffer(width, height);
    buffer.for_each_element(
        [&](int x, int y) { buffer(x, y) = static_cast<float>((seed + 7 * x + 5 * y) % 11 - 5); });
    return buffer;
}

bool right_at(Product& product, int m, int n, int k) {
    Buffer<float> a = filled(k, m, 1), b = filled(n, k, 2);
    product.A.set(a);
    product.B.set(b);
    Buffer<float> c = product.C.realize({n, m});
    int wrong = 0;
    c.for_each_element([&](int x, int y) {
        float sum = 0;
        for (int i = 0; i < k; i++) sum += a(i, y) * b(x, i);
        wrong += c(x, y) != std::max(sum, 0.0f);
    });
    if (wrong != 0) std::printf("m %d n %d k %d: %d of %d elements wrong\n", m, n, k, wrong, m * n);
    return wrong == 0;
}

bool schedules_right(const std::string& plugin) {
    load_plugin(plugin);
    Product product;
    if (schedule(product).find("vectorize") == std::string::npos) {
        std::printf("the schedule's source has no vectorize\n");
        return false;
    }
    const bool at_estimate = right_at(product, 128, 192, 256);
    const bool smaller = right_at(product, 3, 5, 7), scalar = right_at(product, 1, 1, 1);
    return at_estimate && smaller && scalar && right_at(product, 129, 193, 255);
}

bool refuses_after(const std::string& library, const std::string& plugin) {
    if (dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) {
        std::printf("%s\n", dlerror());
        return false;
    }
    load_plugin(plugin);
    try {
        Product product;
        schedule(product);
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
