#include "tests/bench/c_pipeline.h"

#include "tests/bench/c_kernel.h"

namespace autoconfig::bench {

namespace {

// The part of halide_filter_metadata_t and its arguments that is used has been the same since Halide 10.
constexpr const char* metadata = R"(
struct type { uint8_t code, bits; uint16_t lanes; };
struct argument { const char* name; int32_t kind, dimensions; struct type type;
                  const void *value, *least, *most, *estimate; const int64_t* const* estimates; };
struct metadata { int32_t version, count; const struct argument* arguments; const char *target, *name; };
static const int64_t zero = 0, hundred = 100;
static const int64_t* const estimates[] = {&zero, &hundred};
static const float two = 2;
static const struct argument arguments[] = {
    {"in", 1, 1, {2, 32, 1}, 0, 0, 0, 0, estimates},
    {"scale", 0, 0, {2, 32, 1}, 0, 0, 0, &two, 0},
    {"out", 2, 1, {2, 32, 1}, 0, 0, 0, 0, estimates}};
)";

std::string functions(const std::string& name, const std::string& statement) {
    return "static const struct metadata all = {1, 3, arguments, \"\", \"\"};\n"
           "const struct metadata* " +
           name + "_metadata() { return &all; }\n" + "int " + name +
           "_argv(void** arguments) {\n"
           "    const float *in = ((struct buffer*)arguments[0])->host, scale = *(float*)arguments[1];\n"
           "    struct buffer* output = arguments[2];\n"
           "    float* out = output->host;\n"
           "    if (!out) return 0; // a bounds query: the buffers do as they are\n"
           "    for (int i = 0; i < output->dim[0].extent; ++i) { " +
           statement + " }\n    return 0;\n}\n";
}

} // namespace

std::string c_pipeline(const std::string& directory, const std::string& name, const std::string& statement) {
    return c_library(directory, name, metadata + functions(name, statement));
}

} // namespace autoconfig::bench
