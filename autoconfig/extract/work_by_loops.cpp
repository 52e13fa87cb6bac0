// See work_by_loops.h.
#include "autoconfig/extract/work_by_loops.h"

#include <algorithm>

namespace autoconfig {

double in_common(double share, double iterations) {
    return iterations <= 1 ? share : std::max(0.0, (share * iterations - 1) / (iterations - 1));
}

void WorkByLoops::take_from_last(double work) {
    LoopSet last = 0;
    for (const auto& part : work_) last |= part.first;
    const auto found = work_.find(last);
    if (found != work_.end()) found->second = std::max(0.0, found->second - work);
}

double WorkByLoops::all() const {
    double sum = 0;
    for_each([&](LoopSet, double work) { sum += work; });
    return sum;
}

double WorkByLoops::held_along(std::size_t loop) const {
    double held = 0;
    for_each([&](LoopSet moved_by, double work) {
        if ((moved_by & only(loop)) == 0) held += work;
    });
    return held;
}

double WorkByLoops::held_along(std::size_t loop, std::size_t changed_by) const {
    double held = 0;
    for_each([&](LoopSet moved_by, double work) {
        if ((moved_by & only(loop)) == 0 && (moved_by & only(changed_by)) != 0) held += work;
    });
    return held;
}

WorkByLoops WorkByLoops::with_first(std::size_t d) const {
    WorkByLoops result;
    result.add(*this, 1, [&](std::size_t loop) { return only(loop == d ? 0 : loop < d ? loop + 1 : loop); });
    return result;
}

WorkByLoops WorkByLoops::with_first_two_fused() const {
    WorkByLoops result;
    result.add(*this, 1, [](std::size_t loop) { return only(loop == 0 ? 0 : loop - 1); });
    return result;
}

} // namespace autoconfig
