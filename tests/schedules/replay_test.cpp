// The emitted source, compiled as .schedule.h would be and applied to the unscheduled pipeline, gives the
// program that the schedule itself gave: the same lowered statement. The system's compiler makes one library
// of all the schedules, which is loaded here.
#include "tests/schedules/run.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace autoconfig::testing {
namespace {

namespace fs = std::filesystem;

struct ReplayCase {
    std::string pipeline;
    Bound bound;
    std::string kind; // how the forced configuration's name starts; empty: the winner
};

const std::vector<ReplayCase>& replay_cases() {
    static const std::vector<ReplayCase> cases = {
        {"epilogue_NN", all_bound, "register_tile"},
        {"epilogue_NT", none_bound, "register_tile"},
        {"in_place_NN", all_bound, "register_tile"},
        {"in_place_NT", none_bound, "blocked"},
        {"epilogue_NN", all_bound, "blocked"},
        {"blurred_NN", none_bound, "blocked"},
        {"epilogue_NT", all_bound, "stream"},
        {"in_place_NT", all_bound, "stream"},
        {"row_vector", none_bound, "stream"},
        {"batched", all_bound, ""},
        {"quantised", all_bound, ""},
        {"attention", none_bound, ""},
        {"gated", all_bound, ""},
        {"argmax_of_rows", none_bound, ""},
        {"integral", none_bound, ""},
    };
    return cases;
}

const Sizes sizes{13, 70, 37};

Built build(const ReplayCase& c) { return testing::build(c.pipeline, sizes, c.bound); }

Options options_of(const ReplayCase& c) {
    Options options = small_machine();
    if (c.kind.empty()) return options;
    for (const std::string& name : space_of(c.pipeline, sizes, c.bound, options))
        if (name.rfind(c.kind, 0) == 0) {
            options.force = name;
            break;
        }
    return options;
}

std::string read(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A folder that is gone when the test is.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("autoconfig_replay_" + std::to_string(getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
};

std::string lowered(Built& built, const fs::path& folder) {
    std::vector<Halide::Argument> arguments(built.inputs.begin(), built.inputs.end());
    const fs::path file = folder / "lowered.stmt";
    built.pipeline.compile_to_lowered_stmt(file.string(), arguments, Halide::Text, target());
    return without_suffixes(read(file));
}

/// As Halide's .schedule.h: the namespaces it opens, and the function's arguments.
std::string function(std::size_t number, const std::string& source) {
    return "extern \"C\" void apply_schedule_" + std::to_string(number) +
           "(::Halide::Pipeline pipeline, ::Halide::Target target) {\n"
           "using ::Halide::Func;\nusing ::Halide::MemoryType;\nusing ::Halide::RVar;\n"
           "using ::Halide::TailStrategy;\nusing ::Halide::Var;\n(void)target;\n" +
           source + "}\n";
}

int compile(const fs::path& source, const fs::path& library) {
    return std::system((std::string(AUTOCONFIG_TESTS_CXX) + " -std=c++17 -O0 -shared -fPIC -I" +
                        AUTOCONFIG_TESTS_HALIDE + " -o " + library.string() + " " + source.string())
                           .c_str());
}

TEST(Replay, GivesTheSameProgram) {
    const Folder folder;
    const fs::path source = folder.path / "schedules.cpp", library = folder.path / "schedules.so";
    std::vector<std::string> direct;
    std::ofstream text(source);
    text << "#include <Halide.h>\n";
    for (const ReplayCase& c : replay_cases()) {
        Built built = build(c);
        text << function(direct.size(), autoschedule(built.pipeline, target(), options_of(c)).schedule_source);
        direct.push_back(lowered(built, folder.path));
    }
    text.close();
    ASSERT_EQ(compile(source, library), 0) << read(source);

    void* handle = dlopen(library.c_str(), RTLD_NOW);
    ASSERT_NE(handle, nullptr) << dlerror();
    for (std::size_t i = 0; i < direct.size(); ++i) {
        using Apply = void (*)(Halide::Pipeline, Halide::Target);
        const auto apply =
            reinterpret_cast<Apply>(dlsym(handle, ("apply_schedule_" + std::to_string(i)).c_str()));
        Built built = build(replay_cases()[i]);
        const std::string unscheduled = lowered(built, folder.path);
        built = build(replay_cases()[i]);
        apply(built.pipeline, target());
        EXPECT_EQ(testing_support::first_difference(direct[i], lowered(built, folder.path)), "")
            << replay_cases()[i].pipeline;
        EXPECT_NE(unscheduled, direct[i]) << replay_cases()[i].pipeline;
    }
}

} // namespace
} // namespace autoconfig::testing
