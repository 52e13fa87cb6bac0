// The tables that the repository's documents publish, by name.
#pragma once

#include "bench/published/markdown.h"
#include "bench/published/raw.h"

#include <string>

namespace autoconfig::bench {

/// In Markdown, with what it was measured on and by. Error where no table has the name, or raw results are
/// missing.
///   overview       every table below by its means
///   matmul         matmul-1 and matmul-2: products on one and on two threads
///   conv2d         conv2d-packed-1, -2, conv2d-plain-1, -2: layers, of packed and of plain weights
///   pipelines      pipelines: the repository's own, on one and on two threads
///   applications   applications: Halide's own, on one thread
std::string published_table(const std::string& name, const Raw& raw);

// Each of them.
std::string overview_table(const Raw& raw);
std::string matmul_table(const Raw& raw);
std::string conv2d_table(const Raw& raw);
std::string pipelines_table(const Raw& raw);
std::string applications_table(const Raw& raw);

/// How many times as fast as another we are; "failed" where the other alone ran right, which counts as little
/// (summary.h); nothing where the other did not.
Cell against(const Outcome* mine, const Outcome* other);

} // namespace autoconfig::bench
