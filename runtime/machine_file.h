// Measurements as the text of a machine file. Only what was measured is in it; for the rest the machine it is
// based on holds.
#pragma once

#include "autoconfig/machine/machine.h"
#include "runtime/estimate.h"

#include <string>
#include <vector>

namespace autoconfig::runtime {

struct Origin {
    std::string base; // built-in machine the file is based on
    std::string host; // "AMD EPYC, 2026-11-23"
};

/// `machine`: whose caches and cores go into the file, with their sources. Error: a key that machine files do
/// not have.
std::string machine_file(const Origin& origin, const Machine& machine,
                         const std::vector<Measurement>& measurements);

/// The file appears whole and can be loaded, or not at all. Error: a path that cannot be written.
class NewFile {
public:
    explicit NewFile(const std::string& path);
    ~NewFile();
    void write(const std::string& text);

private:
    std::string path, unfinished;
};

} // namespace autoconfig::runtime
