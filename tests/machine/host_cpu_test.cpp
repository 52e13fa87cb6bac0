// CPUID's vendor, family and model to LLVM's names.
#include "autoconfig/machine/host_cpu.h"

#include <gtest/gtest.h>

#include <string>

namespace autoconfig {
namespace {

TEST(HostCpu, NamesTheGenerationsOfZen) {
    struct Case {
        CpuIdentity cpu;
        std::string name;
    };
    for (const Case& c : {
             Case{{"AuthenticAMD", 0x17, 0x31}, "znver2"}, // Rome
             {{"AuthenticAMD", 0x17, 0x08}, ""},           // Zen+
             {{"AuthenticAMD", 0x19, 0x01}, "znver3"},     // Milan
             {{"AuthenticAMD", 0x19, 0x21}, "znver3"},     // Vermeer
             {{"AuthenticAMD", 0x19, 0x11}, "znver4"},     // Genoa
             {{"AuthenticAMD", 0x19, 0x61}, "znver4"},     // Raphael
             {{"AuthenticAMD", 0x1a, 0x02}, "znver5"},     // Turin
             {{"AuthenticAMD", 0x1a, 0x44}, "znver5"},     // Granite Ridge
             {{"AuthenticAMD", 0x1a, 0x24}, ""},           // Strix Point: 256-bit units
             {{"GenuineIntel", 0x06, 0x8f}, ""},           // its features say enough
             {{}, ""},
         })
        EXPECT_EQ(cpu_name(c.cpu), c.name) << c.cpu.vendor << " " << c.cpu.family << " " << c.cpu.model;
}

} // namespace
} // namespace autoconfig
