// The whole bench with kernels in C: no Halide, and nothing asserted about time.
#include "autoconfig/error.h"
#include "bench/bench.h"
#include "bench/files.h"
#include "bench/summary.h"
#include "tests/bench/c_kernel.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

constexpr const char* explain = R"({"targets": [{"decisions": [{"machine": {"frequency_ghz": 1.0}, "space": [
    {"name": "right", "cycles": 100}, {"name": "also right", "cycles": 200}, {"name": "wrong", "cycles": 300}]}]}]})";

/// Ours and most configurations are right; "wrong" is not, adams2019 crashes when it runs, Li2018 has no
/// schedule.
std::string statement(const KernelRequest& request) {
    if (request.force_config == "wrong") return "*out = 2 * sum;";
    if (request.scheduler == "Adams2019") return "abort();";
    return "*out = sum;";
}

BuiltKernel build(const KernelRequest& request) {
    if (request.scheduler == "Li2018") throw Error("Li2018 has no schedule for this");
    BuiltKernel kernel;
    kernel.library = c_kernel(request.directory, request.name, statement(request));
    kernel.function = request.name;
    kernel.schedule_ms = 3;
    if (request.scheduler == "AutoConfig") {
        kernel.predicted_cycles = 100;
        kernel.frequency_ghz = 1;
        kernel.decision = "right";
        kernel.explain_path = request.directory + "/" + request.name + ".explain.json";
        write_file(kernel.explain_path, explain);
    }
    return kernel;
}

class Bench : public ::testing::Test {
protected:
    TemporaryFolder folder;

    Options options() {
        Options options;
        options.shapes_path = folder.write("shapes.csv", "4,5,6,1,NN,tiny\n");
        options.peers = {"scalar", "openblas"};
        options.out_directory = folder.path("out");
        return options;
    }

    Results run_with(const Options& options) {
        ::testing::internal::CaptureStdout();
        run(options, build);
        table = ::testing::internal::GetCapturedStdout();
        return nlohmann::json::parse(read_file(options.out_directory + "/results.json")).get<Results>();
    }

    static const Outcome& find(const std::vector<Outcome>& outcomes, const std::string& name) {
        for (const Outcome& outcome : outcomes)
            if (outcome.name == name) return outcome;
        throw std::runtime_error("no outcome " + name);
    }

    std::string table;
};

TEST_F(Bench, MeasuresEveryoneAndKeepsWhatBecameOfEach) {
    Options options = this->options();
    options.peers = {"scalar", "openblas", "adams2019", "li2018", "unscheduled"};
    options.oracle = true;
    options.build_jobs = 2;
    const Results results = run_with(options);
    ASSERT_EQ(results.shapes.size(), 1u);
    const auto& contestants = results.shapes[0].contestants;
    const auto& space = results.shapes[0].space;

    EXPECT_EQ(contestants.size(), 6u);
    for (const char* name : {"ours", "scalar", "openblas", "unscheduled"}) {
        EXPECT_EQ(find(contestants, name).status, Status::Ok)
            << name << ": " << find(contestants, name).reason;
        EXPECT_FALSE(find(contestants, name).rounds_s.empty()) << name;
    }
    EXPECT_DOUBLE_EQ(find(contestants, "ours").schedule_ms, 3);
    EXPECT_DOUBLE_EQ(find(contestants, "ours").predicted_s, 100e-9);
    EXPECT_EQ(find(contestants, "adams2019").status, Status::Failed);
    EXPECT_THAT(find(contestants, "adams2019").reason, StartsWith("ended by signal 6"));
    EXPECT_EQ(find(contestants, "li2018").reason, "Li2018 has no schedule for this");

    EXPECT_EQ(space.size(), 3u);
    EXPECT_EQ(find(space, "right").status, Status::Ok);
    EXPECT_EQ(find(space, "wrong").status, Status::Wrong);
    EXPECT_TRUE(find(space, "wrong").rounds_s.empty()); // never timed
    EXPECT_DOUBLE_EQ(find(space, "also right").predicted_s, 200e-9);
    EXPECT_TRUE(oracle(results.shapes[0]));

    EXPECT_THAT(table, HasSubstr("4x5x6 NN"));
    EXPECT_THAT(read_file(options.out_directory + "/index.html"), HasSubstr("4x5x6 NN"));
    EXPECT_GT(results.peak.gflops, 0);
    EXPECT_EQ(results.environment.at("HL_NUM_THREADS"), "1");
    EXPECT_EQ(results.versions.count("openblas"), 1u);
}

TEST_F(Bench, AReportWithoutASpaceCostsTheOracleOnly) {
    Options options = this->options();
    options.peers = {"scalar"};
    options.oracle = true;
    ::testing::internal::CaptureStdout();
    run(options, [](const KernelRequest& request) {
        BuiltKernel kernel = build(request);
        write_file(kernel.explain_path, "{}");
        return kernel;
    });
    EXPECT_THAT(::testing::internal::GetCapturedStdout(), HasSubstr("no space of configurations"));
    const auto results = nlohmann::json::parse(read_file(folder.path("out/results.json"))).get<Results>();
    EXPECT_EQ(find(results.shapes[0].contestants, "ours").status, Status::Ok);
    EXPECT_EQ(find(results.shapes[0].space, "space").status, Status::Failed);
}

TEST_F(Bench, BadOptionsAreNamed) {
    const auto error_of = [&](const std::function<void(Options&)>& change) {
        Options options = this->options();
        change(options);
        try {
            run(options, build);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("no error");
    };
    EXPECT_THAT(error_of([](Options& o) { o.peers = {"mkl"}; }),
                StartsWith("peer 'mkl' is unknown; known are"));
    EXPECT_EQ(error_of([](Options& o) { o.threads = 0; }), "threads is 0, needs at least 1");
    EXPECT_EQ(error_of([](Options& o) { o.processes = 0; }), "processes is 0, needs at least 1");
    EXPECT_EQ(error_of([](Options& o) { o.build_jobs = -1; }), "build jobs is -1, needs at least 1");
    EXPECT_THAT(error_of([](Options& o) { o.activation = "tanh"; }), StartsWith("activation 'tanh'"));
    EXPECT_THAT(error_of([](Options& o) { o.out_directory = "/proc/nowhere"; }),
                StartsWith("/proc/nowhere: "));
    EXPECT_THAT(error_of([](Options& o) { o.shapes_path = "/nonexistent"; }), StartsWith("/nonexistent: "));
}

TEST(Peers, GroupsAndDefaultsAreKnownNames) {
    for (const std::string& name : default_peers("matmul"))
        EXPECT_THAT(peer_names("matmul"), ::testing::Contains(name));
    EXPECT_THAT(peer_names("matmul"), ::testing::IsSupersetOf({"openblas", "blis", "libxsmm", "adams2019"}));
}

TEST(RunIfChild, AnOrdinaryStartIsNone) {
    char program[] = "autoconfig", command[] = "bench";
    char* argv[] = {program, command, nullptr};
    EXPECT_FALSE(run_if_child(2, argv));
    EXPECT_FALSE(run_if_child(1, argv));
}

} // namespace
} // namespace autoconfig::bench
