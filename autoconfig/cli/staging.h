// Files that appear all at once: they are written to a folder beside their place and renamed at the end,
// one process at a time, so that a failure or the end of the process leaves all of them or nothing, and
// nobody ever sees half a file.
#pragma once

#include "autoconfig/cli/heir.h"

#include <filesystem>
#include <memory>
#include <string>

namespace autoconfig::cli {

class Staging {
public:
    /// Creates the destination where it does not exist, and a temporary folder in it. Error on a
    /// destination that cannot be made or written to.
    explicit Staging(const std::filesystem::path& destination);
    /// Removes what was not published, and the destination if it was created for nothing.
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    /// Where to write `file` for now.
    std::string path(const std::string& file) const { return (folder_ / file).string(); }

    /// Writes a text file. Error when it does not fit or cannot be written.
    void write(const std::string& file, const std::string& text) const;

    /// Moves every file to the destination, over older ones of the same name. Error when one cannot be.
    void publish();

private:
    std::filesystem::path destination_, folder_;
    bool created_ = false;
    int lock_ = -1; // the destination, open; who holds its lock publishes
    std::unique_ptr<Heir> heir_;
};

} // namespace autoconfig::cli
