// Runs the command `autoconfig`, or any other, as a user does: in a process of its own.
#pragma once

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

std::string read_file(const std::string& path);

} // namespace autoconfig::testing
