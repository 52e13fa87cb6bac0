// A process that makes a folder for staged files and waits for the end of this one, however that comes (also
// by SIGKILL). Then it finishes what was begun: the folder is removed, or, from hand_over() on, its files go
// to their destination first.
#pragma once

#include <filesystem>
#include <sys/types.h>

namespace autoconfig::cli {

class Heir {
public:
    /// Returns when the folder is there. `lock`: an open file whose lock it holds on to as long as this
    /// process or itself.
    Heir(const std::filesystem::path& folder, const std::filesystem::path& destination, int lock);
    /// It does its work now; returns when that is done.
    ~Heir();
    Heir(const Heir&) = delete;
    Heir& operator=(const Heir&) = delete;

    /// Why there is no folder, as errno; 0 where there is one.
    int error() const { return error_; }

    /// From now on all of the staged files are to be published.
    void hand_over() const;

private:
    int pipe_ = -1; // the heir reads until it is closed by all who could write
    pid_t process_ = -1;
    int error_ = 0;
};

} // namespace autoconfig::cli
