// See files.h.
#include "bench/files.h"

#include "autoconfig/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace autoconfig::bench {

std::string read_file(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw Error(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void write_file(const std::string& path, const std::string& text) {
    const std::string partial = path + ".part";
    std::ofstream file(partial);
    file << text;
    file.close();
    if (!file || std::rename(partial.c_str(), path.c_str()) != 0) {
        const std::string reason = std::strerror(errno);
        std::remove(partial.c_str());
        throw Error(fmt::format("{}: cannot be written: {}", path, reason));
    }
}

void create_folder(const std::string& path) {
    std::error_code failure;
    std::filesystem::create_directories(path, failure);
    if (failure)
        throw Error(fmt::format("{}: cannot be created: {}; name a folder you may write to", path,
                                failure.message()));
}

} // namespace autoconfig::bench
