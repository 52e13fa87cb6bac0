// See parallel_loop.h.
#include "autoconfig/model/parallel_loop.h"

namespace autoconfig {

namespace {

/// Two threads are one pair, and one waits for the other.
Expression times(const Ledger& ledger, const char* what, double count, const Expression& each) {
    return count > 1 ? ledger.q({what}, count) * each : each;
}

} // namespace

Expression fork_join(const Ledger& ledger, const Machine& machine, double threads) {
    return times(ledger, "pairs of threads", threads * (threads - 1) / 2,
                 ledger.q({"fork_join", cycles_unit}, machine.fork_join_cycles));
}

Expression queue_turn(const Ledger& ledger, const Machine& machine, double threads) {
    return times(ledger, "other threads", threads - 1,
                 ledger.q({"queue", cycles_unit}, machine.queue_cycles));
}

} // namespace autoconfig
