// How far ahead a loop fetches, and whether it has the time to: arithmetic on a machine's numbers.
#pragma once

#include "autoconfig/machine/machine.h"

#include <cstdint>
#include <optional>

namespace autoconfig::lowering {

/// What fetching ahead needs to know of a machine.
struct FetchLimits {
    int line_bytes = 0;              // a line of L1
    std::int64_t same_set_bytes = 0; // addresses so far apart fall on the same set of L1
    std::int64_t kept_bytes = 0;     // what a loop reads in all and finds in L1 when it is run again
    double loads_per_mac = 0;        // loads that start in the time of one multiply-accumulate
};

FetchLimits fetch_limits(const Machine& machine);

/// What an innermost loop does in an iteration: different vectors and scalars loaded, vectors summed up.
struct LoopWork {
    std::size_t vectors = 0, scalars = 0, sums = 0;
};

/// Whether a loop that fetches every vector takes at most a tenth longer. [12 times 128x128x64 f32 in tiles
/// 2x8: 10 loads, 8 fetches, 16 multiply-adds a step; .97 of oneDNN's speed without them and .90 with;
/// reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-22]
bool has_room(const FetchLimits& limits, const LoopWork& work);

/// A load in a loop.
struct LoadRun {
    std::optional<std::int64_t> moves; // bytes from one iteration to the next; nothing: a row of some image
    std::optional<std::int64_t> iterations; // nothing where it is not known
    bool sum = false;                       // it is part of a sum whose place stays, in a loop with room
    bool copy = false;                      // it is all that is stored
};

/// Iterations from the fetching of a line to its load. Nothing where fetching is not worth it.
std::optional<int> iterations_ahead(const FetchLimits& limits, const LoadRun& load);

} // namespace autoconfig::lowering
