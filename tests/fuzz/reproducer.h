// A failing plan as a program.
#pragma once

#include "tests/fuzz/verdict.h"

namespace autoconfig::fuzz {

/// C++ source of a program that builds the pipeline twice, schedules one with the plugin named in its first
/// argument, runs both at the size that failed and says where they differ. It needs nothing but Halide.
std::string reproducer(const Plan& plan, const Verdict& verdict, const std::string& schedule);

} // namespace autoconfig::fuzz
