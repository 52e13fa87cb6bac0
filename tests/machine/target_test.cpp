// From a target to its machine: which description is chosen, and what LLVM refines.
#include "autoconfig/machine/llvm_costs.h"
#include "autoconfig/machine/load.h"
#include "autoconfig/machine/select.h"

#include "autoconfig/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace autoconfig {
namespace {

using ::testing::HasSubstr;

TEST(Target, ChoosesADescription) {
    struct Case {
        TargetTraits traits;
        const char* name;
    };
    for (const Case& c : {
             Case{{"x86", 64, {}, ""}, "x86-sse41"},
             {{"x86", 64, {"sse41"}, ""}, "x86-sse41"},
             {{"x86", 64, {"sse41", "avx"}, ""}, "x86-avx"},
             {{"x86", 64, {"avx", "f16c"}, "sandybridge"}, "x86-avx"},
             {{"x86", 64, {"sse41", "avx", "avx2", "fma", "f16c"}, ""}, "x86-avx2"},
             {{"x86", 64, {"avx2"}, ""}, "x86-avx2"},
             {{"x86", 64, {"avx2"}, "skylake"}, "x86-avx2"},
             {{"x86", 64, {"avx2"}, "haswell"}, "x86-haswell"},
             {{"x86", 64, {"avx2"}, "znver2"}, "x86-zen2"},
             {{"x86", 64, {"avx2"}, "znver3"}, "x86-zen3"},
             {{"x86", 64, {"sse41"}, "haswell"}, "x86-sse41"}, // the code decides, not what the CPU could do
             {{"x86", 64, {"avx512"}, ""}, "x86-avx512"},
             {{"x86", 64, {"avx512_knl"}, ""}, "x86-avx512"},
             {{"x86", 64, {"avx512_skylake"}, ""}, "x86-avx512"},
             {{"x86", 64, {"avx512_skylake"}, "skylake-avx512"}, "x86-skylake-avx512"},
             {{"x86", 64, {"avx512_skylake"}, "cascadelake"}, "x86-skylake-avx512"},
             {{"x86", 64, {"avx512_cannonlake"}, ""}, "x86-avx512"},
             {{"x86", 64, {"avx512_cannonlake"}, "icelake-server"}, "x86-avx512"},
             {{"x86", 64, {"avx512_sapphirerapids"}, ""}, "x86-sapphirerapids"},
             {{"x86", 64, {"avx512_skylake"}, "sapphirerapids"}, "x86-sapphirerapids"},
             {{"x86", 64, {"avx512_sapphirerapids"}, "znver4"}, "x86-zen4"},
             {{"x86", 64, {"avx512_zen4"}, ""}, "x86-zen4"},
             {{"x86", 64, {"avx512_zen5"}, ""}, "x86-zen5"},
             {{"x86", 64, {"avx512_cannonlake"}, "znver5"}, "x86-zen5"},
             {{"x86", 64, {"avx512_sapphirerapids"}, "znver5"}, "x86-zen5"},
             {{"x86", 64, {"avx2"}, "znver5"}, "x86-avx2"},
             {{"x86", 64, {"avx10_1"}, ""}, "x86-avx2"},
             {{"x86", 32, {"sse41"}, ""}, "x86-32"},
             {{"x86", 32, {"avx2"}, ""}, "x86-32"},
             {{"arm", 64, {}, ""}, "arm-neon"},
             {{"arm", 64, {"arm_dot_prod"}, "cortex-a72"}, "arm-neon"},
             {{"arm", 64, {}, "neoverse-n1"}, "arm-neoverse-n1"},
             {{"arm", 32, {}, ""}, "arm-32"},
             {{"arm", 32, {"armv7s"}, ""}, "arm-32"},
         }) {
        const Machine machine = machine_from_target(c.traits);
        EXPECT_EQ(machine.name, c.name) << *c.traits.features.begin() << " " << c.traits.cpu;
        const std::string cpu = c.traits.cpu.empty() ? "" : ", CPU " + c.traits.cpu;
        EXPECT_EQ(machine.origin, "from target" + cpu);
    }
}

TEST(Target, ThatNobodyHasDescribedIsAnyCpuWithHalidesVectors) {
    for (const TargetTraits& traits : {TargetTraits{"hexagon", 32, {"hvx_128"}, "", 1024},
                                       {"riscv", 64, {}, "sifive-x280", 512},
                                       {"wasm", 32, {"wasm_simd128"}, "", 128}}) {
        const Machine machine = machine_from_target(traits);
        EXPECT_EQ(machine.name, "generic");
        EXPECT_EQ(machine.vector_bits, traits.vector_bits);
        EXPECT_THAT(machine.origin, HasSubstr("nobody has described a CPU of arch '" + traits.arch + "'"));
        EXPECT_THAT(machine.origin, HasSubstr("machine=FILE"));
    }
    EXPECT_EQ(machine_from_target({"", 64, {}, ""}).vector_bits, machine_from_file("generic").vector_bits);
    EXPECT_EQ(machine_from_target({"mips", 32, {}, "", 8}).vector_bits, 64); // the least a machine has
}

TEST(Target, ImpliesFeaturesAsHalideDoes) {
    EXPECT_THAT(with_implied_features({"x86", 64, {"avx512_sapphirerapids"}, ""}),
                ::testing::ElementsAre("avx", "avx2", "avx512", "avx512_cannonlake", "avx512_sapphirerapids",
                                       "avx512_skylake", "f16c", "fma", "sse41"));
    EXPECT_THAT(with_implied_features({"x86", 64, {"avx"}, ""}), ::testing::ElementsAre("avx", "sse41"));
    EXPECT_THAT(with_implied_features({"x86", 64, {"fma"}, ""}), ::testing::ElementsAre("fma"));
}

TEST(Target, MultipliesFoursOfBytesByItsFeatures) {
    EXPECT_EQ(machine_from_target({"x86", 64, {"avx512_sapphirerapids"}, ""}).mac_i8.per_cycle, 2);
    EXPECT_EQ(machine_from_target({"x86", 64, {"avx512_zen5"}, ""}).mac_i8.per_cycle, 2);
    EXPECT_EQ(machine_from_target({"x86", 64, {"avx512_skylake"}, ""}).mac_i8.per_cycle, 0);
    const Machine without = machine_from_target({"x86", 64, {"avx512_cannonlake"}, "znver5"});
    EXPECT_EQ(without.mac_i8.per_cycle, 0);
    EXPECT_THAT(without.sources.at("mac_i8.per_cycle"), HasSubstr("features"));
}

TEST(Target, StrictFloatTakesTwoInstructions) {
    const Machine fused = machine_from_target({"x86", 64, {"avx512_skylake"}, ""});
    const Machine strict = machine_from_target({"x86", 64, {"avx512_skylake", "strict_float"}, ""});
    EXPECT_EQ(fused.mac_f32.per_cycle, 2);
    EXPECT_EQ(strict.mac_f32.per_cycle, 1);
    EXPECT_EQ(strict.mac_f64.per_cycle, 1);
    EXPECT_EQ(strict.mac_f32.latency_cycles, 4);
    EXPECT_EQ(strict.mac_i32.per_cycle, fused.mac_i32.per_cycle);
    // Where LLVM may not refine, the file's own strict rate holds and says so.
    const Machine zen = machine_from_target({"x86", 64, {"avx2", "strict_float"}, "znver3"});
    EXPECT_EQ(zen.mac_f32.latency_cycles, 3);
    EXPECT_THAT(zen.sources.at("mac_f32.per_cycle"), HasSubstr("(strict_float)"));
    EXPECT_EQ(zen.sources.count("mac_f32_strict.per_cycle"), 0u);
}

class Refined : public ::testing::Test {
    void SetUp() override {
        if (llvm_name() == "no LLVM") GTEST_SKIP() << "built without LLVM";
    }
};

TEST_F(Refined, SaysSo) {
    const Machine machine = machine_from_target({"x86", 64, {"avx2"}, "skylake"});
    EXPECT_EQ(machine.mac_f32.latency_cycles, 4); // Haswell's, in the file, is 5
    EXPECT_EQ(machine.sources.at("mac_f32.latency_cycles"), llvm_name() + " scheduling tables, skylake");
    EXPECT_EQ(machine.sources.at("issue_width"), llvm_name() + " scheduling tables, skylake");
    EXPECT_EQ(machine.sources.at("l2.bytes"), machine_from_file("x86-avx2").sources.at("l2.bytes"));
}

TEST_F(Refined, ByTheDescriptionsCpuWhereTheTargetNamesNone) {
    const Machine machine = machine_from_target({"x86", 64, {"avx2"}, ""});
    EXPECT_EQ(machine.mac_f32.latency_cycles, 5);
    EXPECT_EQ(machine.sources.at("mac_f32.latency_cycles"), llvm_name() + " scheduling tables, haswell");
}

TEST_F(Refined, OnlyWhereTheDescriptionLetsIt) {
    // LLVM's Skylake issues 6, its Zen 3 one FMA a cycle, and its Neoverse N1 is a Cortex-A57.
    const Machine skylake = machine_from_target({"x86", 64, {"avx512_skylake"}, "skylake-avx512"});
    EXPECT_EQ(skylake.issue_width, 4);
    EXPECT_THAT(skylake.sources.at("mac_f32.per_cycle"), HasSubstr("scheduling tables, skylake-avx512"));
    EXPECT_EQ(machine_from_target({"x86", 64, {"avx2"}, "znver3"}).mac_f32.per_cycle, 2);
    const Machine n1 = machine_from_target({"arm", 64, {}, "neoverse-n1"});
    EXPECT_EQ(n1.mac_f32.per_cycle, 2);
    EXPECT_THAT(n1.sources.at("mac_f32.per_cycle"), HasSubstr("Software Optimization Guide"));
}

TEST(Target, UnknownCpuKeepsTheFilesNumbers) {
    const Machine file = machine_from_file("x86-avx2");
    const Machine machine = machine_from_target({"x86", 64, {"avx2"}, "frobnicator9"});
    EXPECT_EQ(machine.name, "x86-avx2");
    EXPECT_EQ(machine.mac_f32.latency_cycles, file.mac_f32.latency_cycles);
    EXPECT_EQ(machine.sources.at("mac_f32.latency_cycles"), file.sources.at("mac_f32.latency_cycles"));
}

TEST(Target, IsTheSameEachTime) {
    const TargetTraits traits{"x86", 64, {"avx512_sapphirerapids"}, ""};
    EXPECT_EQ(machine_from_target(traits).sources, machine_from_target(traits).sources);
}

} // namespace
} // namespace autoconfig
