// Builds that are killed, or that run at the same time into the same folder: all files of one build or none,
// and nothing else.
#include "autoconfig/cli/staging.h"
#include "tests/cli/command.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace autoconfig::testing {
namespace {

using Names = std::vector<std::string>;

void wait_briefly() { std::this_thread::sleep_for(std::chrono::milliseconds(10)); }

/// Of a folder, once it has these files, or after ten seconds.
Names settled(const TemporaryFolder& folder, const Names& wanted) {
    for (int turns = 0; turns < 1000 && folder.files() != wanted; ++turns) wait_briefly();
    return folder.files();
}

/// Runs `work` in a process of its own, which then waits to be killed by `signal`.
void kill_after(const std::function<void()>& work, int signal) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        work();
        (void)!write(ends[1], "", 1);
        pause();
        _exit(1);
    }
    char byte;
    ASSERT_EQ(read(ends[0], &byte, 1), 1);
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    close(ends[0]);
    close(ends[1]);
}

TEST(InterruptedBuild, BeforeFilesArePublishedLeavesNothing) {
    for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
        const TemporaryFolder folder;
        folder.write("f.a", "old");
        kill_after(
            [&] {
                const auto* staging = new cli::Staging(folder.path()); // never deleted, as when killed
                staging->write("f.a", "new");
                staging->write("f.h", "new");
            },
            signal);
        EXPECT_EQ(settled(folder, {"f.a"}), Names{"f.a"}) << signal;
        EXPECT_EQ(read_file(folder.path("f.a")), "old") << signal;
    }
}

TEST(InterruptedBuild, WhileFilesArePublishedLeavesAll) {
    const TemporaryFolder folder, staged;
    folder.write("f.a", "old");
    kill_after(
        [&] {
            const auto* heir = new cli::Heir(staged.path("files"), folder.path(), STDIN_FILENO);
            staged.write("files/f.a", "new");
            staged.write("files/f.h", "new");
            heir->hand_over();
        },
        SIGKILL);
    EXPECT_EQ(settled(folder, {"f.a", "f.h"}), (Names{"f.a", "f.h"}));
    EXPECT_EQ(read_file(folder.path("f.a")), "new");
    EXPECT_EQ(read_file(folder.path("f.h")), "new");
}

TEST(InterruptedBuild, OfTheCommandLeavesAllOrNothing) {
    const Names all = {"f.a", "f.explain.json", "f.h", "f.schedule.h"};
    for (const char* seconds : {"0.02", "0.1", "0.3"}) {
        const TemporaryFolder folder;
        run_command({"timeout", "-s", "KILL", seconds, AUTOCONFIG_COMMAND, "build", "matmul", "--m", "512",
                     "--n", "512", "--k", "512", "--name", "f", "-o", folder.path()});
        Names files = folder.files();
        for (int turns = 0; turns < 1000 && !files.empty() && files != all; ++turns) {
            wait_briefly();
            files = folder.files();
        }
        EXPECT_TRUE(files.empty() || files == all) << ::testing::PrintToString(files);
    }
}

/// Files cannot grow beyond a few kilobytes: as on a full disk.
TEST(InterruptedBuild, WithoutRoomSaysSoInOneLineAndLeavesNothing) {
    const TemporaryFolder folder;
    const CommandResult result = run_command({"bash", "-c",
                                              "trap '' XFSZ; ulimit -f 8; exec " AUTOCONFIG_COMMAND
                                              " build matmul --m 64 --n 64 --k 64 --name f -o " +
                                                  folder.path()});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_EQ(settled(folder, {}), Names{});
}

/// The report and the schedule of one build are those of the same size.
TEST(ConcurrentBuilds, OfOneNameGiveTheFilesOfOneOfThem) {
    const TemporaryFolder folder;
    std::vector<std::thread> builds;
    for (const char* size : {"4", "5", "6", "7"})
        builds.emplace_back([&folder, size] {
            const std::string m(size);
            EXPECT_EQ(
                autoconfig("build matmul --m " + m + " --n 8 --k 8 --name f -o " + folder.path()).status, 0);
        });
    for (std::thread& build : builds) build.join();
    EXPECT_EQ(folder.files(), (Names{"f.a", "f.explain.json", "f.h", "f.schedule.h"}));
    const auto report = nlohmann::json::parse(read_file(folder.path("f.explain.json")));
    const std::string m = report.at("targets").at(0).at("params").at("m");
    for (const char* other : {"4", "5", "6", "7"}) {
        const TemporaryFolder alone;
        const std::string build = "build matmul --m " + std::string(other) + " --n 8 --k 8 --name f -o ";
        ASSERT_EQ(autoconfig(build + alone.path()).status, 0);
        EXPECT_EQ(read_file(alone.path("f.a")) == read_file(folder.path("f.a")), other == m) << other;
    }
}

} // namespace
} // namespace autoconfig::testing
