// What selects of a definition come to where they do not depend on the lane.
#pragma once

#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/stages.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// One iteration of the loops that a definition's conditions ask for: a channel, or the phase of a row.
struct Outcome {
    struct Phase {
        std::int64_t modulus, remainder;
    };
    std::map<std::string, std::int64_t> places; // of loops whose conditions ask for elements
    std::map<std::string, Phase> phases;        // of loops whose conditions ask for remainders alone

    /// The value that a select or a mux() gives; nullptr where it asks for something else.
    const Halide::Expr* taken(const Halide::Internal::Select* select) const;
    const Halide::Expr* taken(const Halide::Internal::Call* mux) const;

private:
    std::optional<bool> of(const Halide::Expr& condition) const;
};

/// Every outcome of the selects in a definition, all as often as each other: conditions `a == k` of a
/// dimension of at most 8 elements that is not the innermost, and `a % m == k` of any, m at most 4. Loops
/// over vectors are written once for each (lowering/unswitch.h). One that knows nothing where there are none
/// or more than 16. `loops` and `extents`: the Func's own, innermost first.
std::vector<Outcome> outcomes(const Stage& stage, const std::vector<std::string>& loops,
                              const std::vector<std::int64_t>& extents);

/// Of an iteration of the stage's values, how often it makes this load: the share of the outcomes that do.
double share_of(const Halide::Internal::Call* load, const Stage& stage, const std::vector<Outcome>& outcomes);

/// The loops whose elements these outcomes are told apart by, and those alone; none where remainders are,
/// too.
Choice choice_among(const std::vector<Outcome>& outcomes, const std::vector<std::string>& loops);

/// Phases of the loop in these outcomes, where they are told apart; else 1.
int phases_of(const std::string& loop, const std::vector<Outcome>& outcomes);

} // namespace autoconfig::extraction
