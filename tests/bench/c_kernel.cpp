#include "tests/bench/c_kernel.h"

#include "bench/process.h"

#include <fstream>
#include <stdexcept>

namespace autoconfig::bench {

namespace {

// The part of halide_buffer_t that is used has been the same in every Halide since 10.
constexpr const char* before = R"(
#include <stdint.h>
#include <stdlib.h>
struct dimension { int32_t min, extent, stride; uint32_t flags; };
struct buffer { uint64_t device; void* interface; float* host; uint64_t flags; uint32_t type; int32_t dimensions;
                struct dimension* dim; void* padding; };
typedef void (*handler_t)(void*, const char*);
static handler_t handler = 0;
handler_t halide_set_error_handler(handler_t h) { handler_t old = handler; handler = h; return old; }
typedef void* (*malloc_t)(void*, size_t);
typedef void (*free_t)(void*, void*);
static malloc_t taking = 0;
static free_t giving = 0;
malloc_t halide_set_custom_malloc(malloc_t m) { malloc_t old = taking; taking = m; return old; }
free_t halide_set_custom_free(free_t f) { free_t old = giving; giving = f; return old; }
)";
constexpr const char* loops = R"((struct buffer* a, struct buffer* b, struct buffer* c) {
    const int n = c->dim[0].extent, m = c->dim[1].extent, depth = a->dim[0].extent;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            float sum = 0, *out = c->host + i * c->dim[1].stride + j;
            for (int k = 0; k < depth; ++k)
                sum += a->host[i * a->dim[1].stride + k] * b->host[k * b->dim[1].stride + j];
            )";
constexpr const char* after = R"(
        }
    return 0;
}
)";

void require(const std::vector<std::string>& command, const std::string& log) {
    if (run_command(command, log) != 0) throw std::runtime_error(command[0] + " failed, see " + log);
}

} // namespace

std::string c_library(const std::string& directory, const std::string& name, const std::string& source) {
    const std::string stem = directory + "/" + name;
    std::ofstream(stem + ".c") << before << source;
    require({"cc", "-O1", "-fPIC", "-c", stem + ".c", "-o", stem + ".o"}, stem + ".cc.log");
    require({"ar", "rcs", stem + ".a", stem + ".o"}, stem + ".ar.log");
    return stem + ".a";
}

std::string c_kernel(const std::string& directory, const std::string& name, const std::string& statement) {
    return c_library(directory, name, "int " + name + loops + statement + after);
}

} // namespace autoconfig::bench
