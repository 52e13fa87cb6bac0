// The machine files built into the library: all load, and hold the numbers they are meant to.
#include "autoconfig/machine/description.h"
#include "autoconfig/machine/embedded.h"
#include "autoconfig/machine/fields.h"
#include "autoconfig/machine/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace autoconfig {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const EmbeddedTarget& target : embedded_targets()) names.push_back(target.name);
    return names;
}

class Builtin : public ::testing::TestWithParam<std::string> {};

TEST_P(Builtin, StatesEveryNumberWithItsSource) {
    Description description = load_builtin(GetParam());
    EXPECT_EQ(description.machine.name, GetParam());
    EXPECT_EQ(description.lineage.front(), GetParam());
    for (const Field& field : fields()) EXPECT_NE(description.machine.sources[field.name], "") << field.name;
}

TEST_P(Builtin, IsConsistent) {
    const Machine machine = machine_from_file(GetParam());
    EXPECT_EQ(machine.origin, "built in");
    EXPECT_GT(machine.l1.sets(), 0);
    EXPECT_GE(machine.l2.bytes, machine.l1.bytes);
    EXPECT_EQ(machine.vector_bits % 128, 0);
    EXPECT_GE(machine.mac_f32.per_cycle, machine.mac_f64.per_cycle);
    EXPECT_EQ(machine.l3.bytes == 0, machine.l2_l3_cycles_per_line == 0);
    EXPECT_EQ(machine.sources.count("mac_f32_strict.per_cycle"), 0u);
    EXPECT_EQ(machine.pairs_of_i16, GetParam().rfind("x86", 0) == 0); // as lowering/dot_products.h has it
    const bool is_x86 = GetParam().rfind("x86", 0) == 0, any = machine.vector_bits == 512;
    EXPECT_EQ(machine.masked_bytes, // as lowering/masked_loads.h has it
              !is_x86 || machine.vector_bits == 128 ? 0
              : any                                 ? 1
                                                    : 4);
}

INSTANTIATE_TEST_SUITE_P(All, Builtin, ::testing::ValuesIn(names()), [](const auto& info) {
    std::string name = info.param;
    for (char& c : name) c = c == '-' ? '_' : c;
    return name;
});

TEST(BuiltinNames, AreTheFilesInOrder) {
    EXPECT_THAT(names(), ::testing::IsSupersetOf({"arm-32", "arm-neon", "arm-neoverse-n1", "x86-32",
                                                  "x86-avx", "x86-avx2", "x86-avx512", "x86-haswell",
                                                  "x86-sapphirerapids", "x86-skylake-avx512", "x86-sse41",
                                                  "x86-zen2", "x86-zen3", "x86-zen4", "x86-zen5"}));
    const std::vector<std::string> all = names();
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
}

TEST(BuiltinNumbers, Avx512IsTheReferenceMachineWithASmallerL2) {
    const Machine m = machine_from_file("x86-avx512");
    EXPECT_EQ(m.vector_bits, 512);
    EXPECT_EQ(m.registers, 32);
    EXPECT_EQ(m.mac_f32.per_cycle, 2);
    EXPECT_EQ(m.mac_f32.latency_cycles, 4);
    EXPECT_EQ(m.loads_per_cycle, 2);
    EXPECT_EQ(m.l1.bytes, 48 * 1024);
    EXPECT_EQ(m.l1.ways, 12);
    EXPECT_EQ(m.l1.sets(), 64);
    EXPECT_EQ(m.l2.bytes, 1024 * 1024);
    EXPECT_EQ(m.l2.ways, 16);
    EXPECT_DOUBLE_EQ(m.l1_l2_cycles_per_line, 1.3);
    EXPECT_DOUBLE_EQ(m.l1_l2_cycles_per_line + m.l2_l3_cycles_per_line, 7.0);
    EXPECT_FALSE(m.l2_l3_overlaps);
}

TEST(BuiltinNumbers, BasedOnKeepsWhatItDoesNotState) {
    const Machine base = machine_from_file("x86-avx512"), derived = machine_from_file("x86-sapphirerapids");
    EXPECT_EQ(derived.l2.bytes, 2 * 1024 * 1024);
    EXPECT_EQ(derived.issue_width, 6);
    EXPECT_EQ(derived.mac_f32.per_cycle, base.mac_f32.per_cycle);
    EXPECT_EQ(derived.l1_l2_cycles_per_line, base.l1_l2_cycles_per_line);
    EXPECT_EQ(derived.sources.at("registers"), base.sources.at("registers"));
    EXPECT_THAT(load_builtin("x86-zen3").lineage, ElementsAre("x86-zen3", "x86-zen2", "x86-avx2"));
}

TEST(BuiltinNumbers, Generic) {
    struct Case {
        const char* name;
        int bits, registers;
        MacRate f32;
        double loads;
        std::int64_t l1, l2;
    };
    for (const Case& c : {Case{"x86-sse41", 128, 16, {1, 3}, 2, 32768, 262144},
                          {"x86-32", 128, 8, {1, 3}, 2, 32768, 262144},
                          {"x86-avx", 256, 16, {1, 3}, 1, 32768, 262144},
                          {"x86-avx2", 256, 16, {2, 5}, 2, 32768, 262144},
                          {"x86-zen4", 512, 32, {1, 4}, 1, 32768, 1048576},
                          {"x86-zen5", 512, 32, {2, 4}, 2, 49152, 1048576},
                          {"arm-neon", 128, 32, {1, 4}, 1, 32768, 1048576},
                          {"arm-neoverse-n1", 128, 32, {2, 2}, 2, 65536, 1048576},
                          {"arm-32", 128, 16, {0.25, 5}, 0.5, 32768, 524288}}) {
        const Machine m = machine_from_file(c.name);
        EXPECT_EQ(m.vector_bits, c.bits) << c.name;
        EXPECT_EQ(m.registers, c.registers) << c.name;
        EXPECT_EQ(m.mac_f32.per_cycle, c.f32.per_cycle) << c.name;
        EXPECT_EQ(m.mac_f32.latency_cycles, c.f32.latency_cycles) << c.name;
        EXPECT_EQ(m.loads_per_cycle, c.loads) << c.name;
        EXPECT_EQ(m.l1.bytes, c.l1) << c.name;
        EXPECT_EQ(m.l2.bytes, c.l2) << c.name;
    }
}

} // namespace
} // namespace autoconfig
