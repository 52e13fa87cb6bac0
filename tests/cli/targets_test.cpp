// What target strings of the command line mean on this machine.
#include "autoconfig/cli/targets.h"

#include "autoconfig/machine/host_cpu.h"

#include <gtest/gtest.h>

#include <string>

namespace autoconfig::cli {
namespace {

TEST(Targets, TuneForTheCpuHereWhereHostIsNamed) {
    const std::string here = cpu_name(read_identity());
    EXPECT_EQ(cpu_to_tune_for({}), here);
    EXPECT_EQ(cpu_to_tune_for({"host"}), here);
    EXPECT_EQ(cpu_to_tune_for({"host-no_asserts", "x86-64-linux"}), here);
    EXPECT_EQ(cpu_to_tune_for({"x86-64-linux-avx2"}), "");
}

} // namespace
} // namespace autoconfig::cli
