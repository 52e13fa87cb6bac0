// blocked: register tiles x the K block that L1 leaves, or twice that x packing x parallel loop.
#include "autoconfig/space/choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace autoconfig {

namespace {

/// Columns of a block of the result: together with the A block it leaves half of L2 to B panels.
std::int64_t most_columns(const Facts& facts, const Blocked& block) {
    const std::int64_t half = facts.machine.l2.bytes / 2 - block.MC * block.KC * facts.a_bytes;
    return half / (block.MC * facts.acc_bytes);
}

/// Where a block of the result holds all rows: the most K for which a panel of B and that block leave half of
/// L2 to the rows of A that pass by.
std::int64_t block_k_of_all_rows(const Facts& facts, int NR) {
    const std::int64_t block = facts.M * facts.outer_rows * NR * facts.acc_bytes;
    return (facts.machine.l2.bytes / 2 - block) / (static_cast<std::int64_t>(NR) * facts.b_bytes);
}

/// The largest block of at most so many steps of K, whose rows are all there are of several M loops. None
/// where K, M or N cannot be cut like that.
std::optional<Blocked> block_of_at_most(std::int64_t most, const TileShape& tile, const Facts& facts) {
    if (most < 1 || facts.K <= most) return {};
    const int NR = tile.n_v * facts.lanes;
    Blocked block;
    block.KC = even_block(facts.K, most, facts.k_block_unit);
    if (block.KC == 0 || block.KC >= facts.K) return {};
    block.MC = facts.M;
    block.NC = NR;
    block.pack_a = facts.outer_rows > 1 && facts.a_wants_copy;
    if (facts.outer_rows > 1) return block;
    const std::int64_t rows =
        std::min(block_m(facts.machine.l2, 2 * block.KC, facts.a_bytes),
                 rows_kept(facts.machine.l2, block.KC, facts.a_bytes, facts.a_row_stride));
    block.MC = even_block(facts.M, rows, tile.MR);
    if (block.MC == 0) return {};
    block.NC = even_block(facts.N, std::max<std::int64_t>(most_columns(facts, block), NR), NR);
    return block.NC > 0 ? std::optional(block) : std::nullopt;
}

} // namespace

std::string Blocked::words(const Config& /*config*/) const {
    return fmt::format(" kc{} mc{} nc{}", KC, MC, NC) + words_of(*this);
}

void Blocked::enumerate(Space& space, const Facts& facts) {
    if (facts.N_filled > facts.N) return space.refuse(name, "the last panel of B is filled up beyond n");
    if (facts.problem.innermost(Role::K) < 0)
        return space.refuse(name, "no reduced loop but windows: nothing to block");
    std::string why = "K fits one block";
    const std::size_t before = space.configs.size();
    for (const TileShape& tile : tiles_of(facts)) {
        const int NR = tile.n_v * facts.lanes;
        const std::int64_t in_l1 = block_k(facts.machine.l1, tile.MR, NR, facts.b_bytes);
        if (in_l1 == 0) why = "L1 has no way to spare for a B panel";
        for (std::int64_t most : {facts.outer_rows > 1 ? block_k_of_all_rows(facts, NR) : in_l1, 2 * in_l1}) {
            std::optional<Blocked> block = block_of_at_most(most, tile, facts);
            if (!block) continue;
            for (bool pack_b : copies_of_b(facts, NR, false)) {
                block->pack_b = pack_b;
                add_parallel_variants(space.configs, {*block, tile.MR, tile.n_v, facts.lanes}, facts);
            }
        }
    }
    if (space.configs.size() == before) space.refuse(name, why);
}

} // namespace autoconfig
