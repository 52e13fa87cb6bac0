// One shape from request to result.
#include "bench/contest.h"

#include "autoconfig/error.h"
#include "bench/peers/peer.h"
#include "bench/peers/stock.h"
#include "bench/space.h"
#include "bench/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace autoconfig::bench {

namespace {

/// The kernels of one shape: contestants to be, the requests that build them, and what came of it.
struct Workshop {
    const Shape& shape;
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
        request.name = shape.op() + "_" + shape.file() + "_" + suffix;
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
    outcome.algorithm = build.kernel.algorithm;
    if (build.kernel.frequency_ghz > 0)
        outcome.predicted_s = build.kernel.predicted_cycles / (build.kernel.frequency_ghz * 1e9);
    return outcome;
}

/// A library that packs its weights is a rival of a kernel whose weights are packed too.
Outcome announced(const Peer& peer, bool packed_weights) {
    const bool rival =
        peer.fairness == Fairness::Plain || (peer.fairness == Fairness::Packs && packed_weights);
    Outcome outcome;
    outcome.name = peer.name;
    outcome.family = peer.family;
    outcome.kind = rival ? Kind::Library : Kind::Informational;
    return outcome;
}

LinkedKernel linked(const std::string& name, const Build& build) {
    const BuiltKernel& kernel = build.kernel;
    return {name, build.shared_library, kernel.function, kernel.packer, kernel.max_rel_error};
}

/// Builds the kernel of one contestant; schedulers run one at a time, as their scheduling time is reported.
Build enter_kernel(const Workshop& workshop, const std::string& name, Kind kind,
                   const std::function<void(KernelRequest&)>& ask, ShapeResult& result,
                   TimingRequest& timing) {
    KernelRequest request = workshop.request(name);
    ask(request);
    Build build = workshop.build({request}, 1, name).front();
    result.contestants.push_back(announced(name, kind, build));
    if (build.ok()) timing.kernels.push_back(linked(name, build));
    return build;
}

/// Our own kernel on the terms of the options: by the best algorithm, or the one named.
void ask_for_ours(const Options& options, const std::string& algorithm, KernelRequest& request) {
    request.packed_weights = options.packed_weights;
    request.max_rel_error = options.max_rel_error;
    request.algorithm = algorithm;
}

/// Ours, the libraries, the stock schedulers: the order of the table. Returns our build.
Build enter_contestants(const Workshop& workshop, ShapeResult& result, TimingRequest& timing) {
    const Options& options = workshop.options;
    const auto enter_ours = [&](const std::string& name, Kind kind, const std::string& algorithm) {
        return enter_kernel(
            workshop, name, kind, [&](KernelRequest& request) { ask_for_ours(options, algorithm, request); },
            result, timing);
    };
    Build own = enter_ours("ours", Kind::Ours, options.algorithm);
    for (const std::string& algorithm : options.algorithms)
        enter_ours("ours_" + algorithm, Kind::Algorithm, algorithm);
    for (const Peer& peer : library_peers(workshop.shape.op())) {
        if (!wanted(options, peer.name)) continue;
        result.contestants.push_back(announced(peer, options.packed_weights));
        timing.libraries.push_back(peer.name);
    }
    for (const SchedulePeer& stock : schedule_peers)
        if (wanted(options, stock.name))
            enter_kernel(
                workshop, stock.name, Kind::Stock,
                [&](KernelRequest& request) { request.scheduler = stock.scheduler; }, result, timing);
    return own;
}

/// Every configuration of our own space, by the algorithm that was chosen. Predictions come from the report
/// of the pick: a forced build's own estimate is the same number.
void build_space(const Workshop& workshop, const std::vector<Prediction>& space, const std::string& algorithm,
                 ShapeResult& result, TimingRequest& timing) {
    std::vector<KernelRequest> requests;
    for (const Prediction& prediction : space) {
        requests.push_back(workshop.request(fmt::format("config{}", requests.size())));
        ask_for_ours(workshop.options, algorithm, requests.back());
        requests.back().force_config = prediction.name;
    }
    const std::vector<Build> builds = workshop.build(requests, workshop.options.build_jobs, "configurations");
    for (std::size_t i = 0; i < builds.size(); ++i) {
        Outcome outcome = announced(space[i].name, Kind::Configuration, builds[i]);
        outcome.predicted_s = space[i].seconds;
        result.space.push_back(outcome);
        if (builds[i].ok()) timing.space.push_back(linked(space[i].name, builds[i]));
    }
}

/// A report without a space costs the oracle, not the contest.
void enter_space(const Workshop& workshop, const BuiltKernel& own, ShapeResult& result,
                 TimingRequest& timing) {
    std::vector<Prediction> space;
    try {
        space = read_space(own.explain_path);
    } catch (const Error& error) {
        Build unknown;
        unknown.error = error.what();
        result.space.push_back(announced("space", Kind::Configuration, unknown));
    }
    build_space(workshop, space, own.algorithm, result, timing);
}

} // namespace

Contest hold_contest(const Shape& shape, const Options& options, const KernelBuilder& builder,
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
    timing.processes = options.processes;
    timing.max_rel_error = options.max_rel_error;
    try {
        const Build own = enter_contestants(workshop, result, timing);
        if (options.oracle && own.ok()) enter_space(workshop, own.kernel, result, timing);
        progress.detail("timing");
        TimingResponse response = time_in_children(timing, directory);
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
