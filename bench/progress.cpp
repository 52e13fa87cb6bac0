// Progress of long work.
#include "bench/progress.h"

#include <fmt/format.h>

#include <unistd.h>

namespace autoconfig::bench {

namespace {
constexpr int bar_width = 24;
constexpr const char* clear_line = "\r\033[K";
} // namespace

Progress::Progress(std::string what, int steps, std::FILE* out)
    : what_(std::move(what)), steps_(steps), out_(out), terminal_(isatty(fileno(out)) == 1) {}

Progress::~Progress() {
    if (terminal_) fmt::print(out_, "{}", clear_line);
    std::fflush(out_);
}

void Progress::begin(const std::string& step) {
    step_ = step;
    if (terminal_)
        draw("");
    else
        fmt::print(out_, "{} {}/{} {}\n", what_, done_ + 1, steps_, step_);
    std::fflush(out_);
}

void Progress::detail(const std::string& text) {
    if (terminal_) draw(text);
}

void Progress::end() {
    ++done_;
    if (terminal_) draw("");
}

void Progress::draw(const std::string& text) {
    const int filled = steps_ > 0 ? bar_width * done_ / steps_ : bar_width;
    const std::string line =
        fmt::format("{} [{:#<{}}{:.<{}}] {}/{} {}{}{}", what_, "", filled, "", bar_width - filled, done_,
                    steps_, step_, step_.empty() || text.empty() ? "" : ": ", text);
    if (line == shown_) return;
    fmt::print(out_, "{}{}", clear_line, line);
    std::fflush(out_);
    shown_ = line;
}

} // namespace autoconfig::bench
