#include "autoconfig/error.h"
#include "bench/builds.h"
#include "tests/bench/c_kernel.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include <unistd.h>

namespace autoconfig::bench {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

/// Builds by the request's scheduler: "good", "refuses", "crashes", "hangs".
BuiltKernel build_by_scheduler(const KernelRequest& request) {
    if (request.scheduler == "refuses") throw Error("no schedule for this shape");
    if (request.scheduler == "crashes") _exit(9);
    while (request.scheduler == "hangs") pause();
    BuiltKernel kernel;
    kernel.library = c_kernel(request.directory, request.name, "*out = sum;");
    kernel.function = request.name;
    kernel.schedule_ms = 2.5;
    kernel.decision = "a configuration";
    return kernel;
}

class Builds : public ::testing::TestWithParam<int> {
protected:
    TemporaryFolder folder;

    KernelRequest request(const std::string& scheduler, const std::string& name) {
        KernelRequest request;
        request.scheduler = scheduler;
        request.name = name;
        request.directory = folder.path();
        return request;
    }
};

TEST_P(Builds, ComeInTheOrderOfTheRequestsWhateverBecameOfEach) {
    int last = 0;
    const auto builds = build_all(
        build_by_scheduler,
        {request("good", "a"), request("refuses", "b"), request("crashes", "c"), request("good", "d")},
        GetParam(), 60, [&](int finished) {
            EXPECT_GE(finished, last);
            last = finished;
        });
    ASSERT_EQ(builds.size(), 4u);
    EXPECT_EQ(last, 4);
    EXPECT_TRUE(builds[0].ok());
    EXPECT_EQ(builds[0].kernel.function, "a");
    EXPECT_DOUBLE_EQ(builds[0].kernel.schedule_ms, 2.5);
    EXPECT_EQ(builds[0].kernel.decision, "a configuration");
    EXPECT_THAT(builds[0].shared_library, EndsWith("/a.so"));
    EXPECT_EQ(builds[1].error, "no schedule for this shape");
    EXPECT_THAT(builds[2].error, StartsWith("exit status 9, see "));
    EXPECT_EQ(builds[3].kernel.function, "d");
}

INSTANTIATE_TEST_SUITE_P(Jobs, Builds, ::testing::Values(1, 3));

TEST_F(Builds, AHangIsStopped) {
    const auto builds = build_all(build_by_scheduler, {request("hangs", "a")}, 1, 0.1, [](int) {});
    EXPECT_EQ(builds[0].error, "stopped after its time limit of 0.1 s");
}

} // namespace
} // namespace autoconfig::bench
