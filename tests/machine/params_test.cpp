// Halide's own params over a machine: threads and the last level cache.
#include "autoconfig/machine/load.h"

#include "autoconfig/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig {
namespace {

using ::testing::HasSubstr;

TEST(HalideParams, ZeroLeavesTheMachineAsItIs) {
    const Machine base = machine_from_file("x86-avx512"), m = with_halide_params(base, 0, 0);
    EXPECT_EQ(m.cores, base.cores);
    EXPECT_EQ(m.l3.bytes, base.l3.bytes);
    EXPECT_EQ(m.sources, base.sources);
}

TEST(HalideParams, ParallelismIsTheNumberOfCores) {
    const Machine m = with_halide_params(machine_from_file("x86-avx512"), 3, 0);
    EXPECT_EQ(m.cores, 3);
    EXPECT_THAT(m.sources.at("cores"), HasSubstr("Halide params"));
}

TEST(HalideParams, LastLevelCacheIsTheOutermostOne) {
    const std::int64_t KiB = 1024, MiB = 1024 * KiB;
    struct Case {
        const char* machine;
        std::int64_t given, l2, l3;
    };
    for (const Case& c : {Case{"x86-avx2", 16 * MiB, 256 * KiB, 16 * MiB}, // larger than the file's
                          {"x86-avx2", 1 * MiB, 256 * KiB, 1 * MiB},
                          {"x86-avx2", 1 * MiB + 100, 256 * KiB, 1 * MiB}, // whole sets
                          {"x86-avx2", 128 * KiB, 128 * KiB, 0},           // smaller than L2: there is no L3
                          {"x86-avx2", 1, 32 * KiB, 0},                    // L1 stays as it is
                          {"arm-neon", 4 * MiB, 4 * MiB, 0}}) {            // L2 is the last one
        const Machine m = with_halide_params(machine_from_file(c.machine), 0, c.given);
        EXPECT_EQ(m.l2.bytes, c.l2) << c.machine << c.given;
        EXPECT_EQ(m.l3.bytes, c.l3) << c.machine << c.given;
        EXPECT_THAT(m.sources.at(c.l3 ? "l3.bytes" : "l2.bytes"), HasSubstr("Halide params"));
    }
}

TEST(HalideParams, RefusesNegativeNumbers) {
    const Machine base = machine_from_file("x86-avx512");
    EXPECT_THROW(with_halide_params(base, -1, 0), Error);
    EXPECT_THROW(with_halide_params(base, 0, -1), Error);
}

} // namespace
} // namespace autoconfig
