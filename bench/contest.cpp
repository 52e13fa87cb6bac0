// One shape from request to result.
#include "bench/contest.h"

#include "autoconfig/error.h"
#include "bench/peers/peer.h"
#include "bench/space.h"
#include "bench/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace autoconfig::bench {

const std::vector<StockPeer>& stock_peers() {
    static const std::vector<StockPeer> peers{{"adams2019", "Adams2019"},
                                              {"mullapudi2016", "Mullapudi2016"},
                                              {"li2018", "Li2018"},
                                              {"unscheduled", "none"}};
    return peers;
}

namespace {

/// The kernels of one shape: contestants to be, the requests that build them, and what came of it.
struct Workshop {
    const MatmulShape& shape;
    const Options& options;
    const KernelBuilder& builder;
    Progress& progress;
    std::string directory; // of this shape's files

    KernelRequest request(const std::string& suffix) const {
        KernelRequest request;
        request.shape = shape;
        request.bias = options.bias;
        request.activation = options.activation;
        request.threads = options.threads;
        request.name = "matmul_" + shape.file() + "_" + suffix;
        request.directory = directory;
        return request;
    }

    std::vector<Build> build(const std::vector<KernelRequest>& requests, int jobs,
                             const std::string& what) const {
        const auto count = requests.size();
        return build_all(builder, requests, jobs, options.scheduler_limit_s, [&](int finished) {
            progress.detail(fmt::format("building {} {}/{}", what, finished, count));
        });
    }
};

bool wanted(const Options& options, const std::string& peer) {
    return std::find(options.peers.begin(), options.peers.end(), peer) != options.peers.end();
}

/// What a build says of its contestant; a failed one is out of the race.
Outcome announced(const std::string& name, Kind kind, const Build& build) {
    Outcome outcome;
    outcome.name = outcome.family = name;
    outcome.kind = kind;
    outcome.reason = build.error;
    outcome.schedule_ms = build.kernel.schedule_ms;
    outcome.decision = build.kernel.decision;
    if (build.kernel.frequency_ghz > 0)
        outcome.predicted_s = build.kernel.predicted_cycles / (build.kernel.frequency_ghz * 1e9);
    return outcome;
}

Outcome announced(const Peer& peer) {
    Outcome outcome;
    outcome.name = peer.name;
    outcome.family = peer.family;
    outcome.kind = peer.informational ? Kind::Informational : Kind::Library;
    return outcome;
}

/// Builds the kernel of one contestant; schedulers run one at a time, as their scheduling time is reported.
Build enter_kernel(const Workshop& workshop, const std::string& name, const std::string& scheduler, Kind kind,
                   ShapeResult& result, TimingRequest& timing) {
    KernelRequest request = workshop.request(name);
    request.scheduler = scheduler;
    Build build = workshop.build({request}, 1, name).front();
    result.contestants.push_back(announced(name, kind, build));
    if (build.ok()) timing.kernels.push_back({name, build.shared_library, build.kernel.function});
    return build;
}

/// Ours, the libraries, the stock schedulers: the order of the table. Returns our build.
Build enter_contestants(const Workshop& workshop, ShapeResult& result, TimingRequest& timing) {
    Build own = enter_kernel(workshop, "ours", "AutoConfig", Kind::Ours, result, timing);
    for (const Peer& peer : library_peers()) {
        if (!wanted(workshop.options, peer.name)) continue;
        result.contestants.push_back(announced(peer));
        timing.libraries.push_back(peer.name);
    }
    for (const StockPeer& stock : stock_peers())
        if (wanted(workshop.options, stock.name))
            enter_kernel(workshop, stock.name, stock.scheduler, Kind::Stock, result, timing);
    return own;
}

/// Every configuration of our own space. Predictions come from the report of the pick: a forced build's own
/// estimate is the same number.
void build_space(const Workshop& workshop, const std::vector<Prediction>& space, ShapeResult& result,
                 TimingRequest& timing) {
    std::vector<KernelRequest> requests;
    for (const Prediction& prediction : space) {
        requests.push_back(workshop.request(fmt::format("config{}", requests.size())));
        requests.back().force_config = prediction.name;
    }
    const std::vector<Build> builds = workshop.build(requests, workshop.options.build_jobs, "configurations");
    for (std::size_t i = 0; i < builds.size(); ++i) {
        Outcome outcome = announced(space[i].name, Kind::Configuration, builds[i]);
        outcome.predicted_s = space[i].seconds;
        result.space.push_back(outcome);
        if (builds[i].ok())
            timing.space.push_back({space[i].name, builds[i].shared_library, builds[i].kernel.function});
    }
}

/// A report without a space costs the oracle, not the contest.
void enter_space(const Workshop& workshop, const std::string& explain, ShapeResult& result,
                 TimingRequest& timing) {
    std::vector<Prediction> space;
    try {
        space = read_space(explain);
    } catch (const Error& error) {
        Build unknown;
        unknown.error = error.what();
        result.space.push_back(announced("space", Kind::Configuration, unknown));
    }
    build_space(workshop, space, result, timing);
}

/// Adds what the timing process found to what is known of each contestant.
void merge(std::vector<Outcome>& outcomes, const std::map<std::string, Outcome>& measured) {
    for (Outcome& outcome : outcomes) {
        const auto found = measured.find(outcome.name);
        if (found == measured.end()) continue;
        outcome.status = found->second.status;
        outcome.reason = found->second.reason;
        outcome.rounds_s = found->second.rounds_s;
    }
}

void fail_all(std::vector<Outcome>& outcomes, const std::string& reason) {
    for (Outcome& outcome : outcomes)
        if (outcome.reason.empty()) outcome.reason = reason;
}

} // namespace

Contest hold_contest(const MatmulShape& shape, const Options& options, const KernelBuilder& builder,
                     Progress& progress) {
    const std::string directory = options.out_directory + "/kernels/" + shape.file();
    std::filesystem::create_directories(directory);
    const Workshop workshop{shape, options, builder, progress, directory};
    Contest contest;
    ShapeResult& result = contest.result;
    result.shape = shape;
    TimingRequest timing;
    timing.shape = shape;
    timing.epilogue = {options.bias, options.activation};
    timing.threads = options.threads;
    try {
        const Build own = enter_contestants(workshop, result, timing);
        if (options.oracle && own.ok()) enter_space(workshop, own.kernel.explain_path, result, timing);
        progress.detail("timing");
        TimingResponse response = time_in_child(timing, directory);
        merge(result.contestants, response.contestants);
        merge(result.space, response.space);
        contest.versions = std::move(response.versions);
    } catch (const std::exception& error) {
        fail_all(result.contestants, error.what());
        fail_all(result.space, error.what());
    }
    return contest;
}

} // namespace autoconfig::bench
