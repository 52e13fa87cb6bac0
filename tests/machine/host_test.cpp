// Caches of the host, on topologies hwloc makes up.
#include "autoconfig/machine/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace autoconfig {
namespace {

using ::testing::HasSubstr;

Machine on(const std::string& topology, const std::string& base, bool is_virtual = false) {
    setenv("HWLOC_SYNTHETIC", topology.c_str(), 1);
    const Machine machine = with_host_caches(machine_from_file(base), is_virtual);
    unsetenv("HWLOC_SYNTHETIC");
    return machine;
}

TEST(Host, ReadsSizesSharingAndCores) {
    const Machine m =
        on("package:2 l3:1(size=25165824) core:4 l2:1(size=1310720) l1d:1(size=49152) pu:2", "x86-avx2");
    EXPECT_EQ(m.l1.bytes, 49152);
    EXPECT_EQ(m.l2.bytes, 1310720);
    EXPECT_EQ(m.l3.bytes, 25165824);
    EXPECT_EQ(m.l1.shared_by, 1);
    EXPECT_EQ(m.l3.shared_by, 4);
    EXPECT_EQ(m.cores, 8);
    EXPECT_THAT(m.sources.at("l2.bytes"), HasSubstr("hwloc"));
    EXPECT_THAT(m.sources.at("cores"), HasSubstr("hwloc"));
    EXPECT_EQ(m.origin, "built in, caches by hwloc");
}

TEST(Host, KeepsWholeSets) {
    const Machine m =
        on("package:1 l3:1(size=25000000) l2:2(size=1000000) l1d:1(size=48000) core:1 pu:1", "x86-avx2");
    for (const Cache& cache : {m.l1, m.l2, m.l3})
        EXPECT_EQ(cache.sets() * cache.ways * cache.line_bytes, cache.bytes);
    EXPECT_LE(m.l2.bytes, 1000000);
    EXPECT_GT(m.l2.bytes, 990000);
}

TEST(Host, WithoutAnL3MemoryIsBehindL2) {
    const Machine base = machine_from_file("x86-avx2");
    const Machine m = on("package:1 l2:1(size=1048576) l1d:4(size=32768) core:1 pu:1", "x86-avx2");
    EXPECT_EQ(m.l3.bytes, 0);
    EXPECT_EQ(m.l2.shared_by, 4);
    EXPECT_EQ(m.l2_l3_cycles_per_line, 0);
    EXPECT_DOUBLE_EQ(m.l3_mem_cycles_per_line, base.l2_l3_cycles_per_line + base.l3_mem_cycles_per_line);
}

TEST(Host, DoesNotTakeTheSumOverAllComplexesForAnL3) {
    const std::string around = "package:1 l3:1(size=",
                      within = ") core:2 l2:1(size=1048576) l1d:1(size=49152) pu:1";
    const Machine sum = on(around + "532676608" + within, "x86-zen5");
    EXPECT_EQ(sum.l3.bytes, 32 << 20);
    EXPECT_EQ(sum.l3.shared_by, 8);
    EXPECT_THAT(sum.sources.at("l3.bytes"), HasSubstr("hwloc reports 508 MiB"));
    EXPECT_EQ(on(around + "100663296" + within, "x86-zen5").l3.bytes, 96 << 20); // stacked
}

TEST(Host, HasItsCoresPartOfAnL3InAVirtualMachine) {
    const std::string around = "package:1 l3:1(size=33554432) core:",
                      within = " l2:1(size=1048576) l1d:1(size=32768) pu:1";
    const Machine two = on(around + "2" + within, "x86-zen4", true);
    EXPECT_EQ(two.l3.bytes, 8 << 20);
    EXPECT_EQ(two.l3.shared_by, 2);
    EXPECT_THAT(two.sources.at("l3.bytes"), HasSubstr("32 MiB: the part of 2 of 8 cores"));
    EXPECT_EQ(on(around + "8" + within, "x86-zen4", true).l3.bytes, 32 << 20);
    EXPECT_EQ(on(around + "2" + within, "x86-zen4", false).l3.bytes, 32 << 20); // others are switched off
}

TEST(Host, KeepsOtherNumbers) {
    const Machine base = machine_from_file("x86-avx512");
    const Machine m = with_host_caches(base); // the real one
    EXPECT_EQ(m.mac_f32.per_cycle, base.mac_f32.per_cycle);
    EXPECT_EQ(m.l1_l2_cycles_per_line, base.l1_l2_cycles_per_line);
    EXPECT_EQ(m.sources.at("registers"), base.sources.at("registers"));
    EXPECT_GE(m.cores, 1);
    EXPECT_EQ(m.l1.sets() * m.l1.ways * m.l1.line_bytes, m.l1.bytes);
}

} // namespace
} // namespace autoconfig
