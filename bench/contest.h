// One shape from request to result: build the kernels, time everything, keep what came of each.
#pragma once

#include "bench/bench.h"
#include "bench/builds.h"
#include "bench/progress.h"
#include "bench/results.h"

#include <map>
#include <string>

namespace autoconfig::bench {

struct Contest {
    ShapeResult result;
    std::map<std::string, std::string> versions; // of the libraries that took part
};

/// Never throws because of a contestant. `options.peers` are valid and complete.
Contest hold_contest(const Shape& shape, const Options& options, const KernelBuilder& builder,
                     Progress& progress);

} // namespace autoconfig::bench
