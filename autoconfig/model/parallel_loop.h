// What Halide's parallel loops take beside their work, by the threads that take part.
#pragma once

#include "autoconfig/machine/machine.h"
#include "autoconfig/model/ledger.h"

namespace autoconfig {

/// Entering and leaving a loop once. Each thread wakes, takes the pool's one lock and is waited for, behind
/// all that came before it: fork_join for every pair of threads. [a task a thread, 2, 4, 8 and 16 threads:
/// 0.7 to 1.7, 5.1 to 6.1, 22 to 27 and 73 us, 0.6 to 1.0 us a pair; bench/words/parallel_loops, Halide 14's
/// pool, Xeon (Sapphire Rapids, 16 cores, Firecracker), 2026-11-26]
Expression fork_join(const Ledger& ledger, const Machine& machine, double threads);

/// A task's turn at the queue, where each of the other threads waits for the lock, too: queue for each of
/// them. [tasks of 0.1 us, 2, 4, 8 and 16 threads: 0.2, 0.3, 0.4 and 0.8 us a task; ibid.]
Expression queue_turn(const Ledger& ledger, const Machine& machine, double threads);

} // namespace autoconfig
