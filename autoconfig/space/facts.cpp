// Reading a problem's extents, strides and types once.
#include "autoconfig/space/facts.h"

#include "autoconfig/machine/lines_kept.h"

#include <algorithm>
#include <cstdlib>

namespace autoconfig {

namespace {

/// A row of A whose stride is only known at run time takes a general register of its own; x86-64 has 16, of
/// which loop counters, the B panel and k take the rest. The addresses of further rows are loaded in every
/// step. As many rows as fill the registers of AVX-512 with two vectors each are worth that. [estimates only,
/// tiles of 8 to 14 rows by 3 or 2 vectors against 6 by 4: 64x96x512 1.55, 26x64x300 1.14, 22x160x160 1.35,
/// 3x3 28x28x128-128 1.09; AVX2, 14 by one against 6 by 2 0.69; Xeon, Emerald Rapids, model 207, 2 cores,
/// KVM, 2026-11-26]
constexpr int rows_in_general_registers = 6, rows_with_run_time_stride = 14;

bool contiguous(const Operand& operand, int loop) { return loop >= 0 && operand.step(loop) == 1; }

std::int64_t extent_of(const Problem& problem, int loop) { return loop < 0 ? 1 : problem.loops[loop].extent; }

/// The window in the dimension of a that rows move along.
HeldWindow window_over(const Problem& problem, int row) {
    HeldWindow window;
    for (const auto& dimension : problem.a.coefficient) {
        if (row < 0 || dimension[row] == 0) continue;
        window.step = static_cast<int>(std::abs(dimension[row]));
        window.extent = 1;
        for (std::size_t l = 0; l < problem.loops.size(); ++l) {
            if (problem.loops[l].role != Role::Window || dimension[l] == 0) continue;
            window.dilation = static_cast<int>(std::abs(dimension[l]));
            window.extent += window.dilation * static_cast<int>(problem.loops[l].extent - 1);
        }
    }
    return window;
}

/// N, and what fills the last panel of B up to whole vectors: computed with the others where every vector of
/// the panels holds a column of the result, which a Func of its own takes from them: its last vector moves
/// inwards within the last panel, which of several cannot be a single vector.
std::int64_t filled_columns(const Facts& facts) {
    const Problem& problem = facts.problem;
    const std::int64_t panel = facts.b_panel, filled = panel > 0 ? ceil_div(facts.N, panel) * panel : facts.N;
    const bool few_vectors = 4 * panel <= std::int64_t{facts.registers} * facts.max_lanes;
    const bool single_vectors = panel == facts.max_lanes && panel < facts.N;
    const bool apart = !problem.consumer.empty() && problem.consumer != problem.func;
    const bool applies = panel % facts.max_lanes == 0 && filled - facts.N < facts.max_lanes && few_vectors &&
                         !single_vectors && apart && !facts.part_of_a_a_panel && !problem.clips_tiles() &&
                         problem.sizes_are_bound();
    return applies ? filled : facts.N;
}

/// Vectors of any length: one that is no power of two lies in a register with lanes to spare, loaded in
/// pieces. [packed, 28x28 layers: 240->60 1x1 in 3 groups, 4 lanes against 10: 58 and 142 GFLOP/s; 60->60 3x3
/// in 5, 4 against 12: 57 and 151; 96->96 3x3 in 16, 2 against 6: 29 and 75; 1x10x512, 8 lanes twice against
/// 10: 30 and 44; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
int lanes_of_columns(const Facts& facts) {
    const auto& groups = facts.problem.groups;
    const bool in_groups = groups && groups->within == facts.column;
    const std::int64_t most = std::min<std::int64_t>(facts.max_lanes, facts.N_filled);
    const bool part_of_vector = facts.problem.sizes_are_bound() && facts.N_filled < facts.max_lanes;
    int lanes = in_groups || part_of_vector ? static_cast<int>(most) : power_of_two_at_most(most);
    while (in_groups && facts.N % lanes != 0) --lanes;
    // Halide 14 does not align the one element of a tile of two columns at an odd end for its vectors.
    const bool odd_end = lanes == 2 && facts.N_filled < 4 && !facts.problem.sizes_are_bound();
    return odd_end ? 1 : lanes;
}

/// Elements of the operand's first dimension that the loops of one group reach, as part of a line.
double part_of_line(const Problem& problem, const Operand& operand, const Machine& machine) {
    double elements = 1;
    for (int l = 0; !operand.coefficient.empty() && l < static_cast<int>(problem.loops.size()); ++l)
        if (!problem.runs_over_groups(l))
            elements +=
                static_cast<double>(std::abs(operand.coefficient[0][l]) * (problem.loops[l].extent - 1));
    return std::min(1.0, elements * operand.type.bytes() / machine.l1.line_bytes);
}

/// The innermost K loop; others have one step, as the window of a 1x1 layer.
bool sums_over_one_loop(const Facts& facts) {
    const auto has_one_step = [&](int l) {
        const Loop& loop = facts.problem.loops[l];
        return loop.extent == 1 && loop.source == ExtentSource::Bound;
    };
    const std::vector<int>& loops = facts.k_loops;
    return facts.k >= 0 && loops.front() == facts.k &&
           std::all_of(loops.begin() + 1, loops.end(), has_one_step);
}

bool fits_16_bits(ScalarType type) {
    return type.kind == ScalarType::Kind::Int ? type.bits <= 16
                                              : type.kind == ScalarType::Kind::UInt && type.bits <= 8;
}

/// A changes along the columns, as B does.
bool multiplies_vectors(const Problem& problem) {
    const int column = problem.columns();
    return column >= 0 && problem.loops[column].role == Role::Batch;
}

/// Sums of products within a lane are of signed integers of 32 bits, of elements of A that are broadcast.
int steps_multiplied_at_once(const Problem& problem, const Machine& machine) {
    const bool may = !problem.step && !multiplies_vectors(problem) &&
                     problem.accumulator == ScalarType{ScalarType::Kind::Int, 32} &&
                     fits_16_bits(problem.a.type) && fits_16_bits(problem.b.type);
    if (!may) return 1;
    const bool are_bytes = problem.a.type.bits == 8 && problem.b.type.bits == 8;
    if (are_bytes && machine.mac_i8.per_cycle > 0) return 4;
    return machine.pairs_of_i16 ? 2 : 1;
}

/// Registers for what is there for all sums: of pairs that of A, in all lanes, and the products; of fours
/// that of A and the order of elements; where one operand is moved, the bit that does it, 128, and what sums
/// exceed by.
int registers_beside_sums(const Facts& facts) {
    constexpr int of_pairs = 2, of_fours = 2, of_moved = 5;
    if (facts.problem.step) return facts.problem.step->temporaries;
    if (facts.steps_at_once < 4) return facts.steps_at_once > 1 ? of_pairs : 0;
    return of_fours + (facts.moves_a() ? of_moved : 0);
}

/// What a step takes of the machine.
void read_step(Facts& facts) {
    const std::optional<GeneralStep>& step = facts.problem.step;
    const MacRate& of_type = mac_rate(facts.problem, facts.machine);
    const bool is_float = facts.problem.accumulator.kind == ScalarType::Kind::Float;
    facts.steps_at_once = steps_multiplied_at_once(facts.problem, facts.machine);
    facts.registers = facts.machine.registers - registers_beside_sums(facts);
    facts.instructions = step ? step->instructions : 1;
    facts.per_cycle = is_float ? of_type.per_cycle : facts.machine.mac_i32.per_cycle;
    facts.mac = {of_type.per_cycle / facts.instructions, of_type.latency_cycles};
}

int rows_kept(const Facts& facts) {
    const Cache& l1 = facts.machine.l1;
    const bool apart = !facts.vector_a && facts.a_row_stride >= l1.line_bytes;
    return static_cast<int>(lines_kept(l1, apart ? facts.a_row_stride : l1.line_bytes, 1));
}

} // namespace

const MacRate& mac_rate(const Problem& problem, const Machine& machine) {
    if (problem.accumulator.kind != ScalarType::Kind::Float) {
        const bool in_one = machine.mac_i8.per_cycle > 0 && steps_multiplied_at_once(problem, machine) > 1;
        return in_one ? machine.mac_i8 : machine.mac_i32;
    }
    return problem.accumulator.bits == 64 ? machine.mac_f64 : machine.mac_f32;
}

Facts::Facts(const Problem& problem, const Machine& machine)
    : problem(problem), machine(machine), row(problem.row()), outer_row(problem.outer_row_loop()),
      column(problem.columns()), k(problem.innermost(Role::K)), blocked_row(problem.row_block_loop()),
      b_panel(problem.b.panel) {
    M = extent_of(problem, row);
    N = extent_of(problem, column);
    row_loop = extent_of(problem, outer_row);
    blocked_rows = extent_of(problem, blocked_row);
    vector_a = multiplies_vectors(problem);
    K = problem.extent(Role::K) * problem.extent(Role::Window);
    kept = problem.kept();
    k_loops = problem.reduction_order();
    k_block_unit = problem.k_block_unit();
    k_run = 1;
    for (auto loop = problem.loops.rbegin(); loop != problem.loops.rend(); ++loop)
        if (loop->role == Role::K || loop->role == Role::Window) k_run = loop->extent;
    one_k_loop = sums_over_one_loop(*this);
    k_is_bound = std::all_of(k_loops.begin(), k_loops.end(),
                             [&](int loop) { return problem.loops[loop].source == ExtentSource::Bound; });
    outer_rows = problem.extent(Role::M) / M;
    groups = problem.groups ? problem.loops[problem.groups->over].extent : 1;
    part_of_a_a_panel = vector_a || groups > 1;
    outer_columns = groups * (vector_a ? 1 : problem.extent(Role::N) / N);
    batch = problem.extent(Role::Batch) / groups / (vector_a ? N : 1);
    batch_loop = problem.outermost_batch_loop();
    outermost_batch = extent_of(problem, batch_loop);
    a_bytes = problem.a.type.bytes();
    b_bytes = problem.b.type.bytes();
    acc_bytes = problem.accumulator.bytes();
    out_bytes = problem.out.type.bytes();
    read_step(*this);
    max_lanes = machine.vector_bits / (8 * acc_bytes);
    N_filled = filled_columns(*this);
    lanes = lanes_of_columns(*this);
    k_lanes = power_of_two_at_most(std::min<std::int64_t>(max_lanes, k_run));
    max_rows = problem.sizes_are_bound() ? registers : rows_with_run_time_stride;
    strides_are_known = problem.sizes_are_bound() && !problem.a.run_time_strides;
    addressed_rows = strides_are_known ? max_rows : rows_in_general_registers;
    a_row_stride = row < 0 ? 0 : std::abs(static_cast<double>(problem.a.step(row))) * a_bytes;
    c_row_step = row < 0 ? 0 : problem.out.step(row);
    rows_in_l1 = rows_kept(*this);
    a_contiguous_run = 1;
    for (std::size_t l = 0; !problem.a.coefficient.empty() && l < problem.loops.size(); ++l)
        a_contiguous_run += std::abs(problem.a.coefficient[0][l]) * (problem.loops[l].extent - 1);
    a_contiguous_in_k = contiguous(problem.a, k);
    b_contiguous_in_k = contiguous(problem.b, k);
    b_contiguous_in_n = contiguous(problem.b, column);
    b_wrappable = problem.b.wrappable;
    b_operations = problem.transforms ? 0 : std::max(0.0, problem.b.ops_per_element - 1);
    b_wants_packing = !b_contiguous_in_n || (b_panel == 0 && M > 1 && problem.b.ops_per_element > 1);
    outer_column = problem.longest_outer_column_loop();
    longest_outer_columns = extent_of(problem, outer_column);
    a_wants_copy = problem.a.movable;
    const std::int64_t images = outer_rows / row_loop;
    a_total_bytes =
        static_cast<double>(images * groups) * bytes(problem.a, {M, row_loop, vector_a ? N : 1, K});
    b_total_bytes = static_cast<double>(batch * outer_columns) * bytes(problem.b, {1, 1, N, K});
    bytes_once = problem.bytes_once();
    a_free_inside =
        a_wants_copy && problem.a.interior_ops_per_element == 0 && problem.innermost(Role::Window) >= 0;
    group_lines_a = groups > 1 ? 1 / part_of_line(problem, problem.a, machine) : 1;
    group_lines_out = groups > 1 ? 1 / part_of_line(problem, problem.out, machine) : 1;
    window = vector_a ? window_over(problem, row) : HeldWindow();
}

std::int64_t Facts::unrolled_steps(int loops) const {
    std::int64_t steps = 1;
    for (int l = 0; l < loops; ++l) steps *= problem.loops[k_loops[l]].extent;
    return steps;
}

double Facts::bytes(const Operand& operand, const Box& box) const {
    std::vector<std::int64_t> extents;
    extents.reserve(problem.loops.size());
    for (int l = 0; l < static_cast<int>(problem.loops.size()); ++l) {
        const Loop& loop = problem.loops[l];
        const bool reduced = loop.role == Role::K || loop.role == Role::Window;
        extents.push_back(l == row         ? box.rows
                          : l == outer_row ? box.outer_rows
                          : l == column    ? box.columns
                          : l == k         ? std::min(ceil_div(box.KC, k_block_unit), loop.extent)
                          : reduced        ? loop.extent
                                           : 1);
    }
    return problem.footprint(operand, extents) * operand.type.bytes();
}

} // namespace autoconfig
