// The heir only calls what may be called between fork() and exec() in a program of many threads; a shell does
// the rest.
#include "autoconfig/cli/heir.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace autoconfig::cli {

namespace {

constexpr const char* remove_folder = "rm -rf -- \"$0\"";
constexpr const char* publish_and_remove =
    "for file in \"$0\"/*; do [ ! -f \"$file\" ] || mv -f -- \"$file\" \"$1\"; done; rm -rf -- \"$0\"";

/// Whether anything was written before the other end was closed.
bool was_told(int pipe) {
    char byte;
    bool told = false;
    for (ssize_t got = 1; got != 0;) {
        got = read(pipe, &byte, 1);
        told = told || got > 0;
        if (got < 0 && errno != EINTR) break;
    }
    return told;
}

/// Without other files of the process, above all the pipes to other heirs.
void keep_open(int told, int lock) {
    dup2(told, STDIN_FILENO);
    dup2(lock, STDERR_FILENO + 1);
    close_range(STDERR_FILENO + 2, ~0u, 0);
}

[[noreturn]] void wait_and_finish(int told, int tells, int lock, const char* folder,
                                  const char* destination) {
    setsid(); // what ends the other process from a terminal does not end this one
    const int error = mkdir(folder, S_IRWXU) == 0 ? 0 : errno;
    (void)!write(tells, &error, sizeof error);
    if (error) _exit(0);
    keep_open(told, lock);
    const bool publish = was_told(STDIN_FILENO);
    execl("/bin/sh", "sh", "-c", publish ? publish_and_remove : remove_folder, folder, destination,
          static_cast<char*>(nullptr));
    _exit(127);
}

} // namespace

Heir::Heir(const std::filesystem::path& folder, const std::filesystem::path& destination, int lock) {
    const std::string from = std::filesystem::absolute(folder).string();
    const std::string to = std::filesystem::absolute(destination).string();
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0 || (process_ = fork()) < 0) {
        error_ = errno;
        return;
    }
    if (process_ == 0) wait_and_finish(down[0], up[1], lock, from.c_str(), to.c_str());
    close(down[0]);
    close(up[1]);
    pipe_ = down[1];
    if (read(up[0], &error_, sizeof error_) != sizeof error_) error_ = ECHILD;
    close(up[0]);
}

Heir::~Heir() {
    if (process_ <= 0) return;
    close(pipe_);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

void Heir::hand_over() const {
    if (process_ > 0) (void)!write(pipe_, "", 1);
}

} // namespace autoconfig::cli
