// Measurements written as a machine file load again as what they were; what was not measured is the family's.
#include "runtime/machine_file.h"

#include "autoconfig/error.h"
#include "autoconfig/machine/load.h"
#include "runtime/probe.h"
#include "tests/runtime/rounds.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace autoconfig::runtime {
namespace {

using ::testing::HasSubstr;

const char* const family = "x86-avx2";

Machine round_trip(const std::vector<Measurement>& measurements) {
    const TemporaryFolder folder;
    const std::string path = folder.path("mine.json");
    NewFile(path).write(machine_file({family, "a CPU, today"}, machine_from_file(family), measurements));
    return machine_from_file(path);
}

TEST(MachineFile, LoadsAgainAsWhatWasMeasured) {
    const Machine machine = round_trip({number("l1_l2_transfer", "loads", rounds({2.125, 2.125, 2.125}), 0.1),
                                        number("fork_join", "loops", rounds({16234, 16234, 17234}), 500),
                                        rate("mac_f32.per_cycle", "chains", rounds({0.5, 0.5, 0.5})),
                                        flag("l2_l3_overlaps", "tiles", rounds({0.1, 0.1}))});
    EXPECT_DOUBLE_EQ(machine.l1_l2_cycles_per_line, 2.13); // three digits
    EXPECT_DOUBLE_EQ(machine.fork_join_cycles, 16200);
    EXPECT_DOUBLE_EQ(machine.mac_f32.per_cycle, 2);
    EXPECT_TRUE(machine.l2_l3_overlaps);
    EXPECT_EQ(machine.sources.at("fork_join_cycles"),
              "autoconfig probe, a CPU, today: loops, spread 500 cycles");
    EXPECT_EQ(machine.sources.at("l2_l3_overlaps"),
              "autoconfig probe, a CPU, today: tiles: 0.10 (0.10 to 0.10)");
}

TEST(MachineFile, LeavesWhatWasNotMeasuredToTheFamily) {
    const Machine machine =
        round_trip({unmeasured("run_start", "no L3"), number("call", "calls", rounds({100, 160, 220}), 1),
                    number("queue", "tasks", rounds({-900, 10, 900}), 1)});
    const Machine base = machine_from_file(family);
    EXPECT_EQ(machine.run_start_cycles, base.run_start_cycles);
    EXPECT_EQ(machine.sources.at("run_start_cycles"), base.sources.at("run_start_cycles"));
    EXPECT_EQ(machine.sources.at("queue_cycles"), base.sources.at("queue_cycles"));
    EXPECT_EQ(machine.call_cycles, 160);
    EXPECT_THAT(machine.sources.at("call_cycles"), HasSubstr("spread 120 cycles")); // noisy, all of it
}

TEST(MachineFile, TakesTheRestOfADifferenceForNothing) {
    EXPECT_EQ(round_trip({number("row_start", "tiles", rounds({2.84e-14, 2.84e-14}), 1)}).row_start_cycles,
              0);
}

TEST(MachineFile, RefusesAKeyThatMachineFilesDoNotHave) {
    EXPECT_THROW(round_trip({unmeasured("colour", ""), number("colour", "how", rounds({1}), 1)}), Error);
}

TEST(NewFile, AppearsWholeOrNotAtAll) {
    const TemporaryFolder folder;
    const std::string path = folder.write("mine.json", "what was there");
    try {
        NewFile(path).write("{\"summary\": \"no base\"}");
        FAIL() << "a file that cannot be loaded was written";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("missing"));
    }
    EXPECT_EQ(folder.files(), std::vector<std::string>{"mine.json"});
    EXPECT_THROW(NewFile("/nowhere/mine.json"), Error);
}

TEST(ProbeReport, SaysWhatIsWhose) {
    ProbeReport report{"a CPU, today", {}, {"registers", "queue"}};
    report.measurements = {number("call", "calls", rounds({100, 101, 102}), 1),
                           flag("l2_l3_overlaps", "tiles", rounds({0.1, 0.1})),
                           unmeasured("queue", "one core")};
    const std::string text = report_text(report, family);
    EXPECT_THAT(text, HasSubstr("measured on a CPU, today, on top of x86-avx2\n"));
    EXPECT_THAT(text, ::testing::ContainsRegex("call +101 cycles +\\+- 0.5 +calls"));
    EXPECT_THAT(text, ::testing::ContainsRegex("l2_l3_overlaps +true +tiles"));
    EXPECT_THAT(text, ::testing::ContainsRegex("queue +not measured +one core"));
    EXPECT_THAT(text, HasSubstr("those of x86-avx2: registers, queue\n"));
}

} // namespace
} // namespace autoconfig::runtime
