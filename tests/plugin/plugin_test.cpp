// AutoConfig as Halide calls it: through its registry, with its params and the environment.
#include "autoconfig/autoschedule.h"
#include "autoconfig/halide_compat.h"
#include "tests/support/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <unistd.h>

namespace autoconfig {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// max(A * B, 0), 512 each.
struct Product {
    Halide::ImageParam A{Halide::Float(32), 2, "A"}, B{Halide::Float(32), 2, "B"};
    Halide::Func product{"product"}, out{"out"};

    Product() {
        Halide::Var n("n"), m("m");
        Halide::RDom k(0, 512, "k");
        product(n, m) += A(k, m) * B(n, k);
        out(n, m) = max(product(n, m), 0.0f);
        for (auto buffer : {Halide::OutputImageParam(A), Halide::OutputImageParam(B), out.output_buffer()})
            buffer.set_estimates({{0, 512}, {0, 512}});
    }
};

Halide::AutoSchedulerResults schedule(const compat::SchedulerParams& params = {}) {
    Product product;
    return compat::schedule_with("AutoConfig", Halide::Pipeline(product.out), testing::avx2_target, params);
}

std::string error_of_schedule() {
    try {
        schedule();
    } catch (const Halide::Error& error) {
        return error.what();
    }
    return "";
}

std::string read(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The environment of the plugin is empty but for what a test sets, and files lie in a folder of their own.
class Plugin : public ::testing::Test {
protected:
    fs::path folder = fs::temp_directory_path() / ("autoconfig_plugin_" + std::to_string(getpid()));

    void SetUp() override {
        register_autoscheduler();
        fs::create_directories(folder);
        unsetenv("AUTOCONFIG_EXPLAIN");
        unsetenv("AUTOCONFIG_MACHINE");
    }
    void TearDown() override {
        fs::remove_all(folder);
        unsetenv("AUTOCONFIG_EXPLAIN");
        unsetenv("AUTOCONFIG_MACHINE");
    }

    nlohmann::json explained(const compat::SchedulerParams& params = {}) {
        const fs::path path = folder / "report.json";
        setenv("AUTOCONFIG_EXPLAIN", path.c_str(), 1);
        schedule(params);
        return nlohmann::json::parse(read(path));
    }
};

TEST_F(Plugin, RegisteringTwiceIsRegisteringOnce) {
    register_autoscheduler();
    EXPECT_THAT(schedule().schedule_source, HasSubstr("vectorize"));
}

TEST_F(Plugin, ResultsSayWhoScheduledForWhat) {
    const Halide::AutoSchedulerResults results = schedule();
    EXPECT_EQ(results.target.to_string(), testing::avx2_target.to_string());
    EXPECT_TRUE(results.featurization.empty());
    EXPECT_THAT(results.schedule_source, HasSubstr("pipeline.get_func("));
}

TEST_F(Plugin, AnUnknownMachineIsAnErrorOfOneLine) {
    setenv("AUTOCONFIG_MACHINE", "/nope", 1);
    const std::string error = error_of_schedule();
    EXPECT_THAT(error, HasSubstr("AutoConfig: "));
    EXPECT_THAT(error, HasSubstr("/nope"));
    EXPECT_LE(std::count(error.begin(), error.end(), '\n'), 1) << error;
}

TEST_F(Plugin, AMachineByNameIsTaken) {
    setenv("AUTOCONFIG_MACHINE", "arm-neon", 1);
    EXPECT_EQ(explained().at("decisions").at(0).at("machine").at("name"), "arm-neon");
}

TEST_F(Plugin, ExplainsInText) {
    const fs::path path = folder / "report.txt";
    setenv("AUTOCONFIG_EXPLAIN", path.c_str(), 1);
    schedule();
    EXPECT_THAT(read(path), HasSubstr("T_OL"));
    EXPECT_THAT(read(path), HasSubstr("decision"));
}

TEST_F(Plugin, ExplainsInJson) {
    const nlohmann::json report = explained();
    ASSERT_EQ(report.at("decisions").size(), 1u);
    EXPECT_FALSE(report.at("decisions").at(0).at("terms").empty());
    EXPECT_TRUE(report.at("notes").is_array());
    EXPECT_TRUE(report.at("unmodelled").is_array());
}

TEST_F(Plugin, AReportThatCannotBeWrittenIsAnError) {
    const fs::path path = folder / "no_such_folder" / "report.txt";
    setenv("AUTOCONFIG_EXPLAIN", path.c_str(), 1);
    const std::string error = error_of_schedule();
    EXPECT_THAT(error, HasSubstr(path.string()));
    EXPECT_LE(std::count(error.begin(), error.end(), '\n'), 1) << error;
}

TEST_F(Plugin, ReportsOfSeveralPipelinesHaveFilesOfTheirOwn) {
    setenv("AUTOCONFIG_EXPLAIN", (folder / "%o-%t-%p-%n-100%%.json").c_str(), 1);
    schedule();
    schedule();
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
        EXPECT_TRUE(nlohmann::json::accept(read(entry.path()))) << names.back();
    }
    ASSERT_EQ(names.size(), 2u); // and nothing that was to become one
    for (const std::string& name : names) {
        EXPECT_THAT(name, HasSubstr("-x86-64-linux-"));
        EXPECT_THAT(name, HasSubstr("-" + std::to_string(getpid()) + "-"));
        EXPECT_THAT(name, HasSubstr("-100%.json"));
    }
}

TEST_F(Plugin, OnePatternMayNameTextAndJson) {
    setenv("AUTOCONFIG_EXPLAIN", (folder / "report-%n.%e").c_str(), 1);
    schedule();
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    ASSERT_EQ(paths.size(), 2u);
    EXPECT_EQ(paths[0].stem(), paths[1].stem());
    EXPECT_TRUE(nlohmann::json::accept(read(paths[0])));
    EXPECT_THAT(read(paths[1]), HasSubstr("decision"));
}

TEST_F(Plugin, AnUnknownPlaceInTheReportsNameIsAnError) {
    setenv("AUTOCONFIG_EXPLAIN", (folder / "%x.txt").c_str(), 1);
    EXPECT_THAT(error_of_schedule(), HasSubstr("%x: use %o (output), %t (target)"));
    EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(Plugin, AReportReplacesTheFileThatALinkLeadsTo) {
    std::ofstream(folder / "old.txt") << "old";
    fs::create_symlink(folder / "old.txt", folder / "link.txt");
    setenv("AUTOCONFIG_EXPLAIN", (folder / "link.txt").c_str(), 1);
    schedule();
    EXPECT_TRUE(fs::is_symlink(folder / "link.txt"));
    EXPECT_THAT(read(folder / "old.txt"), HasSubstr("decision"));
}

TEST_F(Plugin, AReportToADeviceLeavesItThere) {
    setenv("AUTOCONFIG_EXPLAIN", "/dev/null", 1);
    schedule();
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Plugin, IsSilent) {
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    schedule();
    explained();
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_F(Plugin, ParallelismIsTheNumberOfThreads) {
    const auto parallel = [&](int threads) {
        compat::SchedulerParams params;
        params.parallelism = threads;
        return explained(params).at("decisions").at(0).at("decision");
    };
    EXPECT_EQ(parallel(1).at("threads"), 1);
    EXPECT_EQ(parallel(3).at("threads"), 3);
    EXPECT_NE(parallel(1).at("config"), parallel(3).at("config"));
}

TEST_F(Plugin, TheReportChangesNothing) {
    const auto without_numbers = [](std::string source) { // Halide numbers the names it has seen
        source.erase(std::remove_if(source.begin(), source.end(), [](char c) { return std::isdigit(c); }),
                     source.end());
        return std::regex_replace(source, std::regex("_+"), "_");
    };
    schedule(); // from the second time on names have numbers
    const std::string silent = schedule().schedule_source;
    setenv("AUTOCONFIG_EXPLAIN", (folder / "report.txt").c_str(), 1);
    EXPECT_EQ(without_numbers(schedule().schedule_source), without_numbers(silent));
}

} // namespace
} // namespace autoconfig
