// Where the plugin's report goes: a file by a pattern, written whole or not at all.
#pragma once

#include <string>
#include <vector>

namespace autoconfig {

/// What a pattern's places stand for.
struct ReportOf {
    std::string output; // the pipeline's first output
    std::string target; // as Halide writes it
};

/// %o: the output, %t: the target, %p: the process, %n: how many reports this process has written, this one
/// included, %%: a %, %e: both "txt" and "json", which makes two paths of one pattern. Error that names them
/// at any other letter.
std::vector<std::string> report_paths(const std::string& pattern, const ReportOf& about);

/// Replaces the file at once; what is no file but a device or a pipe is written to as it is. Error where it
/// cannot be written.
void write_whole(const std::string& path, const std::string& text);

} // namespace autoconfig
