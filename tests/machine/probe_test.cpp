// The probe's file can be read back and says where its numbers come from. What it measures is not judged.
#include "runtime/probe.h"

#include "autoconfig/error.h"
#include "autoconfig/machine/load.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace autoconfig {
namespace {

using testing::HasSubstr;

#ifdef __x86_64__
const char* const here = "x86-sse41";
const char* const elsewhere = "arm-neon";
#else
const char* const here = "arm-neon";
const char* const elsewhere = "x86-sse41";
#endif

int serially(void* user_context, int (*task)(void*, int, std::uint8_t*), int min, int size,
             std::uint8_t* closure) {
    for (int i = min; i < min + size; ++i)
        if (const int failed = task(user_context, i, closure)) return failed;
    return 0;
}

std::string error_of(const std::string& base, const std::string& output) {
    try {
        probe_machine(base, serially, output);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Probe, WritesAMachineFile) {
    const TemporaryFolder folder;
    const std::string path = folder.path("host.json");
    probe_machine(here, serially, path);
    const Machine machine = machine_from_file(path), base = machine_from_file(here);
    EXPECT_EQ(machine.name, "host");
    EXPECT_EQ(machine.vector_bits, base.vector_bits);
    EXPECT_EQ(machine.cores, with_host_caches(base).cores);
    EXPECT_EQ(machine.l2.bytes, with_host_caches(base).l2.bytes);
    for (const char* field :
         {"mac_f32.per_cycle", "l1_l2_cycles_per_line", "l2_l3_cycles_per_line", "l3_mem_cycles_per_line",
          "l2_latency_cycles", "frequency_ghz", "fork_join_cycles", "task_cycles", "allocate_cycles"})
        EXPECT_THAT(machine.sources.at(field), HasSubstr("measured by autoconfig probe on ")) << field;
    EXPECT_EQ(machine.sources.at("registers"), base.sources.at("registers"));
    EXPECT_EQ(folder.files().size(), 1u);
}

TEST(Probe, RefusesABaseThisCpuCannotRun) {
    const TemporaryFolder folder;
    const std::string path = folder.path("host.json");
    EXPECT_THAT(error_of(elsewhere, path), HasSubstr("this CPU cannot run the code"));
    EXPECT_THAT(error_of("x86-avx3", path), HasSubstr("no built-in machine 'x86-avx3'"));
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Probe, RefusesAPlaceItCannotWriteTo) {
    EXPECT_THAT(error_of(here, "/nowhere/host.json"),
                HasSubstr("machine file '/nowhere/host.json' cannot be written"));
}

} // namespace
} // namespace autoconfig
