// The cost sheet that terms are entered on.
#pragma once

#include "autoconfig/model/terms.h"
#include "autoconfig/model/tiling.h"

#include <utility>

namespace autoconfig {

constexpr std::size_t most_terms = 16; // that a configuration has

/// Everything a term is a function of, and the terms so far.
struct Sheet : Terms {
    Sheet(const Facts& facts, const Config& config, const Tiling& tiling, Words words)
        : Terms(words), facts(facts), config(config), tiling(tiling) {
        terms.reserve(most_terms);
    }

    const Facts& facts;
    const Config& config;
    const Tiling& tiling;
    double front_cycles = 0; // a step in the front end, T_front's
    double hiding = 0;       // cycles of the arithmetic under which transfers entered so far run

    /// A term of so many cycles a step.
    template<typename... Numbers>
    void per_step(Combines combines, const char* name, double cycles, const char* formula,
                  const char* numbers, Numbers&&... values) {
        Term& term = total(name, cycles * tiling.steps, formula, numbers, std::forward<Numbers>(values)...);
        term.per_step = cycles;
        term.combines = combines;
    }
};

/// T_OL, T_nOL, T_front and, where accumulators are few, T_latency: what the core needs for a step with all
/// data in L1.
void enter_in_core(Sheet& sheet);

/// T_L1L2 a step; T_L2L3 and T_pack in all: bringing A and B to L1.
void enter_transfers(Sheet& sheet);

/// Of all products.
double result_elements(const Facts& facts);

/// T_block, T_tile, T_out, T_epilogue: what comes before and after the inner loop of a tile.
void enter_results(Sheet& sheet);

/// T_tile alone: starting and ending register tiles.
void enter_tile(Sheet& sheet);

/// All of these for products between transforms: T_data and T_back beside them.
void enter_winograd(Sheet& sheet);

/// T_share: what threads lose by taking lines from each other's caches. Its cycles.
double enter_sharing(Sheet& sheet);

/// T_L1L2 among the terms: whether transfers from L2 run under the arithmetic.
Combines l1_l2_combines(const Machine& machine);

/// What is left of a transfer of so many cycles that runs under so much of the arithmetic.
double exposed(Sheet& sheet, double cycles, double arithmetic);

/// Cycles of the arithmetic, and of what is beside it, that hide no transfer entered so far.
double free_arithmetic(const Sheet& sheet);

/// Cycles a step of the inner loop: the largest Core term, or the sum of the Data terms.
double pace(const std::vector<Term>& terms);

} // namespace autoconfig
