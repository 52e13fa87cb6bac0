// Looks for anything in a Func's schedule that differs from the one it is born with.
#include "autoconfig/extract/scheduled.h"

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

/// Halide lets a level be read only once it is locked, and locks every copy with it; a level set from
/// it is another one.
Halide::LoopLevel readable(const Halide::LoopLevel& level) {
    Halide::LoopLevel other;
    other.set(level);
    return other.lock();
}

bool is_inlined(const Halide::LoopLevel& level) { return readable(level).is_inlined(); }

bool storage_is_touched(const Function& function) {
    const auto& dims = function.schedule().storage_dims();
    for (std::size_t d = 0; d < dims.size(); d++) {
        const bool moved = dims[d].var != function.args()[d];
        if (moved || dims[d].alignment.defined() || dims[d].bound.defined() || dims[d].fold_factor.defined())
            return true;
    }
    return false;
}

bool func_is_touched(const Function& function) {
    const FuncSchedule& schedule = function.schedule();
    return !is_inlined(schedule.compute_level()) || !is_inlined(schedule.store_level()) ||
           schedule.memoized() || schedule.async() || !schedule.wrappers().empty() ||
           schedule.memory_type() != Halide::MemoryType::Auto || storage_is_touched(function);
}

bool stage_is_touched(const Definition& definition) {
    const StageSchedule& schedule = definition.schedule();
    if (schedule.touched() || !schedule.splits().empty() || !schedule.prefetches().empty() ||
        schedule.atomic() || !definition.specializations().empty() ||
        !is_inlined(schedule.fuse_level().level))
        return true;
    for (const Dim& dim : schedule.dims())
        if (dim.for_type != ForType::Serial && dim.for_type != ForType::Extern)
            return true; // as they are born
    return false;
}

template<typename Visit>
void for_each_stage(const Function& function, const Visit& visit) {
    if (function.has_pure_definition()) visit(function.definition());
    for (const Definition& update : function.updates()) visit(update);
}

} // namespace

ComputeSite compute_site(const Function& function) {
    const Halide::LoopLevel level = readable(function.schedule().compute_level());
    return level.is_inlined() ? ComputeSite::Inlined
           : level.is_root()  ? ComputeSite::Root
                              : ComputeSite::Loop;
}

std::string computed_within(const Function& function) {
    return compute_site(function) == ComputeSite::Loop ? readable(function.schedule().compute_level()).func()
                                                       : "";
}

bool lacks_a_place(const Function& function) {
    if (!function.is_pure() || compute_site(function) != ComputeSite::Inlined) return false;
    const StageSchedule& schedule = function.definition().schedule();
    const auto& dims = schedule.dims();
    const auto is_on_device = [](const Dim& dim) {
        return dim.device_api != Halide::DeviceAPI::None && dim.device_api != Halide::DeviceAPI::Host;
    };
    const auto is_plain = [](const Dim& dim) { return dim.for_type == ForType::Serial; };
    return std::none_of(dims.begin(), dims.end(), is_on_device) &&
           (!schedule.splits().empty() || !std::all_of(dims.begin(), dims.end(), is_plain));
}

std::set<std::string> computed_with(const Function& function) {
    std::set<std::string> others;
    for_each_stage(function, [&](const Definition& definition) {
        const Halide::LoopLevel level = readable(definition.schedule().fuse_level().level);
        if (!level.is_inlined()) others.insert(level.func());
    });
    return others;
}

bool is_scheduled(const Function& function) {
    bool touched = func_is_touched(function);
    for_each_stage(function,
                   [&](const Definition& definition) { touched = touched || stage_is_touched(definition); });
    return touched;
}

} // namespace autoconfig::extraction
