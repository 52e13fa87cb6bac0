// Where the plugin's report goes: a file by a pattern, written whole or not at all.
#pragma once

#include <string>

namespace autoconfig {

/// What a pattern's places stand for.
struct ReportOf {
    std::string output; // the pipeline's first output
    std::string target; // as Halide writes it
};

/// %o: the output, %t: the target, %p: the process, %n: how many reports this process has written, this one
/// included, %%: a %. Error that names them at any other letter.
std::string report_path(const std::string& pattern, const ReportOf& about);

/// Replaces the file at once; what is no file but a device or a pipe is written to as it is. Error where it
/// cannot be written.
void write_whole(const std::string& path, const std::string& text);

} // namespace autoconfig
