// The cost sheet that terms are entered on.
#pragma once

#include "autoconfig/model/cost.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/model/tiling.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace autoconfig {

/// Everything a term is a function of, and the terms so far.
struct Sheet {
    const Facts& facts;
    const Config& config;
    const Tiling& tiling;
    Words words;
    std::vector<Term> terms;

    /// A term of so many cycles a step.
    template<typename... Numbers>
    void per_step(const char* name, double cycles, const char* formula, const char* numbers,
                  Numbers&&... values) {
        enter(name, cycles, cycles * tiling.steps, formula, numbers, std::forward<Numbers>(values)...);
    }

    /// A term of so many cycles in all.
    template<typename... Numbers>
    void total(const char* name, double cycles, const char* formula, const char* numbers,
               Numbers&&... values) {
        enter(name, 0, cycles, formula, numbers, std::forward<Numbers>(values)...);
    }

private:
    template<typename... Numbers>
    void enter(const char* name, double per_step, double total, const char* formula, const char* numbers,
               Numbers&&... values) {
        Term term;
        term.name = name;
        term.per_step = per_step;
        term.total = total;
        if (words == Words::Yes) {
            term.formula = formula;
            term.numbers = fmt::format(fmt::runtime(numbers), std::forward<Numbers>(values)...);
        }
        terms.push_back(std::move(term));
    }
};

/// T_OL, T_nOL, T_front and, where accumulators are few, T_latency: what the core needs for a step with all
/// data in L1.
void enter_in_core(Sheet& sheet);

/// T_L1L2 a step; T_L2L3 and T_pack in all: bringing A and B to L1.
void enter_transfers(Sheet& sheet);

/// T_block, T_tile, T_out, T_epilogue: what comes before and after the inner loop of a tile.
void enter_results(Sheet& sheet);

/// T_tile alone: starting and ending register tiles.
void enter_tile(Sheet& sheet);

/// All of these for products between transforms: T_data and T_back beside them.
void enter_winograd(Sheet& sheet);

/// Cycles for a line to come from where an array of so many bytes lives; a single sweep over it.
double cycles_per_line(const Machine& machine, double bytes);

} // namespace autoconfig
