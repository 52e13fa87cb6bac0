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

/// What comes on top on every machine.
Expression added(const Busy& busy) { return busy[Resource::Memory] + busy[Resource::Serial]; }

} // namespace

Expression Overlap::side_by_side(const Busy& busy) const {
    const Expression &loads = busy[Resource::Load], &lines = busy[Resource::L1L2];
    return largest({busy[Resource::Fma] + busy[Resource::Core], busy[Resource::Latency],
                    busy[Resource::FrontEnd], l1_l2_overlaps_ ? loads : loads + lines,
                    l1_l2_overlaps_ ? lines : Expression(), busy[Resource::Store], busy[Resource::Ahead]});
}

Expression SerialHierarchy::time(const Busy& busy) const {
    return side_by_side(busy) + busy[Resource::L2L3] + busy[Resource::Runs] + added(busy);
}

Expression OverlappingTransfers::time(const Busy& busy) const {
    const Expression transfers = busy[Resource::L1L2] + busy[Resource::L2L3];
    const Expression waits = transfers.value() * exposed_.value() == 0 ? 0 : exposed_ * transfers;
    return largest({side_by_side(busy), busy[Resource::L2L3] + busy[Resource::Runs]}) + waits + added(busy);
}

std::unique_ptr<Overlap> overlap_of(const Machine& machine, Words words) {
    if (!machine.l2_l3_overlaps) return std::make_unique<SerialHierarchy>(machine.l1_l2_overlaps);
    return std::make_unique<OverlappingTransfers>(machine.l1_l2_overlaps,
                                                  Expression({"exposed"}, machine.l1_l2_exposed, words));
}

} // namespace autoconfig
