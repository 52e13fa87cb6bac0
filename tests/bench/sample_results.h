// Results with round numbers, for the tests of what is made of them.
#pragma once

#include "bench/results.h"

namespace autoconfig::bench {

/// Three shapes on a machine of 100 GFLOP/s: one with an oracle, one where ours is wrong, one where a peer
/// failed. Times are chosen so that every derived figure can be checked by hand.
Results sample_results();

} // namespace autoconfig::bench
