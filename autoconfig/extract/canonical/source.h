// The text of output_sum.h and vector_tanh.h, for the schedules that are written.
#pragma once

#include <string>

namespace autoconfig {

extern const std::string source_of_output_sum, source_of_vector_tanh;

} // namespace autoconfig
