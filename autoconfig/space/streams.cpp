// Enumeration of stream: what has few rows, or few columns.
#include "autoconfig/space/streams.h"

#include "autoconfig/space/chains.h"
#include "autoconfig/space/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace autoconfig {

namespace {

void add_stream_along_n(Space& space, const Facts& facts) {
    if (!facts.b_contiguous_in_n) {
        space.refused.emplace_back("stream along_n",
                                   "B is not contiguous in n: every load would be a gather");
        return;
    }
    if (facts.vector_a) {
        space.refused.emplace_back("stream along_n",
                                   "a moves with n: no row of B is used by several rows of C");
        return;
    }
    if (facts.M > stream_most_rows) {
        space.refused.emplace_back(
            "stream along_n",
            fmt::format("needs m <= {}: more rows of C than L1 holds beside B", stream_most_rows));
        return;
    }
    Config config;
    config.strategy = Strategy::Stream;
    config.MR = static_cast<int>(facts.M);
    config.lanes = facts.lanes;
    for (std::int64_t KC : {4, 8}) {
        config.KC = std::min(KC, facts.K);
        config.MC = facts.M;
        // C and KC rows of B in three quarters of L1.
        const std::int64_t row_bytes = facts.M * facts.acc_bytes + config.KC * facts.b_bytes;
        const std::int64_t in_l1 = facts.machine.l1.bytes * 3 / 4 / row_bytes;
        for (std::int64_t most : {in_l1, std::min(in_l1, ceil_div(facts.N, facts.machine.cores))}) {
            config.NC = even_block(facts.N, std::max<std::int64_t>(most, facts.lanes), facts.lanes);
            config.n_v = static_cast<int>(config.NC / facts.lanes);
            add_parallel_variants(space.configs, config, facts);
        }
    }
}

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
    const std::int64_t most =
        rows == 1 ? facts.machine.registers - 2 : (facts.machine.registers - 1) / (rows + 1);
    if (is_narrow(facts) && most > 0) columns.insert(ceil_div(facts.N, ceil_div(facts.N, most)));
    for (auto each = columns.begin(); each != columns.end();)
        each = *each > std::min(facts.N, most) ? columns.erase(each) : std::next(each);
    return columns;
}

void add_stream_along_k(Space& space, const Facts& facts) {
    const bool copies = can_copy_columns(facts);
    if (!facts.one_k_loop || !facts.a_contiguous_in_k || !(facts.b_contiguous_in_k || copies)) {
        space.refused.emplace_back("stream along_k",
                                   "needs A and B (or a copy of few columns) contiguous in one k loop: lanes "
                                   "run along it");
        return;
    }
    Config config;
    config.strategy = Strategy::Stream;
    config.k_vectorised = true;
    config.pack_b = !facts.b_contiguous_in_k;
    config.lanes = facts.k_lanes;
    config.KC = facts.K;
    config.MC = facts.M;
    const std::vector<int> rows = rows_along_k(facts);
    for (int MR : rows)
        for (std::int64_t columns : columns_along_k(facts, MR)) {
            config.MR = MR;
            config.n_v = static_cast<int>(columns);
            config.NC = columns;
            config.jc_in_ir = is_narrow(facts);
            add_parallel_variants(space.configs, config, facts);
            if (MR == rows.back()) add_chains(space.configs, config, facts);
        }
}

} // namespace

void add_streams(Space& space, const Facts& facts) {
    add_stream_along_n(space, facts);
    add_stream_along_k(space, facts);
}

} // namespace autoconfig
