// Contractions and fused Funcs together: which Funcs a contraction takes, and which contractions are better
// computed as members of a group.
#pragma once

#include "autoconfig/decide/decision.h"
#include "autoconfig/decide/fusion.h"
#include "autoconfig/extract/stages.h"

#include <set>
#include <string>
#include <vector>

namespace autoconfig {

/// Funcs that the schedules of these contractions compute: results, what is between them and their consumers,
/// packed operands.
std::set<std::string> taken_by(const std::vector<Decision>& decisions);

/// A contraction that was left to the fused Funcs.
struct LeftToFusion {
    std::string func;
    double apart = 0, fused = 0; // cycles of the whole pipeline
};

struct Combination {
    std::vector<Decision> contractions;
    Fusion fusion; // of everything else
    std::vector<LeftToFusion> left;
};

/// `graph`: the pipeline, where only what is scheduled by hand is fixed. A matrix times a vector (M or N of
/// one element: nothing is reused in registers) whose operand a group takes longer to make than the
/// contraction takes is tried as part of the groups near it, and stays there where all of it then costs less;
/// so does one whose result would need a buffer that Halide refuses.
Combination combine(std::vector<Decision> decisions, const StageGraph& graph, const Machine& machine);

} // namespace autoconfig
