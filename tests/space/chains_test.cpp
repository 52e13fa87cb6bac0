// Where sums run in several chains, and where vectors hold several rows of B.
#include "autoconfig/space/space.h"
#include "tests/support/machines.h"
#include "tests/support/problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// " b_rows4 chains2", of the tiles of this name that have either.
std::vector<std::string> chains_of(const Matmul& mm, const std::string& tile = "register_tile mr1 nv1") {
    std::vector<std::string> found;
    for (const Config& config : enumerate(problem_of(mm), avx512()).configs)
        if ((config.chains() > 1 || config.b_rows() > 1) && config.name().rfind(tile, 0) == 0)
            found.push_back(config.name().substr(tile.size()));
    return found;
}

TEST(Chains, AsManyAsKeepTheUnitsBusy) {
    EXPECT_THAT(chains_of({1, 17, 96}), UnorderedElementsAre(" chains2", " chains4", " chains8"));
}

TEST(Chains, NoMoreThanTheReductionFillsTwice) {
    EXPECT_THAT(chains_of({1, 17, 8}), UnorderedElementsAre(" chains2", " chains4"));
    EXPECT_THAT(chains_of({1, 17, 3}), IsEmpty());
}

TEST(Chains, NotWhereTilesHaveAccumulatorsEnough) {
    for (const Config& config : enumerate(problem_of({96, 512, 64}), avx512()).configs)
        EXPECT_EQ(config.chains() * config.b_rows(), 1) << config.name();
}

TEST(Chains, OfSizesAtRunTimeWithoutRowsSideBySide) {
    Matmul mm{1, 4, 96};
    mm.bound = false;
    EXPECT_THAT(chains_of(mm), UnorderedElementsAre(" chains2", " chains4", " chains8"));
}

TEST(Chains, ShortRowsOfBLieSideBySide) {
    EXPECT_THAT(chains_of({1, 4, 96}),
                UnorderedElementsAre(" chains2", " chains4", " chains8", " b_rows2", " b_rows2 chains2",
                                     " b_rows2 chains4", " b_rows2 chains8", " b_rows4", " b_rows4 chains2",
                                     " b_rows4 chains4", " b_rows4 chains8"));
}

TEST(Chains, RowsSideBySideDivideTheReduction) {
    EXPECT_THAT(chains_of({1, 8, 98}), UnorderedElementsAre(" chains2", " chains4", " chains8", " b_rows2"));
}

TEST(Chains, OfVectorsAlongK) {
    Matmul mm{1, 3, 96}; // 6 vectors of 16
    mm.trans_b = true;
    EXPECT_THAT(chains_of(mm, "stream mr1 nv1 along_k"), UnorderedElementsAre(" chains2"));
    mm.k = 512;
    EXPECT_THAT(chains_of(mm, "stream mr1 nv1 along_k"),
                UnorderedElementsAre(" chains2", " chains4", " chains8"));
    EXPECT_THAT(chains_of(mm, "stream mr1 nv2 along_k"), UnorderedElementsAre(" chains2", " chains4"));
}

TEST(Chains, RowsOfATransposedBAreNotSideBySide) {
    Matmul mm{1, 8, 64};
    mm.trans_b = true;
    EXPECT_THAT(chains_of(mm), IsEmpty());
}

} // namespace
} // namespace autoconfig::testing
