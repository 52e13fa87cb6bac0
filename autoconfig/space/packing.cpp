// Which copies of operands are worth trying beside register tiles, and how panels are packed.
#include "autoconfig/space/choices.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Lines of a panel packed at a time: what L1 can wait for at once (Intel 64 and IA-32 Architectures
/// Optimization Reference Manual, Golden Cove: 16 fill buffers), at least `fewest_rows` of it, so that asking
/// whether this is the first row of tiles costs little.
constexpr int lines_in_flight = 16, fewest_rows = 4;

/// Does some loop of more than one step move every index of the operand?
bool moves_throughout(const Operand& operand, const Problem& problem) {
    return std::all_of(operand.coefficient.begin(), operand.coefficient.end(), [&](const auto& of_loops) {
        for (std::size_t l = 0; l < of_loops.size(); l++)
            if (of_loops[l] != 0 && problem.loops[l].extent > 1) return true;
        return false;
    });
}

/// Where one loop runs over rows of tiles, in order, and all extents and strides are known: with others,
/// addresses and sums leave the registers in so many unrolled steps. [128x768x768, sizes bound, strides not:
/// 150 GFLOP/s without, 67 to 83 with; Xeon, Emerald Rapids, model 207, 2 cores, KVM, 2026-11-26] Columns of
/// a transposed panel are read in longer runs than a few rows. A panel of b(n, k, 0) Halide (14) folds onto
/// one block of k, and later rows of tiles read what is left of the others.
int k_pack(const Config& config, const Facts& facts) {
    const bool ordered = facts.outer_rows == 1 && facts.groups == 1 && config.parallel != ParallelLoop::Ic;
    const bool known = facts.strides_are_known && facts.k_is_bound;
    if (!moves_throughout(facts.problem.b, facts.problem)) return 0;
    const bool applies = config.pack_b() && config.panels() == 1 && facts.b_contiguous_in_n &&
                         !facts.vector_a && facts.one_k_loop;
    if (!applies || !ordered || !known) return 0;
    const std::int64_t row_bytes = std::int64_t{config.NR()} * facts.b_bytes;
    const std::int64_t lines_a_row = ceil_div(row_bytes, facts.machine.l1.line_bytes);
    std::int64_t rows = fewest_rows;
    while (2 * rows * lines_a_row <= lines_in_flight) rows *= 2;
    return static_cast<int>(rows);
}

} // namespace

std::vector<bool> copies_of_a(const Facts& facts) {
    if (!facts.a_wants_copy) return {false};
    return facts.a_free_inside ? std::vector<bool>{false, true} : std::vector<bool>{true};
}

std::vector<bool> copies_of_b(const Facts& facts, int NR, bool within_row_blocks) {
    std::vector<bool> tried;
    if (!facts.b_wants_packing || !facts.b_wrappable) tried.push_back(false);
    const bool lies_in_panels = NR == facts.b_panel;
    const bool for_nothing = within_row_blocks && facts.outer_row >= 0 && !facts.b_wants_packing;
    if (facts.b_wrappable && !lies_in_panels && !for_nothing) tried.push_back(true);
    return tried;
}

void set_k_pack(Config& config, const Facts& facts) {
    const int rows = k_pack(config, facts);
    const auto set = [&](auto& own) {
        if constexpr (std::is_base_of_v<Copies, std::decay_t<decltype(own)>>) own.k_pack = rows;
    };
    std::visit(set, config.strategy);
}

std::string words_of(const Copies& copies) {
    return std::string(copies.pack_a ? " pack_a" : "") + (copies.pack_b ? " pack_b" : "");
}

} // namespace autoconfig
