// Does each term earn its place? The same judgement with every term left out in turn.
#pragma once

#include "bench/regret/judgement.h"

#include <string>
#include <vector>

namespace autoconfig::bench {

struct AblationRow {
    std::string term;      // left out
    int shapes = 0;        // in whose space a configuration has it
    RegretSummary without; // over all shapes
};

/// Judgements of the shapes by the model without a term; "" leaves none out.
std::vector<Judgement> judge_all(const std::vector<Landscape>& landscapes, const std::string& without);

/// A row a term, in the order met.
std::vector<AblationRow> ablate(const std::vector<Landscape>& landscapes);

} // namespace autoconfig::bench
