// What a configuration would cost: named terms, each with its formula, the numbers put in and cycles.
#pragma once

#include <string>
#include <vector>

namespace autoconfig {

/// How the terms make a time: max(Core, sum of the Data terms) + sum of the Added ones. Core is the largest
/// of its terms where these count the same steps (a contraction's), their sum where they count different work
/// (a group's).
enum class Combines {
    Core,   // what the core does
    Data,   // loads and transfers: one after the other, under the arithmetic
    Added,  // neither runs under them nor hides them
    Elapsed // on several threads, beyond their shares of the work
};

struct Term {
    std::string name;        // "T_OL", "T_L1L2", "T_pack", ...
    std::string formula;     // "MR*n_v / N_fma"
    std::string numbers;     // "6*4 / 2"
    double per_step = 0;     // cycles per (k, register tile); 0 where the term is not of that kind
    double total = 0;        // cycles of the whole problem on one thread
    bool overlapped = false; // runs under the binding in-core term, not added to the total
    bool binds = false;      // sets the pace of the inner loop
    Combines combines = Combines::Added;
    bool from_afar = false; // lines of whole operands: from memory, where these are larger than the caches
};

/// Whether terms carry their formulas and numbers in words.
enum class Words { No, Yes };

struct Cost {
    std::vector<Term> terms;
    double serial_cycles = 0; // one thread
    double cycles = 0;        // with the configuration's parallel loop
    double tail_waste = 0;    // computed / useful - 1
    double peak_fraction = 0; // of the one-thread in-core peak of the threads used
    const Term* binding() const {
        for (const Term& term : terms)
            if (term.binds) return &term;
        return nullptr;
    }
};

} // namespace autoconfig
