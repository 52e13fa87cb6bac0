// See child.h.
#include "tests/fuzz/child.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace autoconfig::fuzz {

namespace {

/// A machine that others use, too, takes longer by the clock; what waits for ever uses no CPU.
constexpr int most_wall = 10;

/// A file without a name that parent and child share.
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
File shared_file() { return {std::tmpfile(), std::fclose}; }

std::string contents(std::FILE* file) {
    std::string text;
    char piece[4096];
    std::rewind(file);
    for (std::size_t n = 0; (n = std::fread(piece, 1, sizeof piece, file)) > 0;) text.append(piece, n);
    return text;
}

[[noreturn]] void be_child(const std::function<void(const Say&)>& work, int seconds, std::FILE* said,
                           std::FILE* errors) {
    dup2(fileno(errors), STDERR_FILENO);
    dup2(fileno(errors), STDOUT_FILENO);
    const rlimit cpu = {static_cast<rlim_t>(seconds), RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &cpu);
    alarm(static_cast<unsigned>(seconds * most_wall));
    work([&](const std::string& line) {
        std::fprintf(said, "%s\n", line.c_str());
        std::fflush(said);
    });
    _exit(0);
}

std::string ending(int status, int seconds) {
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == 0 ? "" : "exit " + std::to_string(WEXITSTATUS(status));
    if (WTERMSIG(status) == SIGXCPU) return "no end after " + std::to_string(seconds) + " s of CPU time";
    if (WTERMSIG(status) == SIGALRM) return "no end after " + std::to_string(seconds * most_wall) + " s";
    return std::string("killed: ") + strsignal(WTERMSIG(status));
}

} // namespace

Ended in_child(const std::function<void(const Say&)>& work, int seconds) {
    const File said = shared_file(), errors = shared_file();
    const pid_t child = fork();
    if (child == 0) be_child(work, seconds, said.get(), errors.get());
    int status = 0;
    waitpid(child, &status, 0);
    return {contents(said.get()), contents(errors.get()), ending(status, seconds)};
}

} // namespace autoconfig::fuzz
