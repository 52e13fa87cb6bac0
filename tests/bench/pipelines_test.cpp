// The whole bench of pipelines with pipelines in C: no Halide, and nothing asserted about time.
#include "autoconfig/error.h"
#include "bench/files.h"
#include "bench/pipelines/results.h"
#include "tests/bench/c_pipeline.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

/// Adams2019 is wrong, Mullapudi2016 crashes when it runs, Li2018 has no schedule for a long chain.
BuiltKernel build(const PipelineRequest& request) {
    BuiltKernel kernel;
    kernel.schedule_ms = request.schedule_only ? std::stoi(request.params.at("stages")) : 3;
    if (request.schedule_only) {
        if (request.scheduler == "Li2018" && kernel.schedule_ms > 20) throw Error("too long");
        return kernel;
    }
    std::string statement = "out[i] = scale * in[i];";
    if (request.scheduler == "Adams2019") statement = "out[i] = in[i];";
    if (request.scheduler == "Mullapudi2016") statement = "abort();";
    kernel.library = c_pipeline(request.directory, request.name, statement);
    kernel.function = request.name;
    return kernel;
}

class Pipelines : public ::testing::Test {
protected:
    TemporaryFolder folder;
    std::string table;

    PipelineOptions options() {
        PipelineOptions options;
        options.pipelines = {"blur"};
        options.out_directory = folder.path("out");
        return options;
    }

    PipelineResults run_with(const PipelineOptions& options) {
        ::testing::internal::CaptureStdout();
        run_pipelines(pipelines_course(), options, build);
        table = ::testing::internal::GetCapturedStdout();
        return nlohmann::json::parse(read_file(options.out_directory + "/results.json"))
            .get<PipelineResults>();
    }
};

TEST_F(Pipelines, EveryScheduleIsComparedAndTimed) {
    PipelineOptions options = this->options();
    options.threads = {1, 2};
    options.peers = {"adams2019", "mullapudi2016", "li2018"};
    const PipelineResults results = run_with(options);
    ASSERT_EQ(results.pipelines.size(), 2u);
    EXPECT_EQ(results.pipelines[1].threads, 2);
    const auto& [ours, adams, mullapudi, li] =
        std::tie(results.pipelines[0].contestants.at(0), results.pipelines[0].contestants.at(1),
                 results.pipelines[0].contestants.at(2), results.pipelines[0].contestants.at(3));
    EXPECT_EQ(ours.status, Status::Ok) << ours.reason;
    EXPECT_FALSE(ours.rounds_s.empty());
    EXPECT_DOUBLE_EQ(ours.schedule_ms, 3);
    EXPECT_EQ(adams.status, Status::Wrong);
    EXPECT_THAT(adams.reason, HasSubstr("of 100 elements differ, the first is element 0"));
    EXPECT_TRUE(adams.rounds_s.empty()); // never timed
    EXPECT_EQ(mullapudi.status, Status::Failed);
    EXPECT_THAT(mullapudi.reason, StartsWith("ended by signal 6"));
    EXPECT_EQ(li.status, Status::Ok) << li.reason;
    EXPECT_EQ(best_stock(results.pipelines[0])->name, "li2018");
    EXPECT_THAT(table, HasSubstr("blur"));
    EXPECT_THAT(read_file(options.out_directory + "/index.html"), HasSubstr("\"blur\""));
    EXPECT_TRUE(results.scaling.empty());
}

TEST_F(Pipelines, ASchedulerThatFailsIsNotTriedOnLongerChains) {
    PipelineOptions options = this->options();
    options.scaling = true;
    options.peers = {"li2018"};
    std::map<std::string, std::vector<int>> stages;
    for (const ScalingPoint& point : run_with(options).scaling) {
        stages[point.scheduler].push_back(point.stages);
        EXPECT_EQ(point.reason, point.scheduler == "li2018" && point.stages == 50 ? "too long" : "");
    }
    EXPECT_EQ(stages["ours"], (std::vector<int>{10, 20, 50, 100, 200}));
    EXPECT_EQ(stages["li2018"], (std::vector<int>{10, 20, 50}));
    EXPECT_EQ(stages.size(), 2u);
}

TEST_F(Pipelines, BadOptionsAreNamed) {
    PipelineOptions unknown = options(), none = options();
    unknown.pipelines = {"blurr"};
    EXPECT_THAT([&] { run_pipelines(pipelines_course(), unknown, build); },
                ThrowsMessage<Error>(StartsWith("pipeline 'blurr' is unknown; known are blur, ")));
    PipelineOptions stranger = options();
    stranger.peers = {"openblas"};
    EXPECT_THAT([&] { run_pipelines(pipelines_course(), stranger, build); },
                ThrowsMessage<Error>(StartsWith("peer 'openblas' is unknown; known are adams2019")));
    none.threads = {0};
    EXPECT_THAT([&] { run_pipelines(pipelines_course(), none, build); },
                ThrowsMessage<Error>("threads is 0, needs at least 1"));
}

} // namespace
} // namespace autoconfig::bench
