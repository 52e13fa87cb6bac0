// Everything that is decided about a pipeline, in the form in which it is scheduled and reported: nothing is
// left open.
#pragma once

#include "autoconfig/decide/combine.h"
#include "autoconfig/decide/storage.h"

#include <string>
#include <vector>

namespace autoconfig {

struct Plan {
    std::vector<ContractionPlan> contractions;
    Fusion fusion;                  // of everything else
    std::vector<Storage> storage;   // of what is neither an output nor inlined
    double peak_bytes = 0;          // all that is at root, and the tiles that take most, of all threads
    std::vector<std::string> notes; // what the reader should know of it
};

Plan legalise(const Combination& combination, const StageGraph& graph, const Machine& machine);

} // namespace autoconfig
