// Funcs that lie with another dimension than their first one innermost in memory and whose vectors run along
// it: readers that go from row to row, or to places in a row that follow no rule, then need no gathers.
#pragma once

#include "autoconfig/extract/stages.h"

#include <cstddef>
#include <set>
#include <vector>

namespace autoconfig {

/// The Func with dimension d before all others, of its own and as the loops of its stages.
FuncStages turned(FuncStages func, std::size_t d);

/// A read of a Func that was turned so.
void turn(Read& read, std::size_t d);

/// Do the rows of a reader run along dimension d of f?
bool is_read_along(int f, std::size_t d, const std::vector<FuncStages>& funcs, const std::set<int>& readers);

/// Would vectors along d, of which a known number leaves one at a place of its own, load elements that lie a
/// few apart in memory (strided.h), as those of a producer whose rows are that short do? Producers that may
/// be inlined are looked through.
bool loads_strided_along(const FuncStages& func, std::size_t d, const std::vector<FuncStages>& funcs);

/// Dimensions of f along which vectors may run and spare gathers: its own, because its loop over them leads
/// along what it reads while dimension 0 does not, or those of readers whose rows run along them.
std::vector<std::size_t> worth_turning(int f, const std::vector<FuncStages>& funcs,
                                       const std::set<int>& readers);

} // namespace autoconfig
