// Every bad input: exit status 2, nothing on stdout, one line on stderr that names what is wrong, and
// nothing written.
#include "tests/cli/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace autoconfig::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct BadInput {
    const char* arguments;
    std::vector<const char*> named; // what the line must hold
};

void expect_refused(const std::string& arguments, const std::vector<const char*>& named) {
    const CommandResult result = autoconfig(arguments);
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.out, IsEmpty()) << arguments;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << arguments << "\n" << result.err;
    EXPECT_THAT(result.err, ::testing::StartsWith("autoconfig: ")) << arguments;
    for (const char* part : named) EXPECT_THAT(result.err, HasSubstr(part)) << arguments;
}

TEST(BadInput, CommandLine) {
    const std::vector<BadInput> table = {
        {"", {"explain", "build"}},
        {"frobnicate", {"'frobnicate'", "build"}},
        {"build", {"'build' needs", "matmul"}},
        {"build conv9d", {"'conv9d'", "matmul"}},
        {"build matmul --m 4 --n 4 --k 4 --frob", {"--frob"}},
        {"build matmul --m", {"--m"}},
    };
    for (const BadInput& row : table) expect_refused(row.arguments, row.named);
}

TEST(BadInput, ValuesOfMatmul) {
    const std::vector<BadInput> table = {
        {"--n 4 --k 4", {"--m is missing"}},
        {"--m 0 --n 4 --k 4", {"--m", "0", "--dynamic"}},
        {"--m -1 --n 4 --k 4", {"--m is -1"}},
        {"--m 4 --n 4 --k 2147483648", {"--k is 2147483648", "2147483647"}},
        {"--m 99999999999999999999999 --n 4 --k 4", {"--m"}},
        {"--m four --n 4 --k 4", {"--m", "four"}},
        {"--m 65536 --n 4 --k 65536", {"A", "65536 x 65536", "2^31-1"}},
        {"--m 4 --n 65536 --k 65536", {"B", "65536 x 65536", "2^31-1"}},
        {"--m 65536 --n 65536 --k 4", {"output", "65536 x 65536", "2^31-1"}},
        {"--m 2147483647 --n 2147483647 --k 2147483647", {"2^31-1"}},
        {"--m 64 --n 64 --k 64 --batch 2000000000", {"2^31-1", "2000000000"}},
        {"--m 4 --n 4 --k 4 --batch -2", {"--batch is -2"}},
        {"--m 4 --n 4 --k 4 --type f17", {"--type", "f17", "u8i8i32"}},
        {"--m 4 --n 4 --k 4 --activation swish", {"--activation", "swish", "silu"}},
        {"--m 4 --n 4 --k 4 --type i8i8i32 --activation gelu", {"--activation gelu", "i8i8i32"}},
        {"--m 4 --n 4 --k 4 --type f64 --activation gelu_erf", {"gelu_erf", "f64"}},
        {"--m 4 --n 4 --k 4 --target frob-64-linux", {"--target", "frob-64-linux"}},
        {"--m 4 --n 4 --k 4 --target x86-64-linux-frob", {"--target", "x86-64-linux-frob"}},
        {"--m 4 --n 4 --k 4 --target host-frob", {"--target", "host-frob"}},
        {"--m 4 --n 4 --k 4 --target x86-64", {"--target", "'x86-64'"}},
        {"--m 4 --n 4 --k 4 --target x86-64-linux --target x86-64-linux-avx2",
         {"x86-64-linux-avx2", "first"}},
        {"--m 4 --n 4 --k 4 --target x86-64-linux --target arm-64-linux", {"arm-64-linux"}},
        {"--m 4 --n 4 --k 4 --threads -1", {"--threads is -1"}},
        {"--m 4 --n 4 --k 4 --machine /no/such/machine.json", {"/no/such/machine.json"}},
        {"--m 64 --n 64 --k 64 --config no_such_configuration", {"no_such_configuration"}},
    };
    for (const BadInput& row : table) {
        const TemporaryFolder folder;
        expect_refused("build matmul " + std::string(row.arguments) + " --name f -o " + folder.path("out"),
                       row.named);
        EXPECT_THAT(folder.files(), IsEmpty()) << row.arguments;
        expect_refused("explain matmul " + std::string(row.arguments), row.named);
    }
}

TEST(BadInput, MalformedMachineFile) {
    const TemporaryFolder folder;
    const std::string file = folder.path("machine.json");
    for (const char* text : {"", "{", "[]", "{\"frobs_per_cycle\": 3}"}) {
        std::ofstream(file) << text;
        expect_refused("build matmul --m 4 --n 4 --k 4 --machine " + file + " -o " + folder.path("out"),
                       {file.c_str()});
        EXPECT_EQ(folder.files(), std::vector<std::string>{"machine.json"}) << text;
    }
}

TEST(BadInput, Name) {
    for (const char* name :
         {"1x", "a-b", "a.b", "../x", "a/b", "int", "class", "_x", "a__b", "halide_malloc"})
        expect_refused("build matmul --m 4 --n 4 --k 4 --name " + std::string(name), {"--name", name});
}

TEST(BadInput, UnwritableOutput) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("file")) << "a file, not a folder";
    const std::string build = "build matmul --m 4 --n 4 --k 4 --name f -o ";
    expect_refused(build + folder.path("file"), {"file"});
    expect_refused(build + folder.path("file/below"), {"file/below"});
    expect_refused(build + "/proc/autoconfig", {"/proc/autoconfig"});
    EXPECT_EQ(folder.files(), std::vector<std::string>{"file"});
}

TEST(BadInput, AFolderWhereAFileBelongs) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path("f.h"));
    expect_refused("build matmul --m 4 --n 4 --k 4 --name f -o " + folder.path(), {"f.h"});
    EXPECT_EQ(folder.files(), std::vector<std::string>{"f.h"});
}

TEST(BadInput, Probe) {
    const TemporaryFolder folder;
    expect_refused("probe", {"--out"});
    expect_refused("probe --base no_such_machine -o " + folder.path("machine.json"), {"no_such_machine"});
    expect_refused("probe -o " + folder.path("no/such/machine.json"), {"no/such/machine.json"});
    EXPECT_THAT(folder.files(), IsEmpty());
}

TEST(BadInput, WhatHalideRefuses) {
    const TemporaryFolder folder;
    expect_refused(
        "build matmul --m 4 --n 4 --k 4 --target x86-64-linux-tsan-asan --target x86-64-linux --name f -o " +
            folder.path("out"),
        {"Halide"});
    EXPECT_THAT(folder.files(), IsEmpty());
}

} // namespace
} // namespace autoconfig::testing
