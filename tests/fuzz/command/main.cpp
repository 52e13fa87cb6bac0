// fuzz_command: random command lines, machine files and environments. The command either does its work, or
// says in one line what is wrong, ends with status 2 and leaves nothing behind; the plugin's Generator ends,
// but never by a crash.
#include "tests/cli/command.h"
#include "tests/fuzz/command/machine_files.h"
#include "tests/support/temporary_folder.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

using namespace autoconfig::fuzz;
using autoconfig::TemporaryFolder;
using autoconfig::testing::CommandResult;
using autoconfig::testing::run_command;

namespace {

using Words = std::vector<std::string>;

constexpr int bad_input = 2;
constexpr int aborted = 134, unhandled = 255; // how Halide ends a Generator on a user's error
const Words limit = {"timeout", "60"};        // seconds; status 124 beyond

std::string shown(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += " '" + word + "'";
    return text.size() > 1000 ? text.substr(0, 1000) + " ..." : text;
}

bool is_one_line(const std::string& text) {
    const bool printable =
        std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' && c != '\n'; });
    return printable && std::count(text.begin(), text.end(), '\n') == 1 && text.back() == '\n';
}

/// What is wrong with how the command ended; empty where nothing is.
std::string fault_of_command(const CommandResult& ended, const Words& files) {
    if (ended.status == 0) return "";
    if (ended.status != bad_input) return "status " + std::to_string(ended.status);
    if (!ended.out.empty()) return "a refusal with output";
    if (ended.err.rfind("autoconfig: ", 0) != 0) return "an error that does not say whose it is";
    if (!is_one_line(ended.err)) return "an error of more or less than one line";
    return files.empty() ? "" : "files left behind: " + shown(files);
}

std::string fault_of_generator(const CommandResult& ended) {
    const bool crashed = ended.status > 128 && ended.status != aborted && ended.status != unhandled;
    return crashed || ended.status == 124 ? "status " + std::to_string(ended.status) : "";
}

struct Paths {
    std::string machines, generators, plugin;
};

Words plugin_line(Random& random, const Paths& paths, const std::string& folder) {
    const Words generators = {"matmul", "blur", "harris", "mlp"};
    Words line = {paths.generators,
                  "-g",
                  any_of(random, generators),
                  "-p",
                  paths.plugin,
                  "-e",
                  "schedule",
                  "-o",
                  folder,
                  "target=" + word(random, {"host", "x86-64-linux-avx2", "arm-64-linux"})};
    const std::string threads = number(random), cache = number(random);
    const Words use =
        AUTOCONFIG_HALIDE_MAJOR == 14
            ? Words{"-s", "AutoConfig", "auto_schedule=true",
                    "machine_params=" + threads + "," + cache + ",40"}
            : Words{"autoscheduler=AutoConfig", "autoscheduler.parallelism=" + threads,
                    "autoscheduler.last_level_cache=" + cache,
                    "autoscheduler." + word(random, {"machine", "frob"}) + "=" + word(random, {"x86-avx2"})};
    line.insert(line.end(), use.begin(), use.end());
    return line;
}

/// Runs one; says what is wrong with it, and how it came about.
std::string fault(std::uint64_t seed, const Paths& paths) {
    Random random(seed);
    const TemporaryFolder folder, machine; // where it runs and writes, and what it reads
    const std::string file = machine.write("machine.json", machine_text(random, paths.machines));
    Words words = limit;
    words.insert(words.end(), {"env", "-C", folder.path()});
    for (const std::string& variable : environment(random, file)) words.push_back(variable);
    const bool by_plugin = one_in(random, 8);
    if (!by_plugin) words.push_back(AUTOCONFIG_COMMAND);
    const Words line =
        by_plugin ? plugin_line(random, paths, folder.path()) : command_line(random, folder.path(), file);
    words.insert(words.end(), line.begin(), line.end());
    const CommandResult ended = run_command(words);
    const std::string what = by_plugin ? fault_of_generator(ended) : fault_of_command(ended, folder.files());
    return what.empty() ? "" : what + "\n " + shown(words) + "\n  " + ended.err.substr(0, 500);
}

} // namespace

int main(int argc, char** argv) {
    std::uint64_t seed = 1;
    int count = 100, wrong = 0;
    CLI::App app("Random command lines, machine files and environments: work or one line, never a crash.");
    app.add_option("--seed", seed, "of the first; each further one has the next");
    app.add_option("--count", count, "of command lines");
    CLI11_PARSE(app, argc, argv);
    const Paths paths{AUTOCONFIG_TARGETS, AUTOCONFIG_GENERATORS, AUTOCONFIG_PLUGIN};
    for (int i = 0; i < count; i++) {
        const std::string what = fault(seed + static_cast<std::uint64_t>(i), paths);
        if (what.empty()) continue;
        wrong++;
        std::cout << "seed " << seed + static_cast<std::uint64_t>(i) << ": " << what << std::endl;
    }
    std::cout << count - wrong << " right, " << wrong << " wrong" << std::endl;
    return count > wrong && wrong == 0 ? 0 : 1;
}
