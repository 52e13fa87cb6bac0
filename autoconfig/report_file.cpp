// See report_file.h.
#include "autoconfig/report_file.h"

#include "autoconfig/error.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace autoconfig {

namespace fs = std::filesystem;

namespace {

std::atomic<int> reports{0};

/// Letters that a file's name can have everywhere.
std::string as_file_name(std::string name) {
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '.') c = '_';
    return name;
}

std::string place(char letter, const ReportOf& about, int count, const char* ending) {
    switch (letter) {
    case 'o': return as_file_name(about.output);
    case 't': return as_file_name(about.target);
    case 'p': return std::to_string(getpid());
    case 'n': return std::to_string(count);
    case 'e': return ending;
    case '%': return "%";
    default:
        throw Error(
            std::string("the report's file has %") + letter +
            ": use %o (output), %t (target), %p (process), %n (number), %e (txt and json) or %% (a %)");
    }
}

[[noreturn]] void fail(const std::string& path) {
    throw Error("cannot write the report to '" + path + "': name a file in a directory that can be written");
}

bool write(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    return static_cast<bool>(file);
}

/// Beside the file, as others may read what this process writes.
bool replace(const fs::path& path, const std::string& text) {
    std::string beside = (path.parent_path() / ".autoconfig-XXXXXX").string();
    const int descriptor = mkstemp(beside.data());
    if (descriptor < 0) return false;
    const mode_t masked = umask(0);
    umask(masked);
    fchmod(descriptor, 0666 & ~masked);
    close(descriptor);
    if (write(beside, text) && std::rename(beside.c_str(), path.c_str()) == 0) return true;
    std::remove(beside.c_str());
    return false;
}

std::string path_of(const std::string& pattern, const ReportOf& about, int count, const char* ending) {
    std::string path;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool is_place = pattern[i] == '%' && i + 1 < pattern.size();
        path += is_place ? place(pattern[++i], about, count, ending) : std::string(1, pattern[i]);
    }
    return path;
}

} // namespace

std::vector<std::string> report_paths(const std::string& pattern, const ReportOf& about) {
    const int count = ++reports;
    const std::string text = path_of(pattern, about, count, "txt");
    const std::string json = path_of(pattern, about, count, "json");
    return text == json ? std::vector{text} : std::vector{text, json};
}

void write_whole(const std::string& path, const std::string& text) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    const bool device = fs::exists(status) && !fs::is_regular_file(status);
    const fs::path file = fs::exists(status) ? fs::canonical(path, error) : fs::absolute(path, error);
    if (!(device ? write(path, text) : replace(file, text))) fail(path);
}

} // namespace autoconfig
