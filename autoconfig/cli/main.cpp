// The command `autoconfig`: explain, build, bench, probe. Exit status 0; 2 with one line on stderr on
// input that is wrong.
#include "autoconfig/cli/commands.h"
#include "autoconfig/cli/one_line.h"
#include "autoconfig/error.h"

#include <Halide.h>
#include <dlfcn.h>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace autoconfig;

constexpr int bad_input = 2;

int fail(const std::string& reason) {
    fmt::print(stderr, "autoconfig: {}\n", cli::one_line(reason));
    return bad_input;
}

/// What LLVM would abort on, such as a full disk, ends the command in one line; where LLVM is a library
/// apart.
void end_on_fatal_errors_of_llvm() {
    using Handler = void (*)(const char*);
    const auto install =
        reinterpret_cast<void (*)(Handler)>(dlsym(RTLD_DEFAULT, "LLVMInstallFatalErrorHandler"));
    if (install)
        install([](const char* reason) {
            fail(std::string(reason) + ": files could not be made; see that there is room for them");
            _exit(bad_input);
        });
}

const auto every = [](const CLI::App*) { return true; };

/// The sub-command of that name, or null.
const CLI::App* find_subcommand(const CLI::App& app, const std::string& name) {
    for (const CLI::App* sub : app.get_subcommands(every))
        if (sub->get_name() == name) return sub;
    return nullptr;
}

/// "build conv" -> "'build' needs one of matmul, not 'conv'": the words that are sub-commands lead the way.
std::string missing_subcommand(const CLI::App& root, int argc, char** argv) {
    const CLI::App* app = &root;
    int next = 1;
    for (; next < argc && find_subcommand(*app, argv[next]); next++) app = find_subcommand(*app, argv[next]);
    std::vector<std::string> names;
    for (const CLI::App* sub : app->get_subcommands(every)) names.push_back(sub->get_name());
    return fmt::format("'{}' needs one of {}{}", app->get_name(), fmt::join(names, ", "),
                       next < argc ? fmt::format(", not '{}'", argv[next]) : "");
}

int run(int argc, char** argv) {
    CLI::App app("Schedules tensor operators for Halide by an analysis that can be read.", "autoconfig");
    app.require_subcommand(1);
    app.set_version_flag("--version", "autoconfig " AUTOCONFIG_VERSION);
    app.set_help_all_flag("--help-all", "Print the help of every sub-command and exit");
    cli::add_explain(app);
    cli::add_build(app);
    cli::add_bench(app);
    cli::add_probe(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return app.exit(help);
    } catch (const CLI::RequiredError& error) {
        const bool subcommand = std::string(error.what()).find("subcommand") != std::string::npos;
        return fail(subcommand ? missing_subcommand(app, argc, argv) : error.what());
    } catch (const CLI::ParseError& error) {
        return fail(std::string(error.what()) + "; see --help");
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    end_on_fatal_errors_of_llvm();
    try {
        if (!Halide::exceptions_enabled())
            throw Error(
                "this Halide was built without exceptions and would abort on an error: use one with them");
        if (const auto status = cli::run_if_bench_child(argc, argv)) return *status;
        return run(argc, argv);
    } catch (const Halide::Error& error) {
        return fail(std::string("Halide: ") + cli::one_line(error.what()));
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
