// A shared library of compiled Halide code, with Halide's runtime in it.
#pragma once

#include "bench/peers/library.h"

#include <string>

namespace autoconfig::bench {

/// Loaded apart from every other copy of Halide's runtime; errors come back as a status instead of ending the
/// process.
class HalideLibrary : public Library {
public:
    explicit HalideLibrary(const std::string& path); // Error when it cannot be loaded

    /// Error, with what the runtime said last, where a function returned a status other than 0.
    static void check(int status, const std::string& function);
};

} // namespace autoconfig::bench
