// Machine files from disk: what they may say, and the error for each thing they may not.
#include "autoconfig/machine/description.h"
#include "autoconfig/machine/load.h"
#include "tests/support/temporary_folder.h"

#include "autoconfig/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace autoconfig {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string error_of(const std::string& path) {
    try {
        machine_from_file(path);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

TEST(Description, ChangesWhatTheFileStates) {
    const TemporaryFolder folder;
    const std::string path = folder.write("mine.json", R"({
        "summary": "a machine of mine", "based_on": "x86-avx2",
        "l2": {"size": {"value": 1.25, "unit": "MiB", "source": "lscpu"},
               "ways": {"value": 20, "unit": "ways", "source": "lscpu"}},
        "frequency": {"value": 2500, "unit": "MHz", "source": "the box it came in"}})");
    const Machine machine = machine_from_file(path), base = machine_from_file("x86-avx2");
    EXPECT_EQ(machine.name, "mine");
    EXPECT_EQ(machine.origin, "from file " + path);
    EXPECT_EQ(machine.l2.bytes, 1310720);
    EXPECT_EQ(machine.l2.ways, 20);
    EXPECT_EQ(machine.l2.line_bytes, base.l2.line_bytes);
    EXPECT_DOUBLE_EQ(machine.frequency_ghz, 2.5);
    EXPECT_EQ(machine.sources.at("l2.bytes"), "lscpu");
    EXPECT_EQ(machine.sources.at("frequency_ghz"), "the box it came in");
    EXPECT_EQ(machine.sources.at("registers"), base.sources.at("registers"));
}

TEST(Description, FollowsPathsRelativeToTheFile) {
    const TemporaryFolder folder;
    folder.write("parent.json", R"({"summary": "p", "based_on": "arm-neon",
        "cores": {"value": 7, "unit": "cores", "source": "s"}})");
    const std::string child = folder.write("child.json", R"({"summary": "c", "based_on": "parent.json"})");
    EXPECT_EQ(machine_from_file(child).cores, 7);
    EXPECT_THAT(load_description(child).lineage, ::testing::ElementsAre("child", "parent", "arm-neon"));
}

TEST(Description, RefusesFiles) {
    struct Case {
        const char *text, *message; // FILE stands for the path
    };
    const TemporaryFolder folder;
    for (
        const Case& c : {
            Case{"", "FILE: the file is empty: a machine file is one JSON object"},
            {"{\n  \"summary\": \"x\",\n  \"cores\" 4\n}", "FILE:3:11: not JSON: syntax error while parsing"},
            {"[1]", "FILE: a machine file is one JSON object"},
            {R"({"summary": "x", "summary": "y"})", "FILE: key 'summary' appears twice: keep one"},
            {R"({"based_on": "x86-avx2"})", "FILE: missing 'summary': say in one line"},
            {R"({"summary": 3, "based_on": "x86-avx2"})", "FILE: summary: must be a text"},
            {R"({"summary": "x"})",
             "FILE: vector_bits: missing: add it, or name a machine it is the same in"},
            {R"({"summary": "x", "based_on": "x86-avx2", "colour": 1})",
             "FILE: unknown key 'colour': the keys here are allocate, based_on, call, cores"},
            {R"({"summary": "x", "based_on": "x86-avx2", "l2": {"colour": 1}})",
             "FILE: unknown key 'l2.colour': the keys here are line, shared_by, size, ways"},
            {R"({"summary": "x", "based_on": "x86-avx2", "l2": 3})", "FILE: l2: must be an object"},
            {R"({"summary": "x", "based_on": "x86-avx2", "cores": 3})",
             "FILE: cores: a number needs its unit and source"},
            {R"({"summary": "x", "based_on": "x86-avx2", "cores": {"value": 3, "source": "s"}})",
             "FILE: cores: missing 'unit': add it ('cores')"},
            {R"({"summary": "x", "based_on": "x86-avx2", "cores": {"value": 0, "unit": "cores", "source": "s"}})",
             "FILE: cores: 0 is out of range: 1 to 65536 cores"},
            {R"({"summary": "x", "based_on": "x86-avx2", "cores": {"value": -2, "unit": "cores", "source": "s"}})",
             "FILE: cores: -2 is out of range"},
            {R"({"summary": "x", "based_on": "x86-avx2", "cores": {"value": 1e30, "unit": "cores", "source": "s"}})",
             "FILE: cores: 1e+30 is out of range"},
            {R"({"summary": "x", "based_on": "x86-avx2", "task": {"value": 1e-308, "unit": "cycles", "source": "s"}})",
             "FILE: task: 9.9999999999999991e-309 is out of range: 0, or 1e-06 to 1e+09 cycles"},
            {R"({"summary": "x", "based_on": "x86-avx2", "task": {"value": 1e400, "unit": "cycles", "source": "s"}})",
             "FILE: number overflow parsing '1e400': give a smaller number"},
            {R"({"summary": "x", "based_on": "x86-avx2",
                  "vector_bits": {"value": 65, "unit": "bits", "source": "s"}})",
             "FILE: vector_bits: 65 is not a power of two"},
            {R"({"summary": "x", "based_on": "x86-avx2", "cores": {"value": 2.5, "unit": "cores", "source": "s"}})",
             "FILE: cores: 2.5 cores is not a whole number"},
            {R"({"summary": "x", "based_on": "x86-avx2",
                  "l2": {"size": {"value": 33, "unit": "KiB", "source": "s"},
                         "ways": {"value": 10, "unit": "ways", "source": "s"}}})",
             "FILE: l2.size: 33792 bytes are not a whole number of sets of 10 ways of 64 bytes"},
            {R"({"summary": "x", "based_on": "x86-avx2", "l2": {"size": {"value": 16, "unit": "KiB", "source": "s"}}})",
             "FILE: each cache must be at least as large as the one inside it"},
            {R"({"summary": "x", "based_on": "nowhere"})",
             "FILE: based_on: machine 'nowhere' is neither a file nor one of the built-in arm-32, arm-neon"},
            {R"({"summary": "x", "based_on": 3})", "FILE: based_on: must be a text"},
            {R"({"summary": "x", "based_on": "x86-avx2", "serves": {"arch": "x86"}})",
             "FILE: serves: must be a list"},
            {R"({"summary": "x", "based_on": "x86-avx2", "serves": [{"bits": 64}]})",
             "FILE: serves: must be a list of objects that name the arch"},
            {R"({"summary": "x", "based_on": "x86-avx2", "serves": [{"arch": "x86", "feature": "avx"}]})",
             "FILE: unknown key 'serves.feature': the keys here are arch, bits (32 or 64), cpus, features"},
            {R"({"summary": "x", "based_on": "x86-avx2", "llvm": {"cpus": "haswell"}})",
             "FILE: unknown key 'llvm.cpus': the keys here are cpu, refines"},
            {R"({"summary": "x", "based_on": "x86-avx2", "llvm": {"refines": ["l1"]}})",
             "FILE: unknown key 'llvm.refines.l1': the keys here are issue_width, loads_per_cycle"},
        }) {
        const std::string path = folder.write("bad.json", c.text);
        const std::string message = error_of(path);
        EXPECT_THAT(message, StartsWith(replaced(c.message, "FILE", path))) << c.text;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

TEST(Description, RefusesWhatIsNotThere) {
    EXPECT_THAT(error_of("/nowhere/m.json"),
                StartsWith("machine '/nowhere/m.json' is neither a file nor one of the built-in arm-32, "));
    EXPECT_THAT(error_of("/"), HasSubstr("is neither a file nor"));
    EXPECT_THROW(load_builtin("x86-avx3"), Error);
}

TEST(Description, RefusesCircles) {
    const TemporaryFolder folder;
    const std::string a = folder.write("a.json", R"({"summary": "a", "based_on": "b.json"})");
    const std::string b = folder.write("b.json", R"({"summary": "b", "based_on": "a.json"})");
    EXPECT_EQ(error_of(a), a + ": based_on goes round in a circle: " + a + " -> " + b + " -> " + a);
    const std::string self = folder.write("self.json", R"({"summary": "s", "based_on": "self.json"})");
    EXPECT_THAT(error_of(self), HasSubstr("based_on goes round in a circle"));
}

} // namespace
} // namespace autoconfig
