// Builds kernels in processes of their own: a scheduler that crashes or takes forever costs only its result.
#pragma once

#include "bench/kernel_builder.h"

#include <functional>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// A kernel built and linked, or why there is none.
struct Build {
    BuiltKernel kernel;
    std::string shared_library; // path of the .so
    std::string error;          // empty: built

    bool ok() const { return error.empty(); }
};

/// Something to build: `build` runs in a process of its own. A library it gives is linked.
struct BuildJob {
    std::string name, directory; // of the log: DIRECTORY/NAME.build.log
    std::function<BuiltKernel()> build;
};

/// Where kernels of a folder find the library of Halide's runtime that they share.
std::string runtime_in(const std::string& directory);

/// Builds all, `jobs` at a time, each for at most `limit_s` seconds; results in the order of the requests.
/// `on_progress` is told how many are finished, a few times a second. What a failed
/// one printed stays in its log.
std::vector<Build> build_all(const std::vector<BuildJob>& work, int jobs, double limit_s,
                             const std::function<void(int finished)>& on_progress);
std::vector<Build> build_all(const KernelBuilder& builder, const std::vector<KernelRequest>& requests,
                             int jobs, double limit_s, const std::function<void(int finished)>& on_progress);

} // namespace autoconfig::bench
