// Child processes by fork and exec, watched by polling.
#include "bench/process.h"

#include "autoconfig/error.h"
#include "bench/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace autoconfig::bench {

namespace {

constexpr int cannot_execute = 127;        // exit status of a child whose exec failed, as in a shell
constexpr std::size_t most_result = 60000; // bytes; a pipe holds 64 KiB without a reader
constexpr char tag_result = 'R', tag_error = 'E';

Ending ending_of(int status) {
    Ending ending;
    if (WIFSIGNALED(status))
        ending.signal = WTERMSIG(status);
    else
        ending.status = WEXITSTATUS(status);
    return ending;
}

/// Nothing while the child still runs; past the deadline it is stopped, with its process group.
std::optional<Ending> poll(int pid, double deadline_s) {
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) == pid) return ending_of(status);
    if (now_s() < deadline_s) return std::nullopt;
    kill(-pid, SIGKILL);
    waitpid(pid, &status, 0);
    Ending ending;
    ending.timed_out = true;
    return ending;
}

void wait_a_little() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

void redirect_output(const std::string& log) {
    const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) return;
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    close(file);
}

/// Forks; the child gets a process group of its own and ends with its parent.
int fork_child() {
    fflush(nullptr);
    const int pid = fork();
    if (pid < 0) throw Error(fmt::format("cannot start a process: {}", std::strerror(errno)));
    if (pid > 0) {
        setpgid(pid, pid);
        return pid;
    }
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    return 0;
}

[[noreturn]] void execute(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(cannot_execute);
}

/// In the child: the outcome of `work`, tagged as a result or an error.
std::string outcome_of(const std::function<std::string()>& work) {
    try {
        return tag_result + work();
    } catch (const std::exception& error) {
        return tag_error + std::string(error.what());
    }
}

void write_all(int file, const std::string& text) {
    const std::size_t size = std::min(text.size(), most_result);
    for (std::size_t done = 0; done < size;) {
        const ssize_t count = write(file, text.data() + done, size - done);
        if (count <= 0) return;
        done += static_cast<std::size_t>(count);
    }
}

std::string read_all(int file) {
    std::string text;
    char buffer[4096];
    for (ssize_t count = read(file, buffer, sizeof buffer); count > 0;
         count = read(file, buffer, sizeof buffer))
        text.append(buffer, static_cast<std::size_t>(count));
    return text;
}

} // namespace

std::string Ending::text() const {
    if (timed_out) return "stopped by its time limit";
    if (signal > 0) return fmt::format("ended by signal {} ({})", signal, strsignal(signal));
    return fmt::format("exit status {}", status);
}

Ending run_program(const std::vector<std::string>& command,
                   const std::map<std::string, std::string>& environment, double limit_s) {
    const int pid = fork_child();
    if (pid == 0) {
        for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
        execute(command);
    }
    for (const double deadline_s = now_s() + limit_s;; wait_a_little())
        if (const std::optional<Ending> ending = poll(pid, deadline_s)) return *ending;
}

int run_command(const std::vector<std::string>& command, const std::string& log) {
    const int pid = fork_child();
    if (pid == 0) {
        redirect_output(log);
        execute(command);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    const Ending ending = ending_of(status);
    return ending.signal > 0 ? 128 + ending.signal : ending.status;
}

ForkedCall::ForkedCall(const std::function<std::string()>& work, const std::string& log, double limit_s)
    : limit_s_(limit_s), deadline_s_(now_s() + limit_s), log_(log) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw Error(fmt::format("cannot open a pipe: {}", std::strerror(errno)));
    pid_ = fork_child();
    if (pid_ == 0) {
        redirect_output(log);
        write_all(ends[1], outcome_of(work));
        fflush(nullptr);
        _exit(0);
    }
    close(ends[1]);
    pipe_ = ends[0];
}

ForkedCall::ForkedCall(ForkedCall&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), pipe_(std::exchange(other.pipe_, -1)), limit_s_(other.limit_s_),
      deadline_s_(other.deadline_s_), log_(std::move(other.log_)), result_(std::move(other.result_)),
      error_(std::move(other.error_)) {}

ForkedCall::~ForkedCall() {
    if (pid_ > 0) poll(pid_, 0);
    if (pipe_ >= 0) close(pipe_);
}

bool ForkedCall::finished() {
    if (pid_ < 0) return true;
    const std::optional<Ending> ending = poll(pid_, deadline_s_);
    if (!ending) return false;
    pid_ = -1;
    collect(*ending);
    return true;
}

void ForkedCall::collect(const Ending& ending) {
    if (ending.timed_out) {
        error_ = fmt::format("stopped after its time limit of {:g} s", limit_s_);
        return;
    }
    const std::string received = read_all(pipe_);
    if (!ending.ok() || received.empty())
        error_ = fmt::format("{}, see {}", ending.text(), log_);
    else if (received[0] == tag_error)
        error_ = received.substr(1);
    else
        result_ = received.substr(1);
}

} // namespace autoconfig::bench
