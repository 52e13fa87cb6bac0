// Reading a problem's extents, strides and types once.
#include "autoconfig/space/facts.h"

#include <algorithm>
#include <cstdlib>

namespace autoconfig {

namespace {

/// A row of A whose stride is only known at run time takes an address register of its own; x86-64 has 16
/// general registers, of which loop counters, the B panel and k take the rest. [measured: 6 rows run at 90 %,
/// 8 at 62 % of the speed with known strides]
constexpr int rows_with_run_time_stride = 6;

MacRate rate(const Machine& machine, ScalarType type) {
    if (type.kind != ScalarType::Kind::Float) return machine.mac_i32;
    return type.bits == 64 ? machine.mac_f64 : machine.mac_f32;
}

int power_of_two_at_most(std::int64_t most) {
    int power = 1;
    while (power <= most / 2) power *= 2;
    return power;
}

std::int64_t innermost_extent(const Problem& problem, Role role) {
    const int loop = problem.innermost(role);
    return loop < 0 ? 1 : problem.loops[loop].extent;
}

bool contiguous(const Problem& problem, const Operand& operand, Role role) {
    const int loop = problem.innermost(role);
    return loop >= 0 && operand.step(loop) == 1;
}

} // namespace

Facts::Facts(const Problem& problem, const Machine& machine) : problem(problem), machine(machine) {
    M = innermost_extent(problem, Role::M);
    N = innermost_extent(problem, Role::N);
    K = problem.extent(Role::K) * problem.extent(Role::Window);
    k_run = 1;
    int k_loops = 0;
    for (const Loop& loop : problem.loops)
        if ((loop.role == Role::K || loop.role == Role::Window) && k_loops++ == 0) k_run = loop.extent;
    one_k_loop = k_loops == 1 && problem.innermost(Role::K) >= 0;
    outer_rows = problem.extent(Role::M) / M;
    outer_columns = problem.extent(Role::N) / N;
    batch = problem.extent(Role::Batch);
    outermost_batch = 1;
    for (const Loop& loop : problem.loops)
        if (loop.role == Role::Batch) outermost_batch = loop.extent;
    a_bytes = problem.a.type.bytes();
    b_bytes = problem.b.type.bytes();
    acc_bytes = problem.accumulator.bytes();
    out_bytes = problem.out.type.bytes();
    mac = rate(machine, problem.accumulator);
    max_lanes = machine.vector_bits / (8 * acc_bytes);
    lanes = power_of_two_at_most(std::min<std::int64_t>(max_lanes, N));
    k_lanes = power_of_two_at_most(std::min<std::int64_t>(max_lanes, k_run));
    max_rows = problem.sizes_are_bound() ? machine.registers : rows_with_run_time_stride;
    in_place = problem.consumer == problem.func;
    const int row = problem.innermost(Role::M);
    a_row_step = row < 0 ? 0 : problem.a.step(row);
    a_contiguous_in_k = contiguous(problem, problem.a, Role::K);
    b_contiguous_in_k = contiguous(problem, problem.b, Role::K);
    b_contiguous_in_n = contiguous(problem, problem.b, Role::N);
    b_wrappable = problem.b.wrappable;
    b_wants_packing = !b_contiguous_in_n || (M > 1 && problem.b.ops_per_element > 1);
}

} // namespace autoconfig
