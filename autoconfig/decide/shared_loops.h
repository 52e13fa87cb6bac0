// Which loops of a Func at root threads share, of each of its stages.
#pragma once

#include "autoconfig/extract/stages.h"
#include "autoconfig/machine/machine.h"

#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig {

/// A loop, and how many of its elements a thread takes at a time; no loop where the name is empty.
struct SharedLoop {
    std::string loop;
    std::int64_t task = 1;
};

/// One a stage: the longest of its pure loops but the first, the outermost of several, in a few tasks a
/// thread; where that leaves threads without work, parts of the first one, of whole vectors. Funcs of which
/// one element decides what an update does keep their loops whole. None where threads gain less than they
/// cost, and for one core.
std::vector<SharedLoop> shared_loops(const std::vector<FuncStages>& funcs, int f, const Machine& machine);

} // namespace autoconfig
