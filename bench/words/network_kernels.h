// What networks do beside products: norms, reductions, pooling, scans, gathers. Written as compilers of
// networks write them: one Func a step, sizes are estimates.
#pragma once

#include <Halide.h>

#include <functional>
#include <string>
#include <vector>

namespace autoconfig::words {

/// One kernel, written anew for each scheduler.
struct Written {
    Halide::Pipeline pipeline;
    std::vector<Halide::ImageParam> inputs; // bound to buffers
    Halide::Type type;                      // of the output
    std::vector<int> shape;
};

struct NetworkKernel {
    std::string name; // "softmax 512x1024"
    std::function<Written()> write;
};

std::vector<NetworkKernel> network_kernels();

} // namespace autoconfig::words
