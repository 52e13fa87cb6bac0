// What the terms of a ledger come to: time on one thread, phase by phase, and time on several. Contractions,
// products between transforms and groups of fused Funcs are all added up here.
#pragma once

#include "autoconfig/machine/machine.h"
#include "autoconfig/model/ledger.h"

namespace autoconfig {

/// Shares of the inner loop's steps that are in these phases.
struct Shares {
    double first_row = 0, first_panel = 0;
};

/// How threads share the work: so many tasks, taken one by one; by estimates only where the number is not
/// `exact`.
struct Split {
    double threads = 1, tasks = 1;
    bool exact = true;

    /// Tasks that the last thread to finish has done, the mean over the sizes around the estimates where the
    /// number is not exact: the end of the last round finds (n - 1) / (2 n) of the threads without work.
    double rounds() const;
};

/// T(1) = sum of the phases' times by the machine's overlap policy (overlap.h). A phase's steps keep the
/// resources busy for its share of the terms of all steps, beside the terms of its own.
/// T(n) = max(T(1) * rounds / tasks, memory / min(n, memory_cores)) + threads, and at least the queue, with
/// rounds = ceil(tasks / n), or what Split::rounds() says.
Cost compose(Ledger ledger, const Shares& shares, const Split& split, const Machine& machine);

/// The same on one thread where that is as fast.
Cost compose_cheapest(Ledger ledger, const Shares& shares, const Split& split, const Machine& machine);

} // namespace autoconfig
