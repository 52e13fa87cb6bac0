// The emitted source, compiled as .schedule.h would be and applied to the unscheduled pipeline, gives the
// program that the schedule itself gave: the same lowered statement. The system's compiler makes one library
// of all the schedules, which is loaded here.
#include "autoconfig/extract/canonical/canonical.h"
#include "tests/schedules/run.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace autoconfig::testing {
namespace {

namespace fs = std::filesystem;

struct ReplayCase {
    std::string pipeline;
    Bound bound;
    std::string kind; // how the forced configuration's name starts; empty: the winner
    Sizes sizes = {13, 70, 37};
};

const std::vector<ReplayCase>& replay_cases() {
    static const std::vector<ReplayCase> cases = {
        {"epilogue_NN", all_bound, "register_tile"},
        {"epilogue_NT", none_bound, "register_tile"},
        {"in_place_NN", all_bound, "register_tile"},
        {"in_place_NT", none_bound, "blocked"},
        {"epilogue_NN", all_bound, "register_tile mr1 nv1 b_rows4 chains2", {1, 4, 96}},
        {"epilogue_NN", all_bound, "blocked"},
        {"blurred_NN", none_bound, "blocked"},
        {"epilogue_NT", all_bound, "stream"},
        {"in_place_NT", all_bound, "stream"},
        {"row_vector", none_bound, "stream"},
        {"batched", all_bound, ""},
        {"quantised", all_bound, ""},
        {"scaled_in_groups", all_bound, ""},
        {"padded_layer", all_bound, ""},
        {"padded_layer", none_bound, ""},
        {"attention", none_bound, ""},
        {"chain", none_bound, ""},
        {"gated", all_bound, ""},
        {"argmax_of_rows", none_bound, ""},
        {"integral", none_bound, ""},
        {"equalized_by_rows", none_bound, "", {2560, 1536, 1}},
        {"last_smallest_of_rows", none_bound, "", {200, 200, 1}},
        {"softmax_of_rows", none_bound, "", {200, 200, 1}},
        {"sums_of_long_columns", none_bound, "", {400, 400, 1}},
        {"spelled_tanh", none_bound, ""},
        {"boxes", none_bound, "", {200, 200, 1}},
        {"spelled_scaled_operands", none_bound, ""},
    };
    return cases;
}

Built build(const ReplayCase& c) { return testing::build(c.pipeline, c.sizes, c.bound); }

Options options_of(const ReplayCase& c) {
    Options options = small_machine();
    if (c.kind.empty()) return options;
    for (const std::string& name : space_of(c.pipeline, c.sizes, c.bound, options))
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

/// Schedules the first; the second is the same pipeline, made after it.
using Schedule = std::function<void(const Halide::Pipeline&, const Halide::Pipeline& another)>;

/// The lowered statement of a case scheduled in a process of its own. Halide counts the names it gives and
/// orders sums by them: every such process starts from the same counts.
std::string lowered(const ReplayCase& c, const fs::path& folder, const Schedule& schedule) {
    const fs::path file = folder / "lowered.stmt";
    fs::remove(file);
    const pid_t child = fork();
    if (child == 0) {
        Built built = build(c), another = build(c);
        schedule(built.pipeline, another.pipeline);
        const std::vector<Halide::Argument> arguments(built.inputs.begin(), built.inputs.end());
        built.pipeline.compile_to_lowered_stmt(file.string(), arguments, Halide::Text, target());
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0) << c.pipeline;
    return read(file);
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

/// One library with apply_schedule_0, apply_schedule_1, ... of the cases.
void* load_schedules(const fs::path& folder) {
    const fs::path source = folder / "schedules.cpp", library = folder / "schedules.so";
    std::ofstream text(source);
    text << "#include <Halide.h>\n";
    for (std::size_t i = 0; i < replay_cases().size(); ++i) {
        const ReplayCase& c = replay_cases()[i];
        Built built = build(c);
        text << function(i, autoschedule(built.pipeline, target(), options_of(c)).schedule_source);
    }
    text.close();
    EXPECT_EQ(compile(source, library), 0) << read(source);
    return dlopen(library.c_str(), RTLD_NOW);
}

TEST(Replay, GivesTheSameProgram) {
    const Folder folder;
    void* library = load_schedules(folder.path);
    ASSERT_NE(library, nullptr) << dlerror();
    for (std::size_t i = 0; i < replay_cases().size(); ++i) {
        const ReplayCase& c = replay_cases()[i];
        const Options options = options_of(c);
        using Apply = void (*)(Halide::Pipeline, Halide::Target);
        const auto apply =
            reinterpret_cast<Apply>(dlsym(library, ("apply_schedule_" + std::to_string(i)).c_str()));
        ASSERT_NE(apply, nullptr) << dlerror();
        const std::string none = lowered(c, folder.path, [](const auto&, const auto&) {});
        const std::string direct = lowered(c, folder.path, [&](const auto& pipeline, const auto& another) {
            canonicalise(another, target()); // takes names: the other way takes them twice
            autoschedule(pipeline, target(), options);
        });
        const std::string replayed = lowered(c, folder.path, [&](const auto& pipeline, const auto& another) {
            analyse(another, target(), options); // takes as many names as autoschedule does
            apply(pipeline, target());
        });
        EXPECT_EQ(testing_support::first_difference(direct, replayed), "") << c.pipeline << " " << c.kind;
        EXPECT_NE(none, direct) << c.pipeline;
    }
}

} // namespace
} // namespace autoconfig::testing
