// Closed-form block sizes against numbers worked by hand.
#include "autoconfig/space/blocks.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

#include <set>

namespace autoconfig::testing {
namespace {

Cache cache(std::int64_t bytes, int ways) {
    Cache c;
    c.bytes = bytes;
    c.ways = ways;
    return c;
}

// Low et al., TOMS 43(2), 2016, work an example for a core with 4 doubles a vector, latency 8 and one FMA a
// cycle: 8 x 4, KC 256, MC 96. There m is the vectorised side; here n is, so MR is 4 and NR is 8.
const Cache example_l1 = cache(32 * 1024, 8), example_l2 = cache(256 * 1024, 8);

TEST(BlockK, WorkedExampleOfLowEtAl) {
    // 7 ways to share at 1 : 4/8, of which B gets floor(7 / 1.5) = 4: 4 * 64 sets * 64 B / (8 * 8 B).
    EXPECT_EQ(block_k(example_l1, 4, 8, 8), 256);
}

TEST(BlockM, WorkedExampleOfLowEtAl) {
    // (8 - 2) ways * 512 sets * 64 B / (256 * 8 B).
    EXPECT_EQ(block_m(example_l2, 256, 8), 96);
}

TEST(RowsKept, OnTheSetsThatTheyFallOn) {
    // 6 of 8 ways: of 8192 lines, or of the 2048 at the same quarters of all pages; 16 lines a row.
    EXPECT_EQ(rows_kept(cache(512 * 1024, 8), 256, 4, 3968), 384);
    EXPECT_EQ(rows_kept(cache(512 * 1024, 8), 256, 4, 4096), 96);
    EXPECT_EQ(rows_kept(cache(512 * 1024, 8), 1024, 4, 4096), 96);
}

TEST(BlockK, SixByFourVectorsOfAvx512) {
    // 48 KiB in 12 ways: floor(11 / (1 + 6/64)) = 10 ways of 64 sets of 64 B over 64 columns of 4 B.
    EXPECT_EQ(block_k(cache(48 * 1024, 12), 6, 64, 4), 10 * 64 * 64 / (64 * 4));
}

TEST(BlockK, NoneWhereL1HasNoWayToSpare) {
    EXPECT_EQ(block_k(cache(4096, 1), 6, 64, 4), 0);   // direct-mapped
    EXPECT_EQ(block_k(cache(4096, 2), 64, 16, 4), 0);  // A would take the only way left
    EXPECT_EQ(block_k(cache(4096, 2), 1, 1024, 4), 0); // floor(1 / 1.001)
}

TEST(BlockM, NoneWhereL2HasNoWayToSpare) {
    EXPECT_EQ(block_m(cache(65536, 2), 256, 4), 0);
    EXPECT_EQ(block_m(cache(65536, 1), 256, 4), 0);
    EXPECT_EQ(block_m(cache(65536, 4), 0, 4), 0);
    // (3 - 2) ways * 341 sets * 64 B / (16 * 4 B)
    EXPECT_EQ(block_m(cache(65536, 3), 16, 4), 341);
}

TEST(EvenBlock, SplitsIntoEqualBlocks) {
    EXPECT_EQ(even_block(1000, 384, 1), 334);   // three blocks: 334, 334, 332
    EXPECT_EQ(even_block(768, 384, 1), 384);    // two
    EXPECT_EQ(even_block(769, 384, 1), 257);    // three
    EXPECT_EQ(even_block(128, 96, 6), 66);      // two blocks of 64, in units of 6
    EXPECT_EQ(even_block(1000, 4000, 1), 1000); // one
}

TEST(EvenBlock, IsNoLargerThanTheWhole) {
    EXPECT_EQ(even_block(13, 100, 6), 12); // 18 would exceed 13: two blocks
    EXPECT_EQ(even_block(6, 100, 6), 6);
    EXPECT_EQ(even_block(5, 100, 6), 0); // no multiple of 6 fits
    EXPECT_EQ(even_block(7, 1, 4), 4);   // the unit is the least
}

TEST(EvenBlock, HoldsItsPromiseEverywhere) {
    for (std::int64_t n = 1; n <= 60; ++n)
        for (std::int64_t most = 1; most <= 40; ++most)
            for (std::int64_t unit : {1, 2, 3, 6, 8, 16}) {
                const std::int64_t block = even_block(n, most, unit);
                SCOPED_TRACE(std::to_string(n) + " " + std::to_string(most) + " " + std::to_string(unit));
                ASSERT_EQ(block > 0, unit <= n);
                if (block == 0) continue;
                EXPECT_EQ(block % unit, 0);
                EXPECT_LE(block, n);
                EXPECT_LT(block, std::max(most, unit) + unit);
            }
}

std::set<std::pair<int, int>> tiles(std::int64_t M, std::int64_t N, const char* machine_name,
                                    int max_rows = 32) {
    const Machine machine = machine_from_file(machine_name);
    std::set<std::pair<int, int>> result;
    const int lanes = machine.vector_bits / 32;
    for (const TileShape& tile : register_tiles(M, N, lanes, max_rows, machine.registers, machine.mac_f32))
        EXPECT_TRUE(result.emplace(tile.MR, tile.n_v).second) << "repeated " << tile.MR << "x" << tile.n_v;
    return result;
}

using Tiles = std::set<std::pair<int, int>>;

TEST(RegisterTiles, ThirtyTwoRegisters) {
    // floor((31 - n_v) / n_v) rows: 30, 14, 9, 6, 5, 4, 3, 2, all of them at least 8 accumulators.
    EXPECT_EQ(tiles(2520, 4096, "x86-avx512"),
              (Tiles{{30, 1}, {14, 2}, {9, 3}, {6, 4}, {5, 5}, {4, 6}, {3, 7}, {2, 8}}));
}

TEST(RegisterTiles, SixteenRegisters) {
    // floor((15 - n_v) / n_v) rows: 14, 6, 4, 2, 2, 1, 1, of which 2 x 4 = 8 vectors are fewer than 10 = L *
    // N_fma where the latency is 5 and two are issued a cycle; 1 x 6 and 1 x 7 as well.
    const Machine machine = machine_from_file("x86-avx2");
    MacRate mac;
    mac.latency_cycles = 5;
    mac.per_cycle = 2;
    Tiles result;
    for (const TileShape& tile : register_tiles(84, 4096, 8, 32, machine.registers, mac))
        result.emplace(tile.MR, tile.n_v);
    EXPECT_EQ(result, (Tiles{{14, 1}, {6, 2}, {4, 3}, {2, 5}}));
}

TEST(RegisterTiles, MostAccumulatorsWhereTooFewFit) {
    // One vector of columns and addresses for 6 rows: 8 accumulators would keep the units busy.
    EXPECT_EQ(tiles(100, 16, "x86-avx512", 6), (Tiles{{6, 1}}));
    EXPECT_EQ(tiles(28, 16, "x86-avx512", 3), (Tiles{{3, 1}}));
    EXPECT_EQ(tiles(28, 32, "x86-avx512", 3), (Tiles{{3, 2}}));
}

TEST(RegisterTiles, OverlappingWindowsAreHeld) {
    const HeldWindow adjacent{3, 1, 1}, strided{3, 2, 1}, apart{25, 1, 12}, pointwise{1, 2, 1};
    EXPECT_EQ(adjacent.pixels(14), 16);
    EXPECT_EQ(strided.pixels(8), 17);
    EXPECT_EQ(apart.pixels(12), 0); // taps of 12 neighbours, all different
    EXPECT_EQ(apart.pixels(13), 37);
    EXPECT_EQ(pointwise.pixels(14), 0);
    const Machine machine = machine_from_file("x86-avx512");
    const auto most = [&](const HeldWindow& window) {
        return register_tiles(2520, 16, 16, 32, machine.registers, machine.mac_f32, window).front().MR;
    };
    EXPECT_EQ(most(adjacent), 14); // 14 accumulators, 16 pixels, a weight: 31
    EXPECT_EQ(most(strided), 9);   // 9 + 19 + 1
    EXPECT_EQ(most(apart), 12);
    EXPECT_EQ(most(pointwise), 30);
}

TEST(RegisterTiles, RowsAreEvenedOutAndDivided) {
    // 13 rows of at most 6: the largest, three tiles of 5, and no divisor but 1 (too few accumulators: 4).
    const Tiles all = tiles(13, 4096, "x86-avx512");
    EXPECT_EQ(all.count({6, 4}), 1u);
    EXPECT_EQ(all.count({5, 4}), 1u);
    EXPECT_EQ(all.count({1, 4}), 0u);
    EXPECT_EQ(all.count({13, 1}), 1u);
    EXPECT_EQ(all.count({7, 2}), 0u); // 13 <= 14: one tile of 13 is the largest already
    EXPECT_EQ(all.count({13, 2}), 1u);
}

TEST(RegisterTiles, NoMoreThanTheProblemHas) {
    EXPECT_EQ(tiles(1, 16, "x86-avx512"), (Tiles{{1, 1}}));
    EXPECT_EQ(tiles(2, 33, "x86-avx512"), (Tiles{{2, 1}, {2, 2}}));
    EXPECT_EQ(tiles(2520, 4096, "x86-avx512", 6),
              (Tiles{{6, 2}, {6, 3}, {6, 4}, {5, 5}, {4, 6}, {3, 7}, {2, 8}})); // 6 x 1 is below the floor
}

} // namespace
} // namespace autoconfig::testing
