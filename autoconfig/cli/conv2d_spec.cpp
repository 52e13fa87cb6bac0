// A convolution layer as params of its generators, by the algorithm that is best on a machine.
#include "autoconfig/cli/conv2d.h"
#include "autoconfig/cli/values.h"
#include "autoconfig/decide/algorithm.h"
#include "autoconfig/integers.h"

#include <fmt/core.h>

#include <memory>

namespace autoconfig::cli {

namespace {

/// The kernel by direct sums on plain weights.
KernelSpec plain_spec(const Conv2dOptions& o, const Convolution& layer) {
    KernelSpec spec{"conv2d", {}, {"input", "weights"}};
    if (o.bias) spec.inputs.push_back("bias");
    if (o.residual) spec.inputs.push_back("residual");
    if (o.requantize) spec.inputs.push_back("scale");
    const std::pair<const char*, std::int64_t> numbers[] = {{"n", layer.n},
                                                            {"h", layer.h},
                                                            {"w", layer.w},
                                                            {"c", layer.c},
                                                            {"k", layer.k},
                                                            {"r", layer.r},
                                                            {"s", layer.s},
                                                            {"stride", layer.stride},
                                                            {"pad", layer.pad},
                                                            {"dilation", layer.dilation},
                                                            {"groups", layer.groups},
                                                            {"input_zero", o.input_zero},
                                                            {"output_zero", o.output_zero}};
    for (const auto& [name, value] : numbers) spec.params[name] = std::to_string(value);
    spec.params["layout"] = o.layout;
    spec.params["type"] = o.type;
    spec.params["with_bias"] = truth(o.bias);
    spec.params["with_residual"] = truth(o.residual);
    spec.params["requantize"] = truth(o.requantize);
    spec.params["activation"] = o.activation;
    spec.params["algorithm"] = to_string(Algorithm::Direct);
    return spec;
}

/// The layer by an algorithm: Winograd's with panels of so many channels, direct sums with windows clipped as
/// was costed.
KernelSpec by_algorithm(const Conv2dOptions& options, const Convolution& layer,
                        const AlgorithmCandidate& chosen) {
    KernelSpec spec = plain_spec(options, layer);
    spec.params["algorithm"] = to_string(chosen.algorithm);
    if (chosen.problem.clips_tiles()) spec.params["clip"] = std::to_string(chosen.problem.clipped->tile);
    if (tile_of(chosen.algorithm) == 0) return spec;
    spec.params["panel"] = std::to_string(chosen.config.NR());
    spec.params["packed_weights"] = truth(layer.packed_weights);
    return spec;
}

AlgorithmRequest request_of(const Conv2dOptions& options) {
    AlgorithmRequest request;
    request.accuracy.max_rel_error = options.max_rel_error.value_or(0);
    if (options.error_bound == to_string(ErrorBound::Strict)) request.accuracy.bound = ErrorBound::Strict;
    for (const Algorithm algorithm : all_algorithms)
        if (options.algorithm == to_string(algorithm)) request.forced = algorithm;
    return request;
}

/// The panels that were costed; otherwise one, in which every vector lies side by side. Winograd's last panel
/// is filled up.
std::int64_t panel_of(const Convolution& layer, const AlgorithmCandidate& chosen) {
    if (tile_of(chosen.algorithm) > 0) return chosen.config.NR();
    const std::int64_t panel = chosen.problem.b.panel;
    return panel > 0 ? panel : layer.k;
}

void pack(KernelSpec& spec, const Convolution& layer, const AlgorithmCandidate& chosen) {
    const std::int64_t panel = panel_of(layer, chosen), points = points_of(layer, chosen.algorithm);
    check_elements("packed weights", {panel * ceil_div(layer.k, panel), layer.c / layer.groups, points},
                   "--c, --k, --r or --s");
    spec.params["packed_weights"] = truth(true);
    spec.params["panel"] = std::to_string(panel);
    KernelSpec packer{"conv2d_pack", {}, {"weights"}, "packed"};
    for (const char* param : {"type", "c", "k", "r", "s", "groups", "panel"})
        packer.params[param] = spec.params.at(param);
    packer.params["winograd"] = std::to_string(tile_of(chosen.algorithm));
    spec.packers.push_back(packer);
}

KernelSpec best_spec(const Conv2dOptions& options, const Convolution& layer, const Machine& machine) {
    const auto decision =
        std::make_shared<const AlgorithmDecision>(decide_algorithm(layer, machine, request_of(options)));
    const AlgorithmCandidate& chosen = decision->winner();
    KernelSpec spec = by_algorithm(options, layer, chosen);
    if (layer.packed_weights) pack(spec, layer, chosen);
    spec.algorithm = decision;
    spec.accuracy = decision->request.accuracy;
    return spec;
}

} // namespace

SpecFor conv2d_spec(const Conv2dOptions& options) {
    check(options);
    const Convolution layer = convolution_of(options);
    return [options, layer](const Machine& machine) { return best_spec(options, layer, machine); };
}

} // namespace autoconfig::cli
