// See layer.h.
#include "autoconfig/model/layer.h"

#include "autoconfig/model/minimal_filter.h"
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

void add_filter_transform(Ledger& ledger, const Convolution& layer, int m, const Machine& machine) {
    const MinimalFilter& filter = minimal_filter(m);
    const double lanes = static_cast<double>(machine.vector_bits) / layer.accumulator.bits;
    const double plain = lines_of(layer.c * layer.k * 9, layer.weights, machine);
    ledger.add("T_transform", Resource::Core, Phase::Alone,
               ledger.q(symbol::vectors, static_cast<double>(layer.c * layer.k) / lanes) *
                   ledger.q({"operations"}, filter.filter_operations) /
                   ledger.q(symbol::N_fma, machine.mac_f32.per_cycle));
    add_lines(ledger, "T_transform", {"lines of weights"}, 1, plain, machine);
    add_lines(ledger, "T_transform", symbol::lines_of_b, 2, plain / 9 * filter.alpha() * filter.alpha(),
              machine);
}

} // namespace autoconfig
