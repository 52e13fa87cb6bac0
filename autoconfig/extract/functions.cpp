// See functions.h.
#include "autoconfig/extract/functions.h"

namespace autoconfig::extraction {

Functions::Functions(const Halide::Pipeline& pipeline) {
    for (const Halide::Func& output : pipeline.outputs()) outputs.push_back(output.function());
    all = Halide::Internal::build_environment(outputs);
}

std::vector<std::string> Functions::order() const {
    return Halide::Internal::topological_order(outputs, all);
}

} // namespace autoconfig::extraction
