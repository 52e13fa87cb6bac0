// Kernels in plain C with the calling convention of compiled Halide code, to test what loads them.
#pragma once

#include <string>

namespace autoconfig::bench {

/// The statement that a kernel runs for each element: `*out` is where it goes, `sum` the dot product of f32.
/// "*out = sum;" is a right kernel of an NN product without batch.
/// Compiles it to DIRECTORY/NAME.a and returns that path.
std::string c_kernel(const std::string& directory, const std::string& name, const std::string& statement);

/// Compiles C source to DIRECTORY/NAME.a; `struct buffer` and the part of Halide's runtime that handles
/// errors are there before it.
std::string c_library(const std::string& directory, const std::string& name, const std::string& source);

} // namespace autoconfig::bench
