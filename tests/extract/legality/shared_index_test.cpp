// Clamps of an index that several loads share, against what Halide 14 makes of three rows read through each.
#include "autoconfig/extract/legality/shared_index.h"

#include "tests/support/vars.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using Halide::clamp;
using Halide::Expr;
using Halide::likely;

bool gathers(const Expr& index) { return extraction::shared_index_gathers(index); }

Expr declared_size() { return Halide::Internal::Variable::make(Halide::Int(32), "size"); }

TEST(SharedIndex, ThatOneConstantClampsIsGathered) {
    EXPECT_TRUE(gathers(clamp(x, 0, declared_size() - 1)));
    EXPECT_TRUE(gathers(clamp(likely(x), 0, declared_size() - 1)));
    EXPECT_TRUE(gathers(clamp(likely(x), 0, declared_size() - 1) + 3));
}

TEST(SharedIndex, ThatNoConstantClampsIsGatheredUnlessTagged) {
    EXPECT_TRUE(gathers(clamp(x, declared_size(), declared_size() + 9)));
    EXPECT_FALSE(gathers(clamp(likely(x), declared_size(), declared_size() + 9)));
}

TEST(SharedIndex, ThatConstantsAloneClampIsNot) {
    EXPECT_FALSE(gathers(clamp(x, 0, 639)));
    EXPECT_FALSE(gathers(clamp(likely(x), 0, 639)));
    EXPECT_FALSE(gathers(x * 2 + 1));
}

} // namespace
} // namespace autoconfig::testing
