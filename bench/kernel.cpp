// Links, loads and calls compiled Halide kernels. Knows Halide's C ABI, not Halide.
#include "bench/kernel.h"

#include "autoconfig/error.h"
#include "bench/peers/library.h"
#include "bench/process.h"

#include <HalideBuffer.h>
#include <HalideRuntime.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

namespace autoconfig::bench {

std::string link_shared(const std::string& static_library) {
    const std::filesystem::path from(static_library);
    const std::string to = std::filesystem::path(from).replace_extension(".so").string();
    const std::string log = std::filesystem::path(from).replace_extension(".link.log").string();
    const int status =
        run_command({"c++", "-shared", "-Wl,--whole-archive", static_library, "-Wl,--no-whole-archive",
                     "-Wl,-Bsymbolic", "-lpthread", "-ldl", "-lm", "-o", to},
                    log);
    if (status != 0) {
        std::ifstream lines(log);
        std::string first;
        std::getline(lines, first);
        throw Error(fmt::format("{}: c++ -shared failed with status {}: {}", static_library, status, first));
    }
    std::filesystem::remove(log);
    return to;
}

namespace {

using Buffer = Halide::Runtime::Buffer<float>;

// What Halide's runtime said last; its own handler would end the process.
thread_local std::string last_error;
void keep_error(void*, const char* message) { last_error = message; }

/// Row-major rows x columns, with the batch as a third dimension where there is one.
Buffer matrix(const float* data, std::int64_t rows, std::int64_t columns, std::int64_t batch) {
    std::vector<int> extents{static_cast<int>(columns), static_cast<int>(rows)};
    if (batch > 1) extents.push_back(static_cast<int>(batch));
    return Buffer(const_cast<float*>(data), extents);
}

struct Kernel {
    using Three = int(halide_buffer_t*, halide_buffer_t*, halide_buffer_t*);
    using Four = int(halide_buffer_t*, halide_buffer_t*, halide_buffer_t*, halide_buffer_t*);

    Library library;
    std::string function;
    void* address;
    bool has_bias;
    Buffer a, b, bias, out;

    Kernel(const std::string& path, const std::string& name, const Operands& operands);
    int run();
};

Kernel::Kernel(const std::string& path, const std::string& name, const Operands& operands)
    : library(path), function(name), address(reinterpret_cast<void*>(library.find<Three>(name.c_str()))),
      has_bias(operands.epilogue.bias) {
    library.find<halide_error_handler_t(halide_error_handler_t)>("halide_set_error_handler")(keep_error);
    const MatmulShape& s = operands.shape;
    a = s.trans_a ? matrix(operands.a(), s.k, s.m, s.batch) : matrix(operands.a(), s.m, s.k, s.batch);
    b = s.trans_b ? matrix(operands.b(), s.n, s.k, s.batch) : matrix(operands.b(), s.k, s.n, s.batch);
    bias = Buffer(const_cast<float*>(operands.bias()), static_cast<int>(s.n));
    out = matrix(operands.out(), s.m, s.n, s.batch);
}

int Kernel::run() {
    if (has_bias)
        return reinterpret_cast<Four*>(address)(a.raw_buffer(), b.raw_buffer(), bias.raw_buffer(),
                                                out.raw_buffer());
    return reinterpret_cast<Three*>(address)(a.raw_buffer(), b.raw_buffer(), out.raw_buffer());
}

} // namespace

Call kernel_call(const std::string& shared_library, const std::string& function, const Operands& operands) {
    auto kernel = std::make_shared<Kernel>(shared_library, function, operands);
    return [kernel] {
        const int status = kernel->run();
        if (status != 0) throw Error(fmt::format("{} returned {}: {}", kernel->function, status, last_error));
    };
}

} // namespace autoconfig::bench
