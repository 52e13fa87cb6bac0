// Halide's own applications, built from a checkout as their users build them: a Generator of their source,
// run with an autoscheduler's plugin or with the schedule that stands in it.
#pragma once

#include "bench/pipelines/pipelines.h"

#include <string>

namespace autoconfig::cli {

/// Builds what applications_course() names from the checkout of Halide in a folder. The builder throws Error,
/// with the compiler's or the Generator's first line that says why, when one of them fails. Error at once
/// where the folder is no checkout.
bench::PipelineBuilder application_builder(const std::string& checkout);

} // namespace autoconfig::cli
