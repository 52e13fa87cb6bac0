// Distances worked out by hand, for machines whose L1 differ.
#include "lowering/fetch_distance.h"

#include <gtest/gtest.h>

#include <optional>

namespace autoconfig::testing {
namespace {

using namespace autoconfig::lowering;

Machine machine(std::int64_t l1_bytes, int ways, int line_bytes, double loads, double macs) {
    Machine result;
    result.l1 = {l1_bytes, ways, line_bytes, 1};
    result.loads_per_cycle = loads;
    result.mac_f32.per_cycle = macs;
    return result;
}

std::optional<int> ahead_in_sum(const FetchLimits& limits, std::int64_t moves, std::int64_t iterations) {
    return iterations_ahead(limits, {moves, iterations, true, false});
}

TEST(FetchDistance, TakesItsNumbersFromTheMachine) {
    const FetchLimits limits = fetch_limits(machine(48 << 10, 12, 64, 2, 1));
    EXPECT_EQ(limits.line_bytes, 64);
    EXPECT_EQ(limits.same_set_bytes, 4096);
    EXPECT_EQ(limits.kept_bytes, 24 << 10);
    EXPECT_EQ(limits.loads_per_mac, 2);
}

TEST(FetchDistance, FourKilobytesAheadInPanels) {
    const FetchLimits limits = fetch_limits(machine(32 << 10, 8, 64, 2, 2));
    EXPECT_EQ(ahead_in_sum(limits, 64, 1000), 64);
    EXPECT_EQ(ahead_in_sum(limits, -256, 1000), 16);         // backwards
    EXPECT_EQ(ahead_in_sum(limits, 32, 1000), std::nullopt); // half a line
    EXPECT_EQ(ahead_in_sum(limits, 64, 256), std::nullopt);  // 16 KB stay in L1
    EXPECT_EQ(ahead_in_sum(limits, 64, 257), 64);
}

TEST(FetchDistance, LongerLinesAndLargerCachesFetchLess) {
    const FetchLimits limits = fetch_limits(machine(128 << 10, 8, 128, 2, 2));
    EXPECT_EQ(ahead_in_sum(limits, 64, 10000), std::nullopt);
    EXPECT_EQ(ahead_in_sum(limits, 128, 512), std::nullopt); // 64 KB stay
    EXPECT_EQ(ahead_in_sum(limits, 128, 513), 32);
}

/// 4 rows a set: where rows fall on the sets again after 4 KB, or after 16.
TEST(FetchDistance, AsManyRowsAsTheSetsOfL1Hold) {
    const FetchLimits narrow = fetch_limits(machine(32 << 10, 8, 64, 2, 2));
    const FetchLimits wide = fetch_limits(machine(128 << 10, 8, 64, 2, 2));
    EXPECT_EQ(ahead_in_sum(narrow, 4096, 1000), 4);
    EXPECT_EQ(ahead_in_sum(narrow, 6144, 1000), 8);
    EXPECT_EQ(ahead_in_sum(narrow, 4160, 1000), 16);
    EXPECT_EQ(ahead_in_sum(wide, 4096, 1000), 16);
    EXPECT_EQ(ahead_in_sum(wide, 16384, 1000), 4);
}

TEST(FetchDistance, CopiesFetchRowsThatLieFarApart) {
    const FetchLimits limits = fetch_limits(machine(32 << 10, 8, 64, 2, 2));
    EXPECT_EQ(iterations_ahead(limits, {4160, std::nullopt, false, true}), 16);
    EXPECT_EQ(iterations_ahead(limits, {std::nullopt, std::nullopt, false, true}), 16);
    EXPECT_EQ(iterations_ahead(limits, {64, std::nullopt, false, true}), std::nullopt);
    EXPECT_EQ(iterations_ahead(limits, {4160, std::nullopt, false, false}), std::nullopt);
}

/// Tiles of 2x8: 8 vectors and 2 scalars for 16 sums. Of 6x4, 4 and 6 for 24.
TEST(FetchDistance, RoomBesideTheSums) {
    const FetchLimits balanced = fetch_limits(machine(32 << 10, 8, 64, 2, 2));
    EXPECT_FALSE(has_room(balanced, {8, 2, 16}));
    EXPECT_TRUE(has_room(balanced, {4, 6, 24}));
    const FetchLimits many_loads = fetch_limits(machine(32 << 10, 8, 64, 2, 1));
    EXPECT_TRUE(has_room(many_loads, {8, 2, 16}));
}

} // namespace
} // namespace autoconfig::testing
