#include "autoconfig/decide/close_call.h"

#include <gtest/gtest.h>

namespace autoconfig {
namespace {

Decision with_cycles(const std::vector<double>& cycles) {
    Decision decision;
    for (double one : cycles) {
        decision.ranked.emplace_back();
        decision.ranked.back().cost.cycles = one;
    }
    return decision;
}

TEST(CloseCall, CountsWhatTheModelsErrorCovers) {
    const double covered = 100 * (1 + model_error);
    EXPECT_EQ(indistinct(with_cycles({100})), 1u);
    EXPECT_EQ(indistinct(with_cycles({100, covered + 1, covered + 2})), 1u);
    EXPECT_EQ(indistinct(with_cycles({100, 101, covered - 1, covered + 1})), 3u);
}

TEST(CloseCall, CountsFromTheBestWhereAnotherWasForced) {
    EXPECT_EQ(indistinct(with_cycles({200, 100, 101})), 2u);
}

TEST(CloseCall, AnEmptySpaceHasNone) { EXPECT_EQ(indistinct(with_cycles({})), 0u); }

} // namespace
} // namespace autoconfig
