// What runs beside what: how long a phase takes in which the resources are busy for so many cycles each. The
// ECM model's two kinds of machines (Stengel et al., ICS 2015; Hofmann et al., ISC 2018): those whose caches
// move lines one level after the other, and those on which all transfers overlap.
#pragma once

#include "autoconfig/machine/machine.h"
#include "autoconfig/model/cost.h"

#include <array>
#include <memory>

namespace autoconfig {

/// Cycles of each resource while a phase lasts.
struct Busy {
    std::array<Expression, resources> cycles;

    const Expression& operator[](Resource resource) const {
        return cycles[static_cast<std::size_t>(resource)];
    }
};

/// How long a phase takes. On every machine arithmetic, issue, loads and transfers from L2, and lines that
/// are fetched ahead go on together, and lines from memory that are waited for come on top.
class Overlap {
public:
    explicit Overlap(bool l1_l2_overlaps) : l1_l2_overlaps_(l1_l2_overlaps) {}
    virtual ~Overlap() = default;
    virtual Expression time(const Busy& busy) const = 0;

protected:
    /// What proceeds side by side on every machine: the longest of it.
    Expression side_by_side(const Busy& busy) const;

private:
    bool l1_l2_overlaps_; // do transfers from L2 go on beside loads, not between them?
};

/// Lines from L3 that are waited for come on top as well.
class SerialHierarchy : public Overlap {
public:
    using Overlap::Overlap;
    Expression time(const Busy& busy) const override;
};

/// They proceed beside the rest; a share of all transfers between caches is not hidden.
class OverlappingTransfers : public Overlap {
public:
    OverlappingTransfers(bool l1_l2_overlaps, const Expression& exposed)
        : Overlap(l1_l2_overlaps), exposed_(exposed) {}
    Expression time(const Busy& busy) const override;

private:
    Expression exposed_;
};

/// That of this machine.
std::unique_ptr<Overlap> overlap_of(const Machine& machine, Words words);

} // namespace autoconfig
