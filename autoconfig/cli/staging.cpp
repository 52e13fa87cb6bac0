// A temporary folder inside the destination, hence on the same file system, hence rename(2) is atomic.
#include "autoconfig/cli/staging.h"

#include "autoconfig/error.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>
#include <vector>

namespace autoconfig::cli {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
    throw Error(fmt::format("cannot write to '{}': {}; give a folder you may write to with -o", path.string(),
                            reason));
}

} // namespace

Staging::Staging(const fs::path& destination) : destination_(destination) {
    std::error_code error;
    created_ = fs::create_directories(destination_, error);
    if (error) fail(destination_, error.message());
    std::random_device random; // nobody foresees the name
    folder_ = destination_ / fmt::format(".autoconfig-{:08x}{:08x}", random(), random());
    lock_ = open(destination_.c_str(), O_RDONLY | O_DIRECTORY); // the heir shares it, and so the lock
    heir_ = std::make_unique<Heir>(folder_, destination_, lock_);
    if (heir_->error()) {
        close(lock_);
        if (created_) fs::remove(destination_, error);
        fail(destination_, std::strerror(heir_->error()));
    }
}

Staging::~Staging() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    heir_.reset();
    close(lock_);                                    // which gives the lock back
    if (created_) fs::remove(destination_, ignored); // fails, as it should, when something was published
}

void Staging::write(const std::string& file, const std::string& text) const {
    std::ofstream stream(folder_ / file, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) fail(destination_ / file, "the file could not be written in full");
}

void Staging::publish() {
    const auto target_of = [&](const fs::path& file) { return destination_ / file.filename(); };
    const std::vector<fs::path> files(fs::directory_iterator(folder_), fs::directory_iterator{});
    flock(lock_, LOCK_EX);
    for (const fs::path& file : files)
        if (fs::is_directory(target_of(file))) fail(target_of(file), "a folder of that name is in the way");
    heir_->hand_over();
    for (const fs::path& file : files) {
        std::error_code error;
        fs::rename(file, target_of(file), error);
        if (error) fail(target_of(file), error.message());
    }
}

} // namespace autoconfig::cli
