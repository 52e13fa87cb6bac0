// Which losing configurations are worth a line, and the term that makes each lose.
#pragma once

#include "autoconfig/decide/decision.h"

#include <cstddef>
#include <string>
#include <vector>

namespace autoconfig::report {

struct Loser {
    const Candidate* candidate = nullptr; // in Decision::ranked
    double slower = 0;                    // predicted cycles / the winner's - 1
    const Term* term = nullptr; // the term with the largest excess over the winner's; null where none has
    bool by_threads = false;    // the largest excess is in how the threads share the work (T_parallel)
    double excess_cycles = 0;   // of that term over the winner's: on one thread, or elapsed if by_threads
    std::vector<std::string> wins_with; // changes among Decision::flips under which its kind wins
};

/// Best first, at most `count`, each of another kind than the winner and those before it. A kind is a
/// strategy, a register tile and a choice of what is packed. Points into `decision`.
std::vector<Loser> best_losers(const Decision& decision, std::size_t count = 3);

} // namespace autoconfig::report
