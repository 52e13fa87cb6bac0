// Configurations that read B, or A, once and straight through.
#pragma once

#include "autoconfig/space/facts.h"
#include "autoconfig/space/space.h"

namespace autoconfig {

/// stream along_n: a few rows of C in L1 while rows of B pass by; along_k: tiles of sums whose lanes run
/// along k. Adds them, or why they were refused.
void add_streams(Space& space, const Facts& facts);

} // namespace autoconfig
