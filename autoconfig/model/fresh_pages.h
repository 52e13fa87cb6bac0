// Memory that the system gives anew: the first write to each of its pages.
#pragma once

#include "autoconfig/machine/machine.h"
#include "autoconfig/model/ledger.h"

#include <vector>

namespace autoconfig {

/// Bytes that malloc returns to the system when blocks of these sizes are freed together.
double given_back(const std::vector<double>& blocks);

/// T_fault: of so many pages, one after the other.
void add_fresh_pages(Ledger& ledger, const Machine& machine, double pages);

/// T_fault of an array at root of so many bytes, which malloc gives back in every run where it is large,
/// however much else is there (lowering/large_pages.h).
void add_fresh_array(Ledger& ledger, const Machine& machine, double bytes);

} // namespace autoconfig
