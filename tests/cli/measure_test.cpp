// `build --measure`: the fastest of those measured is kept, and the report says so. Nothing is asserted about
// time.
#include "autoconfig/cli/measurement.h"
#include "autoconfig/error.h"
#include "tests/cli/command.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace autoconfig::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const cli::Measurement some = {
    {"a", 1e-6, 3e-6, ""}, {"b", 2e-6, 0, "died"}, {"c", 3e-6, 2e-6, ""}, {"d", 4e-6, 2e-6, ""}};

TEST(Measurement, TheFirstOfTheFastestIsKept) {
    EXPECT_EQ(cli::fastest(some).config, "c");
    EXPECT_EQ(cli::to_text(some), "measured on this machine, the best 4 by the model:\n"
                                  "  a: 3 us, predicted 1 us\n"
                                  "  b: died\n"
                                  "  c: 2 us, predicted 3 us, kept\n"
                                  "  d: 2 us, predicted 4 us\n");
    const nlohmann::json json = cli::to_json(some);
    EXPECT_EQ(json.at("kept"), "c");
    EXPECT_EQ(json.at("configs").at(0).at("seconds"), 3e-6);
    EXPECT_EQ(json.at("configs").at(1).at("failure"), "died");
    EXPECT_EQ(json.at("configs").at(1).count("seconds"), 0u);
}

TEST(Measurement, WithoutAnyTimeIsAnError) {
    EXPECT_THAT(
        [] {
            cli::fastest({{"a", 1e-6, 0, "it crashed"}});
        },
        ThrowsMessage<Error>("--measure: no configuration could be timed: it crashed; build without "
                             "--measure"));
}

/// The report of a kernel that was built with these options.
nlohmann::json report_of(const std::string& options, const TemporaryFolder& folder) {
    const CommandResult built = autoconfig("build " + options + " --name f -o " + folder.path());
    EXPECT_EQ(built.status, 0) << built.err;
    EXPECT_EQ(folder.files(), (std::vector<std::string>{"f.a", "f.explain.json", "f.h", "f.schedule.h"}));
    return nlohmann::json::parse(read_file(folder.path("f.explain.json"))).at("targets").at(0);
}

void expect_fastest_kept(const nlohmann::json& report, std::size_t count) {
    const nlohmann::json& measured = report.at("measured");
    ASSERT_EQ(measured.at("configs").size(), count);
    double least = 1e9;
    std::string fastest;
    for (const nlohmann::json& config : measured.at("configs"))
        if (config.at("seconds").get<double>() < least) {
            least = config.at("seconds");
            fastest = config.at("config");
        }
    EXPECT_EQ(measured.at("kept"), fastest);
    EXPECT_EQ(report.at("decisions").at(0).at("decision").at("name"), fastest);
    EXPECT_EQ(report.count("advice"), 0u);
}

TEST(Measure, TheFastestOfTheBestIsBuilt) {
    const TemporaryFolder folder;
    expect_fastest_kept(
        report_of("matmul --m 48 --n 64 --k 32 --threads 1 --measure 3 --measure-seconds 0.05", folder), 3);
}

TEST(Measure, MoreThanThereAreMeansAll) {
    const TemporaryFolder all, some;
    const std::string options = "matmul --m 1 --n 16 --k 16 --threads 1";
    const std::size_t space = report_of(options, all).at("decisions").at(0).at("space").size();
    expect_fastest_kept(report_of(options + " --measure 100000 --measure-seconds 0.05", some), space);
}

TEST(Measure, AnyTypeAndAnyOperator) {
    const TemporaryFolder bytes, layer;
    expect_fastest_kept(
        report_of("matmul --m 9 --n 16 --k 16 --type u8i8i32 --threads 1 --measure 2 --measure-seconds 0.05",
                  bytes),
        2);
    expect_fastest_kept(
        report_of("conv2d --h 8 --w 8 --c 16 --k 16 --r 3 --s 3 --pad 1 --threads 2 --measure 2 "
                  "--measure-seconds 0.05",
                  layer),
        2);
}

} // namespace
} // namespace autoconfig::testing
