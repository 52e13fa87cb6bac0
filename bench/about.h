// Where and when this runs.
#pragma once

#include <string>

namespace autoconfig::bench {

std::string cpu_model(); // "Intel(R) Xeon(R) Processor", from /proc/cpuinfo; "unknown CPU" without it
std::string utc_date();  // "2024-11-21T06:20:31Z"

} // namespace autoconfig::bench
