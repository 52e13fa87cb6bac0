// Where streams are offered, and why not elsewhere.
#include "autoconfig/space/space.h"
#include "tests/support/machines.h"
#include "tests/support/problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace autoconfig::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

TEST(Space, StreamAlongNNeedsRowsOfBAndFewOfC) {
    EXPECT_THAT(enumerate(problem_of({17, 512, 64}), avx512()).refused,
                Contains(Pair("stream along_n", HasSubstr("m <= 16"))));
    EXPECT_THAT(enumerate(problem_of({16, 512, 64}), avx512()).refused,
                Not(Contains(Pair("stream along_n", HasSubstr("")))));
    Matmul transposed{1, 512, 64};
    transposed.trans_b = true;
    EXPECT_THAT(enumerate(problem_of(transposed), avx512()).refused,
                Contains(Pair("stream along_n", HasSubstr("gather"))));
}

TEST(Space, StreamAlongKNeedsBothContiguousInK) {
    Matmul mm{4, 512, 64};
    EXPECT_THAT(enumerate(problem_of(mm), avx512()).refused,
                Contains(Pair("stream along_k", HasSubstr("contiguous in"))));
    mm.trans_b = true;
    const Space space = enumerate(problem_of(mm), avx512());
    EXPECT_TRUE(std::any_of(space.configs.begin(), space.configs.end(),
                            [](const Config& config) { return config.is<AlongK>(); }));
}

} // namespace
} // namespace autoconfig::testing
