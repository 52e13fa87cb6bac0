// The process that times one shape: prepare every contestant, check its result, then measure all in turn.
#include "bench/child.h"
#include "bench/files.h"
#include "bench/kernel.h"
#include "bench/measure.h"
#include "bench/peers/peer.h"
#include "bench/placement.h"
#include "bench/timing.h"
#include "bench/timing_files.h"

#include <algorithm>
#include <memory>

namespace autoconfig::bench {

namespace {

/// A contestant on its way from a name to a call that is known to be right.
struct Entry {
    Outcome outcome;
    Call call;
};

class Trial {
public:
    Trial(const TimingRequest& request, const TimingFiles& files)
        : request_(request), files_(files), operands_(make_operands(request.shape, request.epilogue)),
          placement_(request.threads) {}

    /// `prepare` gives the call; it runs once and its result is checked.
    template<typename Prepare>
    Entry enter(const std::string& name, double max_rel_error, const Prepare& prepare) {
        Entry entry;
        entry.outcome.name = name;
        const auto crash = request_.crashed.find(name);
        if (crash != request_.crashed.end()) {
            entry.outcome.reason = crash->second;
            return entry;
        }
        write_file(files_.journal, name);
        try {
            entry.call = prepare(*operands_);
            operands_->poison();
            entry.call();
            placement_.place_new_threads();
            entry.outcome.reason = operands_->check(max_rel_error);
            entry.outcome.status = entry.outcome.reason.empty() ? Status::Ok : Status::Wrong;
        } catch (const DoesNotApply& error) {
            entry.outcome.status = Status::NotApplicable;
            entry.outcome.reason = error.what();
        } catch (const std::exception& error) {
            entry.outcome.reason = error.what();
        }
        return entry;
    }

    /// All contestants have entered.
    void start() const {
        write_file(files_.journal, "");
        placement_.place_this_thread();
    }

    Entry enter(const LinkedKernel& kernel) {
        return enter(kernel.name, kernel.max_rel_error, [&](const Operands& operands) {
            return kernel_call(kernel.library, kernel.function, kernel.packer, operands);
        });
    }

    Entry enter(const Peer& peer) {
        return enter(peer.name, request_.max_rel_error,
                     [&](const Operands& operands) { return peer.prepare(operands, request_.threads); });
    }

private:
    const TimingRequest& request_;
    const TimingFiles& files_;
    std::unique_ptr<Operands> operands_;
    Placement placement_;
};

/// Measures those whose result was right; a wrong one is never timed.
std::map<std::string, Outcome> race(std::vector<Entry> entries, const Protocol& protocol, int threads) {
    std::vector<Call> calls;
    std::vector<Outcome*> runners;
    for (Entry& entry : entries) {
        if (entry.outcome.status != Status::Ok) continue;
        calls.push_back(entry.call);
        runners.push_back(&entry.outcome);
    }
    std::vector<std::vector<double>> rounds = measure(calls, with_threads(protocol, threads));
    for (std::size_t i = 0; i < runners.size(); ++i) runners[i]->rounds_s = std::move(rounds[i]);
    std::map<std::string, Outcome> outcomes;
    for (Entry& entry : entries) outcomes[entry.outcome.name] = std::move(entry.outcome);
    return outcomes;
}

/// A share of the rounds.
Protocol contest_protocol(int processes) {
    Protocol protocol;
    protocol.min_rounds = std::max(3, protocol.min_rounds / processes);
    protocol.max_rounds = std::max(protocol.min_rounds, protocol.max_rounds / processes);
    protocol.budget_s /= processes;
    return protocol;
}

/// Configurations far from the best are not worth more than a few rounds.
Protocol space_protocol(const TimingRequest& request) {
    Protocol protocol;
    protocol.screen_above = 1.15;
    if (request.space_budget_s > 0 && !request.space.empty())
        protocol.budget_s = request.space_budget_s / static_cast<double>(request.space.size());
    return protocol;
}

TimingResponse respond(const TimingRequest& request, const TimingFiles& files) {
    Trial trial(request, files);
    TimingResponse response;
    std::vector<Entry> contestants, space;
    for (const LinkedKernel& kernel : request.kernels) contestants.push_back(trial.enter(kernel));
    for (const Peer& peer : library_peers(request.shape.op())) {
        const auto& wanted = request.libraries;
        if (std::find(wanted.begin(), wanted.end(), peer.name) == wanted.end()) continue;
        contestants.push_back(trial.enter(peer));
        if (contestants.back().outcome.status == Status::Ok) response.versions[peer.name] = peer.describe();
    }
    for (const LinkedKernel& kernel : request.space) space.push_back(trial.enter(kernel));
    trial.start();
    response.contestants = race(std::move(contestants), contest_protocol(request.processes), request.threads);
    response.space = race(std::move(space), space_protocol(request), request.threads);
    return response;
}

} // namespace

int timing_child(const std::string& directory) { return answer_as_child<TimingRequest>(directory, respond); }

} // namespace autoconfig::bench
