// Pipelines in plain C as Halide compiles them, with metadata, to test what loads any of them.
#pragma once

#include <string>

namespace autoconfig::bench {

/// A pipeline of f32: `in` and `out` have 100 elements by their estimates, `scale` is 2. `statement` runs for
/// each element i: "out[i] = scale * in[i];". Compiles it to DIRECTORY/NAME.a and returns that path.
std::string c_pipeline(const std::string& directory, const std::string& name, const std::string& statement);

} // namespace autoconfig::bench
