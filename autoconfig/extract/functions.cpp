// See functions.h.
#include "autoconfig/extract/functions.h"

namespace autoconfig::extraction {

Functions::Functions(const Halide::Pipeline& pipeline) {
    for (const Halide::Func& output : pipeline.outputs()) outputs.push_back(output.function());
    for (const Halide::Internal::Function& output : outputs)
        all.merge(Halide::Internal::find_transitive_calls(output));
}

std::vector<std::string> Functions::order() const {
    return Halide::Internal::topological_order(outputs, all);
}

} // namespace autoconfig::extraction
