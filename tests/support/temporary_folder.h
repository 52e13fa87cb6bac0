// A folder for the files of a test, gone with the object.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace autoconfig {

class TemporaryFolder {
public:
    TemporaryFolder() : path_(std::filesystem::temp_directory_path() / "autoconfig-test-XXXXXX") {
        if (!mkdtemp(path_.data())) throw std::runtime_error("cannot make " + path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return path_; }
    std::string path(const std::string& file) const { return path_ + "/" + file; }

    /// Returns the path of the file written.
    std::string write(const std::string& file, const std::string& text) const {
        std::ofstream(path(file)) << text;
        return path(file);
    }

    /// Names of everything in it, hidden or not, sorted.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(path_))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

private:
    std::string path_;
};

} // namespace autoconfig
