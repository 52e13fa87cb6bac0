// A process that waits for the end of this one, however that comes (also by SIGKILL), and then finishes what
// was begun with a folder of staged files: it is removed, or, from hand_over() on, its files go to their
// destination first.
#pragma once

#include <filesystem>
#include <sys/types.h>

namespace autoconfig::cli {

class Heir {
public:
    /// `lock`: an open file whose lock it holds on to as long as this process or itself.
    Heir(const std::filesystem::path& folder, const std::filesystem::path& destination, int lock);
    /// It does its work now; returns when that is done.
    ~Heir();
    Heir(const Heir&) = delete;
    Heir& operator=(const Heir&) = delete;

    /// From now on all of the staged files are to be published.
    void hand_over() const;

private:
    int pipe_ = -1; // the heir reads until it is closed by all who could write
    pid_t process_ = -1;
};

} // namespace autoconfig::cli
