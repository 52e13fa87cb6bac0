// See guarded.h.
#include "autoconfig/guarded.h"

#include "autoconfig/error.h"
#include "autoconfig/extract/functions.h"
#include "autoconfig/extract/scheduled.h"
#include "schedules/script.h"
#include "schedules/snapshot.h"
#include "schedules/trial.h"

#include <algorithm>

namespace autoconfig {

namespace {

bool is_scheduled_by_hand(const Halide::Pipeline& pipeline) {
    const extraction::Functions functions(pipeline);
    return std::any_of(functions.all.begin(), functions.all.end(),
                       [](const auto& one) { return extraction::is_scheduled(one.second); });
}

Outcome plain(const Halide::Pipeline& pipeline, bool by_hand, const std::string& why) {
    Outcome outcome;
    Script script(pipeline);
    if (!by_hand)
        for (const std::string& name : script.order())
            if (!script.is_output(name)) script.func(name).compute_root();
    outcome.schedule_source = script.source();
    outcome.notes.push_back(std::string("the whole pipeline has a plain schedule: ") +
                            (by_hand ? "that of its user" : "every Func is computed at root") + ", because " +
                            why.substr(0, why.find('\n')));
    return outcome;
}

} // namespace

Outcome guarded(const Halide::Pipeline& pipeline, const Halide::Target& target,
                const SchedulePipeline& schedule) {
    const bool by_hand = is_scheduled_by_hand(pipeline);
    const Snapshot before(pipeline);
    std::string why;
    for (const bool cautious : {false, true}) {
        try {
            Outcome outcome = schedule(pipeline, cautious);
            if (by_hand || outcome.doubtful) lower_on_trial(pipeline, target);
            return outcome;
        } catch (const Error&) {
            throw;
        } catch (const Halide::Error& error) { // no std::exception since Halide 15
            why = error.what();
        } catch (const std::exception& error) {
            why = error.what();
        }
        before.restore();
    }
    return plain(pipeline, by_hand, why);
}

} // namespace autoconfig
