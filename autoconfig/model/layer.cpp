// See layer.h.
#include "autoconfig/model/layer.h"

#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"

namespace autoconfig {

namespace {

double lines_of(std::int64_t elements, ScalarType type, const Machine& machine) {
    return lines(static_cast<double>(elements * type.bytes()), machine);
}

/// Written lines are read first and evicted later.
void add_lines(Ledger& ledger, const char* name, const Symbol& what, double times, double lines,
               const Machine& machine) {
    const double bytes = lines * machine.l1.line_bytes;
    ledger.add(name, waited_for(bytes, machine), Phase::Alone,
               times * ledger.q(what, lines) * line_cycles(ledger, machine, bytes),
               beyond_caches(bytes, machine));
}

} // namespace

void add_columns(Ledger& ledger, const Convolution& layer, const Machine& machine) {
    const std::int64_t elements = layer.n * layer.out_h() * layer.out_w() * layer.c * layer.r * layer.s;
    add_lines(ledger, "T_pack", {"lines of columns"}, 3, lines_of(elements, layer.input, machine), machine);
}

} // namespace autoconfig
