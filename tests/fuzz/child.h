// Work that may crash or hang, done in a process of its own.
#pragma once

#include <functional>
#include <string>

namespace autoconfig::fuzz {

/// Passes a line to the parent, at once: it arrives also where a crash follows.
using Say = std::function<void(const std::string& line)>;

struct Ended {
    std::string said;   // the lines
    std::string errors; // what it wrote on stderr
    std::string how; // empty where the work returned; otherwise "killed by signal 11", "no end after 20 s of
                     // CPU time"
};

/// Forks, for so many seconds of CPU time. `work` sees this process as it is; nothing that it changes is seen
/// here.
Ended in_child(const std::function<void(const Say&)>& work, int seconds);

} // namespace autoconfig::fuzz
