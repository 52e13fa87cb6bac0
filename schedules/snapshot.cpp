// See snapshot.h.
#include "schedules/snapshot.h"

#include "autoconfig/extract/functions.h"

namespace autoconfig {

using namespace Halide::Internal;

namespace {

/// Its wrappers stay the Funcs that they are.
FuncSchedule copy_of(const FuncSchedule& schedule) {
    std::map<FunctionPtr, FunctionPtr> themselves;
    for (const auto& [reader, wrapper] : schedule.wrappers()) themselves[wrapper] = wrapper;
    return schedule.deep_copy(themselves);
}

} // namespace

Snapshot::Snapshot(const Halide::Pipeline& pipeline) {
    for (const auto& [name, function] : extraction::Functions(pipeline).all) {
        Saved saved{function, {}, {}, copy_of(function.schedule())};
        if (function.has_pure_definition()) saved.definition = function.definition().get_copy();
        for (const Definition& update : function.updates()) saved.updates.push_back(update.get_copy());
        saved_.push_back(saved);
    }
}

void Snapshot::restore() const {
    for (Saved saved : saved_) {
        if (saved.definition.defined()) saved.function.definition() = saved.definition.get_copy();
        auto& updates =
            const_cast<std::vector<Definition>&>(saved.function.updates()); // nothing else sets them
        updates.clear();
        for (const Definition& update : saved.updates) updates.push_back(update.get_copy());
        saved.function.schedule() = copy_of(saved.schedule);
    }
}

} // namespace autoconfig
