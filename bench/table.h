// Results as a text table for a terminal.
#pragma once

#include "bench/results.h"

#include <string>

namespace autoconfig::bench {

/// Our speed, % of peak, how many times as fast as each peer we are; geomeans and the worst shape at the
/// end. A second table follows where an oracle ran, then the reason of everything wrong or failed. Ends with
/// a newline.
std::string text_table(const Results& results);

} // namespace autoconfig::bench
