// The judgement of the model on shapes that nobody fitted: draw shapes, measure their spaces, report.
#pragma once

#include "bench/kernel_builder.h"
#include "bench/regret/model.h"

#include <cstdint>
#include <string>

namespace autoconfig::bench {

struct RegretOptions {
    int count = 60;        // matrix products
    int convolutions = 40; // direct convolution layers
    std::uint64_t seed = 1;
    int threads = 1;
    std::string out_directory;   // created; gets spaces/, regret.json and regret.md
    int most = 120;              // configurations measured a shape, see selection.h
    double seconds_a_shape = 20; // of timing, about
    int build_jobs = 1;          // kernels compiled at a time
    bool ablate = false;         // also judge the model without each of its terms
    bool search = false;         // also replay searches on the measured spaces
};

/// Goes on where an earlier run with the same folder stopped. Tables on stdout, progress on stderr. Error on
/// bad options, a folder that cannot be written, a file in it that is not what it should be. A shape that
/// cannot be measured is named below the tables and does not stop the run.
void run_regret(const RegretOptions& options, const KernelBuilder& builder, const RuntimeBuilder& runtime,
                const SpaceModel& model);

} // namespace autoconfig::bench
