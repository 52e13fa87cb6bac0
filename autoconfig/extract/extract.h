// Static information extraction: finds the contractions of a Halide pipeline. Reads the pipeline,
// changes nothing.
#pragma once

#include "autoconfig/extract/problem.h"

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace autoconfig {

/// A Func that is not a contraction AutoConfig models, and why (for the report).
struct Unmodelled {
    std::string func;
    std::string reason; // "min-reduction", "two update definitions", "index x*y is not affine", ...
};

struct Extraction {
    std::vector<Problem> contractions;       // producers before consumers
    std::vector<Unmodelled> unmodelled;      // Funcs with an update definition that were not taken
    std::map<std::string, std::string> left; // Funcs that are left alone, and why
    std::vector<std::string> notes;          // on sizes of Funcs that no contraction's notes are about
};

/// Never throws on a valid pipeline.
Extraction extract(const Halide::Pipeline& pipeline);

} // namespace autoconfig
