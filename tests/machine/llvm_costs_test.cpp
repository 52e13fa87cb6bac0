// What LLVM's scheduling tables are known to hold, from its MC layer to our numbers.
#include "autoconfig/machine/llvm_costs.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace autoconfig {
namespace {

class LlvmCostsOf : public ::testing::Test {
    void SetUp() override {
        if (llvm_name() == "no LLVM") GTEST_SKIP() << "built without LLVM";
    }
};

TEST_F(LlvmCostsOf, KnownCpus) {
    struct Case {
        InstructionSet set;
        bool fused;
        const char* cpu;
        MacRate f32, i32;
        double loads, issue;
    };
    for (const Case& c : {
             Case{InstructionSet::Avx512, true, "sapphirerapids", {2, 4}, {1.5, 1}, 2, 6},
             {InstructionSet::Avx512, true, "skylake-avx512", {2, 4}, {1.5, 1}, 2, 6},
             {InstructionSet::Avx512, false, "skylake-avx512", {1, 4}, {1.5, 1}, 2, 6},
             {InstructionSet::Avx2, true, "haswell", {2, 5}, {1, 1}, 2, 4},
             {InstructionSet::Avx2, false, "haswell", {1, 3}, {1, 1}, 2, 4},
             {InstructionSet::Avx, false, "corei7-avx", {1, 3}, {0.5, 1}, 2, 4},
             {InstructionSet::Sse41, false, "penryn", {1, 3}, {1, 1}, 2, 4},
             {InstructionSet::Neon, true, "cortex-a72", {1, 4}, {1, 1}, 1, 3},
             {InstructionSet::Neon, false, "cortex-a72", {0.5, 5}, {1, 1}, 1, 3},
         }) {
        if (std::string(c.cpu) == "sapphirerapids" && llvm_name().rfind("LLVM 14.", 0) != 0)
            continue; // has tables of its own later on
        const std::optional<LlvmCosts> costs = llvm_costs(c.set, c.fused, c.cpu);
        ASSERT_TRUE(costs && costs->mac_f32 && costs->mac_i32 && costs->loads_per_cycle) << c.cpu;
        EXPECT_DOUBLE_EQ(costs->mac_f32->per_cycle, c.f32.per_cycle) << c.cpu;
        EXPECT_EQ(costs->mac_f32->latency_cycles, c.f32.latency_cycles) << c.cpu;
        EXPECT_DOUBLE_EQ(costs->mac_f64->per_cycle, c.f32.per_cycle) << c.cpu;
        EXPECT_DOUBLE_EQ(costs->mac_i32->per_cycle, c.i32.per_cycle) << c.cpu;
        EXPECT_EQ(costs->mac_i32->latency_cycles, c.i32.latency_cycles) << c.cpu;
        EXPECT_DOUBLE_EQ(*costs->loads_per_cycle, c.loads) << c.cpu;
        EXPECT_DOUBLE_EQ(*costs->issue_width, c.issue) << c.cpu;
    }
}

TEST_F(LlvmCostsOf, UnknownCpusAreEmptyAndSilent) {
    ::testing::internal::CaptureStderr();
    EXPECT_FALSE(llvm_costs(InstructionSet::Avx2, true, "frobnicator9"));
    EXPECT_FALSE(llvm_costs(InstructionSet::Avx2, true, ""));
    EXPECT_FALSE(llvm_costs(InstructionSet::Neon, true, "haswell"));
    EXPECT_FALSE(llvm_costs(InstructionSet::Sse41, true, "k8")); // known, but LLVM has no tables for it
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

} // namespace
} // namespace autoconfig
