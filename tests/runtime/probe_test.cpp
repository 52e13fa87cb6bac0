// The probe's file can be read back and says where its numbers come from. What it measures is not judged.
#include "runtime/probe.h"

#include "autoconfig/error.h"
#include "autoconfig/machine/fields.h"
#include "autoconfig/machine/load.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace autoconfig::runtime {
namespace {

using ::testing::HasSubstr;

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

const HalideRuntime stand_in{serially,
                             [](void*, std::size_t bytes) { return std::malloc(bytes); },
                             [](void*, void* memory) { std::free(memory); },
                             [] {},
                             [](std::int64_t, std::int64_t) {},
                             [](std::int64_t, std::int64_t) {}};

ProbeReport probe(const std::string& base, const std::string& output) {
    Effort effort;
    effort.rounds = 3;
    effort.tries = 1;
    effort.runs = 1;
    effort.pause_ms = 0;
    return probe_machine(base, stand_in, output, effort, [](const std::string&) {});
}

std::string error_of(const std::string& base, const std::string& output) {
    try {
        probe(base, output);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Probe, WritesWhatItMeasuredAndNothingElse) {
    const TemporaryFolder folder;
    const std::string path = folder.path("host.json");
    const ProbeReport report = probe(here, path);
    const Machine machine = machine_from_file(path), base = machine_from_file(here);
    EXPECT_EQ(machine.name, "host");
    EXPECT_EQ(machine.vector_bits, base.vector_bits);
    EXPECT_EQ(machine.cores, with_host_caches(base).cores);
    EXPECT_EQ(machine.l2.bytes, with_host_caches(base).l2.bytes);
    EXPECT_EQ(machine.sources.at("registers"), base.sources.at("registers"));
    EXPECT_EQ(folder.files(), std::vector<std::string>{"host.json"});
    for (const Measurement& measurement : report.measurements)
        for (const Field& field : fields())
            if (field.key == measurement.key && machine.sources.count(field.name)) {
                EXPECT_EQ(machine.sources.at(field.name).rfind("autoconfig probe, " + report.machine, 0) == 0,
                          measurement.verdict != Verdict::Unmeasured)
                    << field.key;
            }
}

TEST(Probe, MeasuresEveryNumberThatIsNotArchitecture) {
    const TemporaryFolder folder;
    const ProbeReport report = probe(here, folder.path("host.json"));
    std::vector<std::string> keys;
    for (const Measurement& measurement : report.measurements) keys.push_back(measurement.key);
    for (const char* key : {"frequency",
                            "mac_f32.per_cycle",
                            "mac_f32.latency",
                            "mac_f64.per_cycle",
                            "loads_per_cycle",
                            "stores_per_cycle",
                            "lane_sum",
                            "loop_exit",
                            "row_loop",
                            "l2_l3_overlaps",
                            "l1_l2_exposed",
                            "l1_l2_transfer",
                            "l3_mem_transfer",
                            "l2_latency",
                            "row_start",
                            "tlb_miss",
                            "shared_transfer",
                            "memory_cores",
                            "fork_join",
                            "task",
                            "queue",
                            "call",
                            "set_fill",
                            "allocate",
                            "page_fault",
                            "tlb_gather",
                            "lane_load",
                            "l1_l2_overlaps",
                            "large_page_fault",
                            "l3_mem_runs"})
        EXPECT_THAT(keys, ::testing::Contains(key));
    EXPECT_THAT(report.of_family, ::testing::IsSupersetOf({"registers", "issue_width", "tlb_entries"}));
}

TEST(Probe, RefusesABaseThisCpuCannotRun) {
    const TemporaryFolder folder;
    const std::string path = folder.path("host.json");
    EXPECT_THAT(error_of(elsewhere, path), HasSubstr("this CPU cannot run the code"));
    EXPECT_THAT(error_of("x86-avx3", path), HasSubstr("no built-in machine 'x86-avx3'"));
    EXPECT_THAT(folder.files(), ::testing::IsEmpty());
}

TEST(Probe, RefusesAPlaceItCannotWriteTo) {
    EXPECT_THAT(error_of(here, "/nowhere/host.json"),
                HasSubstr("machine file '/nowhere/host.json' cannot be written"));
}

} // namespace
} // namespace autoconfig::runtime
