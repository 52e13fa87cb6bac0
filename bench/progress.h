// Progress of long work on stderr: a bar that redraws itself on a terminal, a line a step elsewhere.
#pragma once

#include <cstdio>
#include <string>

namespace autoconfig::bench {

class Progress {
public:
    Progress(std::string what, int steps, std::FILE* out = stderr);
    ~Progress(); // clears the bar

    void begin(const std::string& step);  // "128x768x768 NT"
    void detail(const std::string& text); // "building adams2019", within the step; terminals only
    void end();                           // of the step

private:
    void draw(const std::string& text);

    std::string what_, step_, shown_;
    int steps_, done_ = 0;
    std::FILE* out_;
    bool terminal_;
};

} // namespace autoconfig::bench
