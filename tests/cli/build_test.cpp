// What `build` and `explain` write, and that the library runs in a program that links nothing else.
#include "tests/cli/command.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tests_dir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace autoconfig::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Names = std::vector<std::string>;

/// Compiles a C++ file of this folder against NAME.h and NAME.a in `folder` and runs it there.
CommandResult link_and_run(const std::string& source, const std::string& name, const TemporaryFolder& folder,
                           const Names& definitions = {}) {
    const std::string program = folder.path("program");
    Names words = {AUTOCONFIG_COMPILER,
                   "-std=c++17",
                   "-O1",
                   "-I" + folder.path(),
                   "-I" + tests_dir() + "/..",
                   tests_dir() + "/cli/" + source,
                   folder.path(name + ".a"),
                   "-o",
                   program};
    for (const std::string& definition : definitions) words.push_back("-D" + definition);
    const CommandResult compiled = run_command(words);
    return compiled.status == 0 ? run_command({program}) : compiled;
}

void expect_right(const std::string& options, const Names& definitions) {
    const TemporaryFolder folder;
    const CommandResult built = autoconfig("build matmul " + options + " --name ffn1 -o " + folder.path());
    ASSERT_EQ(built.status, 0) << options << "\n" << built.err;
    EXPECT_EQ(built.err, "") << options;
    EXPECT_EQ(folder.files(), (Names{"ffn1.a", "ffn1.explain.json", "ffn1.h", "ffn1.schedule.h"}));
    const CommandResult ran = link_and_run("matmul_program.cpp", "ffn1", folder, definitions);
    EXPECT_EQ(ran.status, 0) << options << "\n" << ran.out << ran.err;
}

TEST(Build, Ffn1RunsInAProgramThatLinksNothingElse) {
    expect_right("--m 128 --n 3072 --k 768 --bias --activation gelu",
                 {"M=128", "N=3072", "K=768", "BIAS=1", "ACTIVATION=\"gelu\""});
}

TEST(Build, VariantsByTheArgumentOrderOfTheContract) {
    expect_right("--m 33 --n 65 --k 17 --batch 3 --trans-b",
                 {"M=33", "N=65", "K=17", "BATCH=3", "TRANS_B=1"});
    expect_right("--m 33 --n 65 --k 17 --trans-a --type f64",
                 {"M=33", "N=65", "K=17", "TRANS_A=1", "TYPE_F64=1"});
}

TEST(Build, DynamicLibraryIsRightAtEverySize) {
    expect_right("--m 256 --n 256 --k 256 --dynamic --bias",
                 {"SIZES={1,1,1},{2,3,5},{7,33,129},{129,7,2},{64,64,64},{257,255,31}", "BIAS=1"});
    expect_right("--dynamic --batch 4", {"SIZES={1,1,1},{7,33,129}", "BATCH=3"});
}

TEST(Build, SeveralTargetsInOneLibrary) {
    const TemporaryFolder folder;
    const CommandResult built = autoconfig("build matmul --m 64 --n 96 --k 32 --target host --target "
                                           "x86-64-linux-sse41 --target x86-64-linux --name ffn1 -o " +
                                           folder.path());
    ASSERT_EQ(built.status, 0) << built.err;
    const CommandResult ran = link_and_run("matmul_program.cpp", "ffn1", folder, {"M=64", "N=96", "K=32"});
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    const auto json = nlohmann::json::parse(read_file(folder.path("ffn1.explain.json")));
    ASSERT_EQ(json.at("targets").size(), 3);
    EXPECT_EQ(json.at("targets").at(1).at("target"), "x86-64-linux-sse41");
    EXPECT_EQ(json.at("targets").at(2).at("target"), "x86-64-linux");
    const std::string schedule = read_file(folder.path("ffn1.schedule.h"));
    EXPECT_THAT(schedule, HasSubstr("has_feature(halide_target_feature_sse41)"));
}

/// The letter of nm for a symbol of the program that link_and_run left: T strong, W weak.
std::string kind_of_symbol(const TemporaryFolder& folder, const std::string& symbol) {
    const CommandResult symbols = run_command({"nm", folder.path("program")});
    const std::size_t name = symbols.out.find(" " + symbol + "\n");
    return name == std::string::npos || name == 0 ? "" : symbols.out.substr(name - 1, 1);
}

TEST(Build, ThreadsOfParallelKernelsWaitOurWay) {
    for (const std::string target : {"host", "host --target x86-64-linux"}) {
        const TemporaryFolder folder;
        const CommandResult built =
            autoconfig("build matmul --m 256 --n 256 --k 256 --threads 2 --name ffn1 -o " + folder.path() +
                       " --target " + target);
        ASSERT_EQ(built.status, 0) << built.err;
        const CommandResult ran =
            link_and_run("matmul_program.cpp", "ffn1", folder, {"M=256", "N=256", "K=256"});
        ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
        EXPECT_EQ(kind_of_symbol(folder, "halide_set_num_threads"), "T") << target;
    }
}

/// Builds `layer` and runs the program that calls it.
void expect_right_layer(const std::string& options, const Names& definitions, bool packed) {
    const TemporaryFolder folder;
    const CommandResult built = autoconfig("build conv2d " + options + " --name layer -o " + folder.path());
    ASSERT_EQ(built.status, 0) << options << "\n" << built.err;
    EXPECT_EQ(built.err, "") << options;
    Names files = {"layer.a", "layer.explain.json", "layer.h", "layer.schedule.h"};
    if (packed) files.push_back("layer_pack.h");
    EXPECT_EQ(folder.files(), files);
    const CommandResult ran = link_and_run("conv2d_program.cpp", "layer", folder, definitions);
    EXPECT_EQ(ran.status, 0) << options << "\n" << ran.out << ran.err;
}

TEST(Build, ConvolutionByTheArgumentOrderOfTheContract) {
    expect_right_layer("--h 17 --w 19 --c 5 --k 37 --r 3 --s 3 --pad 1 --stride 2 --bias --activation relu6",
                       {"SETTINGS=c.h=17,c.w=19,c.c=5,c.k=37,c.r=c.s=3,c.pad=1,c.stride=2,c.bias=true,"
                        "c.activation=\"relu6\"",
                        "BIAS=1"},
                       false);
    expect_right_layer("--h 11 --w 9 --c 12 --k 8 --r 1 --s 3 --layout nchw --groups 4",
                       {"SETTINGS=c.h=11,c.w=9,c.c=12,c.k=8,c.s=3,c.nchw=true,c.groups=4"}, false);
}

TEST(Build, PackedWeightsComeWithTheirPacker) {
    expect_right_layer(
        "--h 9 --w 10 --c 8 --k 20 --r 3 --s 3 --pad 1 --weights packed",
        {"SETTINGS=c.h=9,c.w=10,c.c=8,c.k=20,c.r=c.s=3,c.pad=1", "PACKED=1", "MAX_REL_ERROR=2e-6"}, true);
    expect_right_layer(
        "--h 9 --w 10 --c 8 --k 64 --r 3 --s 3 --pad 1 --groups 2 --weights packed",
        {"SETTINGS=c.h=9,c.w=10,c.c=8,c.k=64,c.r=c.s=3,c.pad=1,c.groups=2", "PACKED=1", "MAX_REL_ERROR=2e-6"},
        true);
    expect_right_layer(
        "--h 14 --w 15 --c 16 --k 33 --r 3 --s 3 --pad 1 --weights packed --algorithm winograd4 "
        "--max-rel-error 1e-2",
        {"SETTINGS=c.h=14,c.w=15,c.c=16,c.k=33,c.r=c.s=3,c.pad=1", "PACKED=1", "MAX_REL_ERROR=1e-5"}, true);
    expect_right_layer("--h 9 --w 10 --c 8 --k 20 --r 1 --s 1 --weights packed --target host --target "
                       "x86-64-linux",
                       {"SETTINGS=c.h=9,c.w=10,c.c=8,c.k=20", "PACKED=1"}, true);
    expect_right_layer("--h 9 --w 10 --c 8 --k 20 --r 1 --s 1 --weights packed --target host-no_asserts",
                       {"SETTINGS=c.h=9,c.w=10,c.c=8,c.k=20", "PACKED=1"}, true);
}

TEST(Build, ReplacesOlderFilesAndKeepsOthers) {
    const TemporaryFolder folder;
    const std::string build = " --name f -o " + folder.path();
    ASSERT_EQ(autoconfig("build matmul --m 8 --n 8 --k 8" + build).status, 0);
    ASSERT_EQ(autoconfig("build matmul --m 8 --n 8 --k 8 --name g -o " + folder.path()).status, 0);
    const std::string before = read_file(folder.path("f.explain.json"));
    ASSERT_EQ(autoconfig("build matmul --m 9 --n 8 --k 8" + build).status, 0);
    EXPECT_NE(read_file(folder.path("f.explain.json")), before);
    EXPECT_EQ(folder.files().size(), 8);
}

TEST(Build, FailureLeavesOlderFilesAsTheyWere) {
    const TemporaryFolder folder;
    const std::string build = " --name f -o " + folder.path();
    ASSERT_EQ(autoconfig("build matmul --m 8 --n 8 --k 8" + build).status, 0);
    const std::string before = read_file(folder.path("f.a"));
    EXPECT_EQ(autoconfig("build matmul --m 8 --n 8 --k 8 --machine /no/such" + build).status, 2);
    EXPECT_EQ(read_file(folder.path("f.a")), before);
    EXPECT_EQ(folder.files().size(), 4);
}

TEST(Build, WritesTheSameScheduleEachTime) {
    const TemporaryFolder folder;
    const std::string build = "build matmul --m 100 --n 200 --k 300 --name f -o ";
    ASSERT_EQ(autoconfig(build + folder.path("one")).status, 0);
    ASSERT_EQ(autoconfig(build + folder.path("two")).status, 0);
    EXPECT_EQ(read_file(folder.path("one/f.schedule.h")), read_file(folder.path("two/f.schedule.h")));
    auto one = nlohmann::json::parse(read_file(folder.path("one/f.explain.json")));
    auto two = nlohmann::json::parse(read_file(folder.path("two/f.explain.json")));
    for (auto* json : {&one, &two}) json->at("targets").at(0).erase("scheduling_ms");
    EXPECT_EQ(one, two);
}

TEST(Build, HostHasNoFeatureThatTheReportWouldWarnAbout) {
    const CommandResult host = autoconfig("explain matmul --m 8 --n 8 --k 8 --json");
    ASSERT_EQ(host.status, 0) << host.err;
    EXPECT_EQ(host.out.find("SIGILL"), std::string::npos);
}

TEST(Build, ReportWarnsOfFeaturesThisCpuLacks) {
    // No CPU has both: fma4 is AMD's before Zen, AMX is Intel's since 2023.
    const CommandResult asked = autoconfig(
        "explain matmul --m 8 --n 8 --k 8 --json --target x86-64-linux-avx2-fma-fma4-avx512_sapphirerapids");
    ASSERT_EQ(asked.status, 0) << asked.err;
    EXPECT_THAT(asked.out, HasSubstr("SIGILL"));
}

TEST(Explain, PrintsTextOrJson) {
    const CommandResult text = autoconfig("explain matmul --m 128 --n 3072 --k 768 --bias --activation gelu");
    ASSERT_EQ(text.status, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("decision"));
    EXPECT_EQ(text.err, "");
    const CommandResult json = autoconfig("explain matmul --m 128 --n 3072 --k 768 --json");
    ASSERT_EQ(json.status, 0) << json.err;
    const auto parsed = nlohmann::json::parse(json.out);
    EXPECT_EQ(parsed.at("targets").at(0).at("params").at("n"), "3072");
    EXPECT_EQ(parsed.at("targets").at(0).at("decisions").size(), 1);
}

TEST(Explain, ShowsEveryAlgorithmOrItsRefusal) {
    const std::string layer = "explain conv2d --h 14 --w 14 --c 32 --k 32 --r 3 --s 3 --pad 1 --threads 1 "
                              "--target x86-64-linux-avx512_skylake-avx512-avx2-avx-f16c-fma-sse41 ";
    const CommandResult text = autoconfig(layer);
    ASSERT_EQ(text.status, 0) << text.err;
    for (const char* part : {"direct ", "im2col ", "winograd2 ", "winograd4  refused", "state a budget",
                             "would change the algorithm", "T_OL"})
        EXPECT_THAT(text.out, HasSubstr(part));
    const CommandResult json = autoconfig(layer + "--stride 2 --json");
    ASSERT_EQ(json.status, 0) << json.err;
    const auto algorithm = nlohmann::json::parse(json.out).at("targets").at(0).at("algorithm");
    EXPECT_EQ(algorithm.at("chosen"), "direct");
    EXPECT_EQ(algorithm.at("refused").at(0).at("reason"), "stride 2: F(2x2, 3x3) needs stride 1");
}

TEST(Explain, HelpIsNoError) {
    for (const char* arguments : {"--help", "build --help", "build matmul --help", "explain matmul --help"}) {
        const CommandResult help = autoconfig(arguments);
        EXPECT_EQ(help.status, 0) << arguments;
        EXPECT_THAT(help.out, HasSubstr("[OPTIONS]")) << arguments;
    }
}

} // namespace
} // namespace autoconfig::testing
