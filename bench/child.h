// Asking a question of a process of its own, which is this executable again: the request and the response are
// JSON files, and a journal names who was being tried when the process crashed.
#pragma once

#include "autoconfig/error.h"
#include "bench/files.h"
#include "bench/process.h"
#include "bench/timing.h"
#include "bench/timing_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace autoconfig::bench {

/// Runs `command DIRECTORY` in the timing environment until it answers; after a crash again with the culprit
/// in request.crashed. Error, naming `what`, when there is no culprit to leave out.
template<typename Response, typename Request>
Response ask_child(const char* command, Request request, const std::string& directory,
                   const std::string& what) {
    constexpr double limit_s = 1800; // a hang, not slow work
    const TimingFiles files(directory);
    for (;;) {
        files.remove();
        write_file(files.request, nlohmann::json(request).dump());
        const Ending ending =
            run_program({"/proc/self/exe", command, directory}, timing_environment(request.threads), limit_s);
        if (ending.ok()) {
            auto response = nlohmann::json::parse(read_file(files.response)).template get<Response>();
            files.remove();
            return response;
        }
        const std::string culprit =
            std::filesystem::exists(files.journal) ? read_file(files.journal) : std::string();
        if (culprit.empty() || request.crashed.count(culprit) > 0)
            throw Error(fmt::format("the timing process of {}: {}", what, ending.text()));
        request.crashed[culprit] = ending.text();
    }
}

/// The child's side: reads the request, writes what `respond(request, files)` gives. Returns the exit status.
template<typename Request, typename Respond>
int answer_as_child(const std::string& directory, const Respond& respond) {
    try {
        const TimingFiles files(directory);
        const auto request = nlohmann::json::parse(read_file(files.request)).template get<Request>();
        write_file(files.response, nlohmann::json(respond(request, files)).dump());
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "autoconfig bench: {}\n", error.what());
        return 1;
    }
}

} // namespace autoconfig::bench
