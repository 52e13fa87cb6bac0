// Which algorithm computes a convolution: every one that applies is costed with the same machine and terms.
#pragma once

#include "autoconfig/decide/decision.h"
#include "autoconfig/extract/convolution.h"

#include <optional>
#include <string>
#include <vector>

namespace autoconfig {

/// Direct: sums over the window in place (pointwise and depthwise are direct ones). Im2col: windows copied
/// into panels first. Winograd2, Winograd4: F(2x2, 3x3) and F(4x4, 3x3).
enum class Algorithm { Direct, Im2col, Winograd2, Winograd4 };
constexpr Algorithm all_algorithms[] = {Algorithm::Direct, Algorithm::Im2col, Algorithm::Winograd2,
                                        Algorithm::Winograd4};
const char* to_string(Algorithm algorithm); // "direct", "im2col", "winograd2", "winograd4"

/// Output rows and columns of a tile; 0 for algorithms without.
int tile_of(Algorithm algorithm);

/// Elements that a filter has for each channel: its window, or what that is transformed to.
std::int64_t points_of(const Convolution& layer, Algorithm algorithm);

struct AlgorithmCandidate {
    Algorithm algorithm = Algorithm::Direct;
    double max_rel_error = 0; // bound on the error of its sums, of the kind asked for, see rounding.h
    Problem problem;          // its contraction
    Config config;            // the best one for that
    Cost cost;                // of the whole layer
};

struct AlgorithmRequest {
    Accuracy accuracy; // where none is stated F(2x2, 3x3) is allowed for f32 and F(4x4, 3x3) is not
    std::optional<Algorithm> forced; // Error, with the refusal's reason, where it does not apply
};

struct AlgorithmDecision {
    AlgorithmRequest request;
    Convolution convolution;
    Machine machine;
    std::vector<AlgorithmCandidate> ranked; // by cycles; ranked[0] is chosen
    std::vector<Refusal> refused;           // "winograd2", "stride 2: F(2x2, 3x3) needs stride 1"
    std::vector<Flip> flips;                // sizes at which another algorithm wins, where asked for
    const AlgorithmCandidate& winner() const { return ranked.front(); }
};

/// Deterministic. Error where no algorithm meets the request. Without flips.
AlgorithmDecision decide_algorithm(const Convolution& convolution, const Machine& machine,
                                   const AlgorithmRequest& request);

/// The same with the sizes that would flip the choice, unless it is forced: for reports.
AlgorithmDecision explained(AlgorithmDecision decision);

} // namespace autoconfig
