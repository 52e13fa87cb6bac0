// What the main() of a benchmark's program is.
#pragma once

#include <Halide.h>

#include <cstdio>
#include <exception>

namespace autoconfig::words {

/// Runs `measure`; an exception becomes one line on stderr and exit status 1.
inline int run(const char* program, void (*measure)(int argc, char** argv), int argc, char** argv) {
    try {
        measure(argc, argv);
        return 0;
    } catch (const Halide::Error& error) { // no std::exception since Halide 15
        std::fprintf(stderr, "%s: Halide: %s\n", program, error.what());
        return 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", program, error.what());
        return 1;
    }
}

} // namespace autoconfig::words
