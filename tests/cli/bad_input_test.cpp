// Every bad input: exit status 2, nothing on stdout, one line on stderr that names what is wrong, and
// nothing written.
#include "tests/cli/command.h"
#include "tests/support/temporary_folder.h"

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
        {"--m \x01 --n 4 --k 4", {"--m", "\\x01"}},
        {"--m 4 --n 4 --k 4 --type \x1b[31mf32", {"--type", "\\x1b[31mf32"}},
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

TEST(BadInput, WhatCannotBeMeasured) {
    const std::vector<BadInput> table = {
        {"--measure -1", {"--measure is -1"}},
        {"--measure two", {"--measure", "two"}},
        {"--measure 2 --measure-seconds 0", {"--measure-seconds is 0"}},
        {"--measure 2 --measure-seconds nan", {"--measure-seconds is nan"}},
        {"--measure 2 --config any", {"--measure", "--config"}},
        {"--measure 2 --target host --target x86-64-linux", {"--measure", "one target"}},
        {"--measure 2 --target arm-64-linux", {"--measure", "arm-64-linux", "without --measure"}},
        {"--measure 2 --target x86-64-windows", {"--measure", "x86-64-windows", "does not run"}},
    };
    for (const BadInput& row : table) {
        const TemporaryFolder folder;
        expect_refused("build matmul --m 8 --n 8 --k 8 --name f " + std::string(row.arguments) + " -o " +
                           folder.path("out"),
                       row.named);
        EXPECT_THAT(folder.files(), IsEmpty()) << row.arguments;
    }
}

TEST(BadInput, WhatRegretCannotBeMeasuredOf) {
    const TemporaryFolder folder;
    const std::vector<BadInput> table = {
        {"", {"--out"}},
        {"--count -1", {"--count is -1"}},
        {"--count 0 --convolutions 0", {"--count and --convolutions"}},
        {"--seed x", {"--seed", "x"}},
        {"--most 1", {"--most is 1"}},
        {"--seconds-a-shape -3", {"--seconds-a-shape is -3"}},
    };
    for (const BadInput& row : table) {
        const std::string arguments = row.arguments;
        expect_refused("bench regret" +
                           (arguments.empty() ? "" : " " + arguments + " -o " + folder.path("out")),
                       row.named);
        EXPECT_THAT(folder.files(), IsEmpty()) << arguments;
    }
}

TEST(BadInput, ValuesOfConv2d) {
    const std::string sizes = "--h 8 --w 8 --c 12 --k 18 --r 3 --s 3 ";
    const std::vector<BadInput> table = {
        {"--w 8 --c 4 --k 4 --r 3 --s 3", {"--h is missing"}},
        {"--h 8 --w 8 --c 4 --k 4 --r 3 --s 0", {"--s is missing or 0"}},
        {"--h 8 --w 8 --c -4 --k 4 --r 3 --s 3", {"--c is -4"}},
        {"--h 8 --w 8 --c 4 --k 2147483648 --r 3 --s 3", {"--k is 2147483648", "2147483647"}},
        {"--n 0 --h 8 --w 8 --c 4 --k 4 --r 3 --s 3", {"--n is 0"}},
        {"--h 8 --w 8 --c 12 --k 18 --r 9 --s 3", {"9 x 3", "8 x 8", "--pad 0"}},
        {"--h 8 --w 8 --c 12 --k 18 --r 3 --s 3 --dilation 4", {"--dilation 4", "8 x 8"}},
        {"--h 1 --w 8 --c 12 --k 18 --r 2 --s 3 --stride 2", {"2 x 3", "1 x 8"}},
        {"--h 40000 --w 40000 --c 2 --k 1 --r 3 --s 3", {"input", "40000 x 40000 x 2", "2^31-1"}},
        {"--h 40000 --w 40000 --c 1 --k 2 --r 3 --s 3", {"output", "39998 x 39998 x 2", "2^31-1"}},
        {"--h 9 --w 9 --c 65536 --k 65536 --r 3 --s 3", {"weights", "65536 x 65536", "2^31-1"}},
        {"--h 9 --w 9 --c 2147483647 --k 2147483647 --r 9 --s 9", {"2^31-1"}},
        {"--h 9 --w 9 --c 1 --k 1 --r 3 --s 3 --pad 2147483647 --stride 2147483647", {"--pad"}},
        {"--h four --w 8 --c 4 --k 4 --r 3 --s 3", {"--h", "four"}},
    };
    const std::vector<BadInput> added = {
        {"--groups 5", {"--groups 5", "--c 12"}},
        {"--groups 4", {"--groups 4", "--k 18"}},
        {"--groups 0", {"--groups is 0"}},
        {"--stride 0", {"--stride is 0"}},
        {"--stride -1", {"--stride is -1"}},
        {"--pad -1", {"--pad is -1"}},
        {"--dilation 0", {"--dilation is 0"}},
        {"--layout chwn", {"--layout", "chwn", "nhwc"}},
        {"--type f16", {"--type", "f16", "u8i8i32"}},
        {"--activation swish", {"--activation", "swish", "relu6"}},
        {"--type u8i8i32 --activation relu6", {"--activation relu6", "u8i8i32"}},
        {"--requantize", {"--requantize", "u8i8i32"}},
        {"--input-zero 3", {"--input-zero", "u8i8i32"}},
        {"--type u8i8i32 --input-zero 256", {"--input-zero is 256"}},
        {"--weights blocked", {"--weights", "blocked", "packed"}},
        {"--error-bound sure", {"--error-bound", "sure", "strict"}},
        {"--weights packed --layout nchw", {"--weights packed", "nhwc"}},
        {"--max-rel-error -1", {"--max-rel-error is -1"}},
        {"--max-rel-error 0", {"--max-rel-error is 0", "above 0"}},
        {"--max-rel-error nan", {"--max-rel-error is nan"}},
        {"--max-rel-error 1e-12", {"no algorithm keeps --max-rel-error", "direct"}},
        {"--algorithm winograd2 --stride 2", {"--algorithm winograd2", "stride 2"}},
        {"--algorithm winograd4 --max-rel-error 1e-5", {"--algorithm winograd4", "error bound"}},
        {"--algorithm im2col --groups 2", {"--algorithm im2col", "groups"}},
        {"--algorithm fft", {"--algorithm", "fft", "direct"}},
    };
    const auto expect_both = [](const std::string& arguments, const std::vector<const char*>& named) {
        const TemporaryFolder folder;
        expect_refused("build conv2d " + arguments + " --name f -o " + folder.path("out"), named);
        EXPECT_THAT(folder.files(), IsEmpty()) << arguments;
        expect_refused("explain conv2d " + arguments, named);
    };
    for (const BadInput& row : table) expect_both(row.arguments, row.named);
    for (const BadInput& row : added) expect_both(sizes + row.arguments, row.named);
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
    for (const char* name : {"1x", "a-b", "a.b", "../x", "a/b", "int", "class", "_x", "a__b", "halide_malloc",
                             "malloc", "exp", "autoconfig_stay_awake"})
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
