// Where, when and by which command this runs.
#pragma once

#include <string>

namespace autoconfig::bench {

std::string cpu_model(); // "Intel(R) Xeon(R) Processor", from /proc/cpuinfo; "unknown CPU" without it
std::string machine();   // "AMD EPYC, family 26 model 2, 2 cores": the model, where it has them, and cores
std::string utc_date();  // "2024-11-21T06:20:31Z"
std::string command();   // of this process: "autoconfig bench matmul --threads 1 ..."
std::string halide_version(); // that the kernels are built with: "14.0.0"

} // namespace autoconfig::bench
