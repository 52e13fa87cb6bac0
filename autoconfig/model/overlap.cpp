// See overlap.h.
#include "autoconfig/model/overlap.h"

#include <initializer_list>

namespace autoconfig {

namespace {

Expression largest(std::initializer_list<Expression> all) {
    Expression most;
    for (const Expression& one : all)
        if (one.value() != 0) most = most.value() == 0 ? one : max(most, one);
    return most;
}

/// What proceeds side by side on every machine: the longest of it.
Expression side_by_side(const Busy& busy) {
    return largest({busy[Resource::Fma] + busy[Resource::Core], busy[Resource::Latency],
                    busy[Resource::FrontEnd], busy[Resource::Load] + busy[Resource::L1L2],
                    busy[Resource::Store], busy[Resource::Ahead]});
}

/// What comes on top on every machine.
Expression added(const Busy& busy) { return busy[Resource::Memory] + busy[Resource::Serial]; }

} // namespace

Expression SerialHierarchy::time(const Busy& busy) const {
    return side_by_side(busy) + busy[Resource::L2L3] + busy[Resource::Runs] + added(busy);
}

Expression OverlappingTransfers::time(const Busy& busy) const {
    const Expression transfers = busy[Resource::L1L2] + busy[Resource::L2L3];
    const Expression waits = transfers.value() * exposed_.value() == 0 ? 0 : exposed_ * transfers;
    return largest({side_by_side(busy), busy[Resource::L2L3] + busy[Resource::Runs]}) + waits + added(busy);
}

std::unique_ptr<Overlap> overlap_of(const Machine& machine, Words words) {
    if (!machine.l2_l3_overlaps) return std::make_unique<SerialHierarchy>();
    return std::make_unique<OverlappingTransfers>(Expression({"exposed"}, machine.l1_l2_exposed, words));
}

} // namespace autoconfig
