// Runs the command `autoconfig`, or any other, as a user does: in a process of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace autoconfig::testing {

struct CommandResult {
    int status = 0; // exit status; 128 + signal when it died of one
    std::string out, err;
};

/// The words are passed as they are, without a shell.
CommandResult run_command(const std::vector<std::string>& words);

/// The `autoconfig` of this build, with these arguments, split at spaces.
CommandResult autoconfig(const std::string& arguments);

/// A folder that is removed with all its contents.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string path(const std::string& file = "") const { return (path_ / file).string(); }
    /// Names of everything in it, hidden or not, sorted.
    std::vector<std::string> files() const;

private:
    std::filesystem::path path_;
};

std::string read_file(const std::string& path);

} // namespace autoconfig::testing
