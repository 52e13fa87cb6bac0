// The run: check the options, hold a contest for each shape, write what came of it.
#include "bench/bench.h"

#include "autoconfig/error.h"
#include "bench/about.h"
#include "bench/contest.h"
#include "bench/files.h"
#include "bench/page.h"
#include "bench/peers/peer.h"
#include "bench/peers/stock.h"
#include "bench/pipelines/timing.h"
#include "bench/progress.h"
#include "bench/summary.h"
#include "bench/table.h"
#include "bench/timing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace autoconfig::bench {

std::vector<std::string> peer_names(const std::string& op) {
    std::vector<std::string> names;
    for (const Peer& peer : library_peers(op)) names.push_back(peer.name);
    for (const SchedulePeer& stock : schedule_peers) names.push_back(stock.name);
    return names;
}

std::vector<std::string> default_peers(const std::string& op) {
    std::vector<std::string> names;
    for (const Peer& peer : library_peers(op)) names.push_back(peer.name);
    return names;
}

namespace {

/// Names with groups spelled out: "all", "libraries", "stock", or a family.
std::vector<std::string> members(const std::string& name, const std::string& op) {
    std::vector<std::string> names;
    for (const Peer& peer : library_peers(op))
        if (name == peer.name || name == peer.family || name == "libraries" || name == "all")
            names.push_back(peer.name);
    for (const SchedulePeer& stock : schedule_peers)
        if (name == stock.name || name == "stock" || name == "all") names.push_back(stock.name);
    if (names.empty())
        throw Error(fmt::format("peer '{}' is unknown; known are all, libraries, stock, {}", name,
                                fmt::join(peer_names(op), ", ")));
    return names;
}

std::vector<std::string> expanded(const std::vector<std::string>& peers, const std::string& op) {
    std::vector<std::string> names;
    for (const std::string& peer : peers)
        for (const std::string& name : members(peer, op))
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    return names;
}

void check_activation(const std::string& activation) {
    constexpr std::array<std::string_view, 4> known{"", "relu", "gelu", "gelu_erf"};
    if (std::find(known.begin(), known.end(), activation) == known.end())
        throw Error(fmt::format("activation '{}' has no peers to compare with; use relu, gelu or gelu_erf",
                                activation));
}

Options checked(Options options) {
    options.peers = options.peers.empty() ? default_peers(options.op) : expanded(options.peers, options.op);
    check_activation(options.activation);
    if (options.threads < 1) throw Error(fmt::format("threads is {}, needs at least 1", options.threads));
    if (options.processes < 1)
        throw Error(fmt::format("processes is {}, needs at least 1", options.processes));
    if (options.build_jobs < 1)
        throw Error(fmt::format("build jobs is {}, needs at least 1", options.build_jobs));
    create_folder(options.out_directory);
    return options;
}

void write(const Results& results, const std::string& directory) {
    const nlohmann::json json = summarised(results);
    write_file(directory + "/results.json", json.dump(1) + "\n");
    write_file(directory + "/index.html", page(json));
}

Results begin(const Options& options) {
    Results results;
    results.machine = machine();
    results.command = command();
    results.halide = halide_version();
    results.date = utc_date();
    results.op = options.op;
    results.threads = options.threads;
    results.packed_weights = options.packed_weights;
    results.max_rel_error = options.max_rel_error;
    results.epilogue = {options.bias, options.activation};
    results.environment = timing_environment(options.threads);
    return results;
}

} // namespace

void run(const Options& wanted, const KernelBuilder& builder) {
    const Options options = checked(wanted);
    const std::vector<Shape> shapes = read_shapes(options.shapes_path, options.op);
    Results results = begin(options);
    write(results, options.out_directory); // an unwritable place shows now, not after an hour
    {
        Progress progress("bench", static_cast<int>(shapes.size()));
        progress.detail("peak of this machine");
        results.peak = measure_peak();
        for (const Shape& shape : shapes) {
            progress.begin(shape.name());
            Contest contest = hold_contest(shape, options, builder, progress);
            results.shapes.push_back(std::move(contest.result));
            results.versions.merge(contest.versions);
            write(results, options.out_directory);
            progress.end();
        }
    }
    fmt::print("{}", text_table(results));
    fmt::print("\n{0}/index.html and {0}/results.json hold every number\n", options.out_directory);
}

std::optional<int> run_if_child(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == timing_command) return timing_child(argv[2]);
    if (argc == 3 && std::string_view(argv[1]) == pipeline_timing_command)
        return pipeline_timing_child(argv[2]);
    return std::nullopt;
}

} // namespace autoconfig::bench
