// stream along_k: tiles of sums whose lanes run along k, for few rows, or few columns.
#include "autoconfig/space/choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace autoconfig {

namespace {

/// Few columns beside more rows: B is small, and rows of tiles pass by all of its panels.
bool is_narrow(const Facts& facts) {
    return facts.N <= std::int64_t{2} * facts.max_lanes && facts.N < facts.M;
}

/// A copy of B with k contiguous, made once: of a single product, whose sizes are known.
bool can_copy_columns(const Facts& facts) {
    return is_narrow(facts) && facts.N > 1 && facts.b_contiguous_in_n && facts.b_wrappable &&
           facts.batch * facts.outer_columns * facts.outer_rows == 1 && facts.problem.sizes_are_bound() &&
           facts.k_is_bound;
}

std::vector<int> rows_along_k(const Facts& facts) {
    std::vector<int> rows = {1};
    for (int MR : {2, 3, 4, 6})
        if (MR <= facts.M && MR <= facts.max_rows) rows.push_back(MR);
    return rows;
}

/// Columns of a tile of so many rows, for which there are registers: the accumulators, a vector of each
/// column that all rows read, where there are several, and one of a row. Panels of a narrow B are evened out.
/// [11x29x1208 f32 and 2x99x2560, transposed B, 16 registers: tiles 2x4 take 13.7 us, 3x4 and 2x6 21.9, EPYC
/// (Zen 3, family 25 model 1, 2 cores, KVM); 210x23x329, 32 registers: 4x6 87 % of its peak, 3x8 and 2x12
/// with spills in every step 81 and 58 %, EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-23]
std::set<std::int64_t> columns_along_k(const Facts& facts, int rows) {
    std::set<std::int64_t> columns = {1, 2, 4, 6};
    const std::int64_t most = rows == 1 ? facts.registers - 2 : (facts.registers - 1) / (rows + 1);
    if (is_narrow(facts) && most > 0) columns.insert(ceil_div(facts.N, ceil_div(facts.N, most)));
    for (auto each = columns.begin(); each != columns.end();)
        each = *each > std::min(facts.N, most) ? columns.erase(each) : std::next(each);
    return columns;
}

} // namespace

std::string AlongK::words(const Config& /*config*/) const {
    return std::string(" along_k") + (jc_in_ir ? " jc_in_ir" : "") +
           (chains > 1 ? fmt::format(" chains{}", chains) : "") + (pack_b ? " pack_b" : "");
}

void AlongK::enumerate(Space& space, const Facts& facts) {
    if (!facts.one_k_loop || !facts.a_contiguous_in_k ||
        !(facts.b_contiguous_in_k || can_copy_columns(facts)))
        return space.refuse("stream along_k",
                            "needs A and B (or a copy of few columns) contiguous in one k loop: "
                            "lanes run along it");
    AlongK tile;
    tile.pack_b = !facts.b_contiguous_in_k;
    tile.jc_in_ir = is_narrow(facts);
    const std::vector<int> rows = rows_along_k(facts);
    for (int MR : rows)
        for (std::int64_t columns : columns_along_k(facts, MR)) {
            const Config config = {tile, MR, static_cast<int>(columns), facts.k_lanes};
            add_parallel_variants(space.configs, config, facts);
            if (MR != rows.back()) continue;
            for (const SumsOfElement& sums : sums_side_by_side(config, facts)) {
                AlongK several = tile;
                several.chains = sums.chains;
                add_parallel_variants(space.configs, config.with(several), facts);
            }
        }
}

} // namespace autoconfig
