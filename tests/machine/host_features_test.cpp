// CPUID bits to Halide's features, for CPUs whose bits are known.
#include "autoconfig/machine/host_features.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace autoconfig {
namespace {

using Names = std::set<std::string>;

std::uint32_t bits(const std::vector<int>& positions) {
    std::uint32_t value = 0;
    for (int position : positions) value |= std::uint32_t(1) << position;
    return value;
}

constexpr std::uint64_t ymm = 0x7, zmm = 0xe7, tile = 0x600e7;

CpuidBits haswell() {
    CpuidBits cpu;
    cpu.leaf1_ecx = bits({0, 1, 9, 12, 13, 19, 20, 22, 23, 25, 26, 27, 28, 29, 30});
    cpu.leaf7_ebx = bits({0, 3, 5, 7, 8, 9});
    cpu.extended1_ecx = bits({0, 5});
    cpu.xcr0 = ymm;
    return cpu;
}

CpuidBits skylake_server() {
    CpuidBits cpu = haswell();
    cpu.leaf7_ebx |= bits({16, 17, 28, 30, 31});
    cpu.xcr0 = zmm;
    return cpu;
}

CpuidBits zen4() {
    CpuidBits cpu = skylake_server();
    cpu.leaf7_ebx |= bits({21});
    cpu.leaf7_ecx = bits({1, 6, 8, 9, 10, 11, 12, 14});
    cpu.leaf7_1_eax = bits({5});
    return cpu;
}

CpuidBits sapphire_rapids() {
    CpuidBits cpu = zen4();
    cpu.leaf7_edx = bits({22, 23, 24, 25});
    cpu.leaf7_1_eax |= bits({4});
    cpu.xcr0 = tile;
    return cpu;
}

const Names avx2 = {"sse41", "avx", "f16c", "fma", "avx2"};

Names with(Names names, const Names& more) {
    names.insert(more.begin(), more.end());
    return names;
}

const Names skylake = with(avx2, {"avx512", "avx512_skylake"});
const Names cannonlake = with(skylake, {"avx512_cannonlake"});

TEST(HostTarget, KnownCpus) {
    EXPECT_EQ(runnable_features(CpuidBits{}), Names{});
    EXPECT_EQ(runnable_features(haswell()), avx2);
    EXPECT_EQ(runnable_features(skylake_server()), skylake);
    EXPECT_EQ(runnable_features(zen4()), with(cannonlake, {"avx512_zen4"}));
    EXPECT_EQ(runnable_features(sapphire_rapids()),
              with(cannonlake, {"avx512_zen4", "avxvnni", "avx512_sapphirerapids"}));
}

TEST(HostTarget, Zen4IsNoSapphireRapids) {
    // It has the two bits Halide 14 looks at, AVX512-VNNI and AVX512-BF16, but neither FP16 nor AMX.
    EXPECT_EQ(runnable_features(zen4()).count("avx512_sapphirerapids"), 0);
}

TEST(HostTarget, EachInstructionSetOfSapphireRapidsIsNeeded) {
    for (int bit : {22, 23, 24, 25}) {
        CpuidBits cpu = sapphire_rapids();
        cpu.leaf7_edx &= ~bits({bit});
        EXPECT_EQ(runnable_features(cpu).count("avx512_sapphirerapids"), 0) << bit;
    }
}

TEST(HostTarget, RegistersTheSystemDoesNotSaveAreNotThere) {
    CpuidBits cpu = sapphire_rapids();
    cpu.xcr0 = zmm;
    EXPECT_EQ(runnable_features(cpu).count("avx512_sapphirerapids"), 0);
    cpu.xcr0 = ymm;
    EXPECT_EQ(runnable_features(cpu), with(avx2, {"avxvnni"}));
    cpu.xcr0 = 0x3;
    EXPECT_EQ(runnable_features(cpu), Names{"sse41"});
}

TEST(HostTarget, AFeatureNeedsThoseItBuildsOn) {
    CpuidBits no_fma = skylake_server();
    no_fma.leaf1_ecx &= ~bits({12});
    EXPECT_EQ(runnable_features(no_fma), (Names{"sse41", "avx", "f16c"}));
    CpuidBits no_lzcnt = haswell();
    no_lzcnt.extended1_ecx = 0;
    EXPECT_EQ(runnable_features(no_lzcnt).count("avx2"), 0);
}

TEST(HostTarget, EveryFeatureItFindsIsOneItKnows) {
    for (const std::string& name : runnable_features(sapphire_rapids()))
        EXPECT_EQ(cpu_features().count(name), 1) << name;
}

} // namespace
} // namespace autoconfig
