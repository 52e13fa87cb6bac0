// See phases.h.
#include "autoconfig/extract/access/phases.h"

#include "autoconfig/extract/access/scattered.h"

#include <algorithm>
#include <cmath>

namespace autoconfig::extraction {

namespace {

constexpr int most_phases = 4;

bool is_whole(double number) { return std::abs(number - std::round(number)) < 1e-9; }

/// Of one index.
int phases_of(const Movement& move, std::size_t loop) {
    if (!move.moved_by(loop) || move.scattered_by(loop)) return 1;
    for (int phases = 1; phases <= most_phases; ++phases)
        if (is_whole(phases * move.slope[loop])) return phases;
    return 1;
}

} // namespace

int phases_along(std::size_t loop, const std::string& name, const Stage& stage,
                 const std::vector<Read>& reads) {
    int most = 1;
    for (const Halide::Internal::Call* load : stage.loads)
        for (const Halide::Expr& index : load->args) most = std::max(most, parts_by_remainders(index, name));
    for (const Read& read : reads)
        for (const Movement& move : read.at) most = std::max(most, phases_of(move, loop));
    return most;
}

} // namespace autoconfig::extraction
