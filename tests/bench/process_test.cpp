#include "bench/process.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>

#include <unistd.h>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;

class Process : public ::testing::Test {
protected:
    TemporaryFolder folder;
    const std::string log = folder.path("log");

    std::string text_of(const std::string& path) {
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    /// Waits for the end.
    ForkedCall forked(const std::function<std::string()>& work, double limit_s = 60) {
        ForkedCall call(work, log, limit_s);
        while (!call.finished()) usleep(1000);
        return call;
    }
};

TEST_F(Process, AForkReturnsItsResultAndLeavesThisProcessAlone) {
    int touched = 0;
    const ForkedCall call = forked([&] {
        touched = 1;
        printf("printed\n");
        return std::string("result");
    });
    EXPECT_EQ(call.result(), "result");
    EXPECT_EQ(call.error(), "");
    EXPECT_EQ(touched, 0);
    EXPECT_EQ(text_of(log), "printed\n");
}

TEST_F(Process, AnExceptionInAForkIsItsError) {
    const ForkedCall call = forked([]() -> std::string { throw std::runtime_error("no such schedule"); });
    EXPECT_EQ(call.error(), "no such schedule");
    EXPECT_EQ(call.result(), "");
}

TEST_F(Process, ACrashInAForkNamesTheSignalAndTheLog) {
    const ForkedCall call = forked([]() -> std::string {
        raise(SIGKILL);
        return "";
    });
    EXPECT_EQ(call.error(), "ended by signal 9 (Killed), see " + log);
}

TEST_F(Process, AForkIsStoppedByItsTimeLimit) {
    const ForkedCall call = forked(
        []() -> std::string {
            for (;;) pause();
        },
        0);
    EXPECT_EQ(call.error(), "stopped after its time limit of 0 s");
}

TEST_F(Process, AProgramGetsItsEnvironment) {
    const std::string out = folder.path("out");
    const Ending ending = run_program({"sh", "-c", "printf %s \"$AUTOCONFIG_A\" > " + out + "; exit 3"},
                                      {{"AUTOCONFIG_A", "b c"}}, 60);
    EXPECT_EQ(ending.status, 3);
    EXPECT_FALSE(ending.ok());
    EXPECT_EQ(text_of(out), "b c");
}

TEST_F(Process, EndingsOfAProgram) {
    EXPECT_TRUE(run_program({"true"}, {}, 60).ok());
    EXPECT_EQ(run_program({"false"}, {}, 60).text(), "exit status 1");
    EXPECT_EQ(run_program({"sh", "-c", "kill -ABRT $$"}, {}, 60).text(), "ended by signal 6 (Aborted)");
    EXPECT_EQ(run_program({"sh", "-c", "sleep 1000"}, {}, 0).text(), "stopped by its time limit");
    EXPECT_EQ(run_program({"/nonexistent"}, {}, 60).status, 127);
}

TEST_F(Process, ACommandKeepsItsOutputInTheLog) {
    EXPECT_EQ(run_command({"sh", "-c", "echo out; echo err >&2; exit 5"}, log), 5);
    EXPECT_EQ(text_of(log), "out\nerr\n");
}

} // namespace
} // namespace autoconfig::bench
