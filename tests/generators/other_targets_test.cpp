// Operators and pipelines compile for targets that no machine file serves, and for those of other
// architectures.
#include "autoconfig/autoschedule.h"
#include "autoconfig/halide_compat.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace autoconfig::testing {
namespace {

struct OtherCase {
    std::string generator, target;
};
void PrintTo(const OtherCase& c, std::ostream* out) { *out << c.generator << " for " << c.target; }

class OtherTargets : public ::testing::TestWithParam<OtherCase> {};

std::map<std::string, std::string> params_of(const std::string& generator) {
    if (generator == "matmul") return {{"m", "64"}, {"n", "96"}, {"k", "128"}, {"activation", "gelu"}};
    if (generator == "conv2d") return {{"h", "14"}, {"w", "14"}, {"c", "32"}, {"k", "64"}};
    return {};
}

TEST_P(OtherTargets, Compile) try {
    const OtherCase& c = GetParam();
    const Halide::Target target(c.target);
    if (!target.supported()) GTEST_SKIP() << "this Halide does not compile for " << c.target;
    Halide::Pipeline pipeline = compat::build_pipeline(c.generator, params_of(c.generator), target);
    autoschedule(pipeline, target, {});
    const TemporaryFolder folder;
    const std::string object = folder.path("kernel.o");
    // Halide 14's objects for PowerPC fail whatever the schedule: its data layout is not that of LLVM 14.
    if (target.arch == Halide::Target::POWERPC)
        pipeline.compile_to_bitcode(object, pipeline.infer_arguments(), "kernel", target);
    else
        pipeline.compile_to_object(object, pipeline.infer_arguments(), "kernel", target);
    EXPECT_GT(std::filesystem::file_size(object), 0u);
} catch (const Halide::Error& error) {
    FAIL() << error.what();
}

std::vector<OtherCase> cases() {
    std::vector<OtherCase> all;
    const bool says_bits = compat::halide_version > 14; // of vectors whose length the machine decides
    for (const char* target :
         {"wasm-32-wasmrt-wasm_simd128", says_bits ? "riscv-64-linux-rvv-vector_bits_128" : "riscv-64-linux",
          "powerpc-64-linux-vsx", "arm-64-linux",
          says_bits ? "arm-64-linux-sve2-vector_bits_128" : "arm-64-linux-sve2"})
        for (const char* generator : {"matmul", "conv2d", "harris"}) all.push_back({generator, target});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Targets, OtherTargets, ::testing::ValuesIn(cases()), [](const auto& info) {
    std::string name = info.param.generator + "_" + info.param.target;
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name;
});

} // namespace
} // namespace autoconfig::testing
