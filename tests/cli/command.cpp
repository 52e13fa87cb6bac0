// fork, exec, and the two pipes.
#include "tests/cli/command.h"

#include "tests/support/temporary_folder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace autoconfig::testing {

CommandResult run_command(const std::vector<std::string>& words) {
    const TemporaryFolder folder;
    const std::string out = folder.path("out"), err = folder.path("err");
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        if (!freopen(out.c_str(), "w", stdout) || !freopen(err.c_str(), "w", stderr)) _exit(126);
        execvp(argv[0], argv.data());
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        throw std::runtime_error("cannot run " + words.front());
    return {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), read_file(out),
            read_file(err)};
}

CommandResult autoconfig(const std::string& arguments) {
    std::istringstream stream(arguments);
    std::vector<std::string> words = {AUTOCONFIG_COMMAND};
    words.insert(words.end(), std::istream_iterator<std::string>(stream), {});
    return run_command(words);
}

std::string read_file(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace autoconfig::testing
