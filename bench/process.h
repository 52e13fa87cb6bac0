// Child processes: a program with its own environment, a function in a fork, both under a time limit.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// How a child ended. Exactly one of the three is the case: status >= 0, signal > 0, timed_out.
struct Ending {
    int status = -1;        // exit status
    int signal = 0;         // that ended it
    bool timed_out = false; // stopped by the time limit

    bool ok() const { return status == 0; }
    std::string
    text() const; // "exit status 1", "signal 11 (Segmentation fault)", "stopped after its time limit"
};

/// Runs a program with `environment` added to (and replacing parts of) this process's own, for at most
/// `limit_s` seconds. stdout and stderr stay connected. Error when it cannot be started.
Ending run_program(const std::vector<std::string>& command,
                   const std::map<std::string, std::string>& environment, double limit_s);

/// Runs a program with stdout and stderr in the file `log`; returns its exit status, 128 + signal when it
/// was ended by one.
int run_command(const std::vector<std::string>& command, const std::string& log);

/// Runs `work` in a forked copy of this process, with stdout and stderr in the file `log`, and collects the
/// string it returns (up to 60 KiB).
class ForkedCall {
public:
    /// `work` may throw std::exception: what() becomes error().
    ForkedCall(const std::function<std::string()>& work, const std::string& log, double limit_s);
    ~ForkedCall(); // stops it when it still runs
    ForkedCall(ForkedCall&& other) noexcept;
    ForkedCall(const ForkedCall&) = delete;
    ForkedCall& operator=(const ForkedCall&) = delete;

    bool finished();                                      // polls; after true, the two below hold
    const std::string& result() const { return result_; } // empty on failure
    const std::string& error() const { return error_; }   // empty on success

private:
    void collect(const Ending& ending);

    int pid_ = -1;  // -1: finished
    int pipe_ = -1; // what the child returns
    double limit_s_ = 0, deadline_s_ = 0;
    std::string log_, result_, error_;
};

} // namespace autoconfig::bench
