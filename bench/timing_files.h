// What passes between the bench and its timing process.
#pragma once

#include "bench/timing.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace autoconfig::bench {

struct TimingFiles {
    std::string request, response;
    std::string
        journal; // name of the contestant being tried for the first time; names the culprit of a crash

    explicit TimingFiles(const std::string& directory)
        : request(directory + "/timing-request.json"), response(directory + "/timing-response.json"),
          journal(directory + "/timing-journal") {}

    void remove() const {
        for (const std::string& file : {request, response, journal}) std::filesystem::remove(file);
    }
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LinkedKernel, name, library, function, packer, max_rel_error)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TimingRequest, shape, epilogue, threads, processes, max_rel_error, kernels,
                                   libraries, space, space_budget_s, crashed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TimingResponse, contestants, space, versions)

} // namespace autoconfig::bench
