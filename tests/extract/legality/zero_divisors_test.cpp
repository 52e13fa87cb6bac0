// Funcs that are 0 and that something is divided by.
#include "autoconfig/extract/legality/zero_divisors.h"

#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Divided {
    ImageParam in{Float(32), 1, "in"};
    Func one{"one"}, zero{"zero"}, out{"out"};
    Divided() {
        one() = 1.0f;
        zero() = max(one() - 1.0f, 0.0f);
    }
    /// Funcs that are kept, which these are for their divisions alone.
    std::set<std::string> divisors() const {
        const extraction::Graph graph{Pipeline(out)};
        std::set<std::string> kept;
        for (const auto& [name, node] : graph.nodes)
            if (!node.kept.empty()) kept.insert(name);
        return kept;
    }
};

TEST(ZeroDivisors, AreFoundThroughOtherFuncs) {
    Divided p;
    p.out(x) = p.in(x) / p.zero();
    EXPECT_THAT(p.divisors(), ElementsAre(p.zero.name()));
}

TEST(ZeroDivisors, AreFoundInWhatIsDividedBy) {
    Divided p;
    p.out(x) = p.in(x) / (p.zero() * 2.0f);
    EXPECT_THAT(p.divisors(), ElementsAre(p.zero.name()));
}

TEST(ZeroDivisors, AreFoundInUpdates) {
    Divided p;
    p.out(x) = 0.0f;
    p.out(x) += p.in(x) / p.zero();
    EXPECT_THAT(p.divisors(), ElementsAre(p.zero.name()));
}

TEST(ZeroDivisors, AreNeitherOtherNumbersNorDividedThemselves) {
    Divided p;
    p.out(x) = p.zero() / p.one() + p.in(x) / (p.in(x)-p.zero());
    EXPECT_THAT(p.divisors(), IsEmpty());
}

/// In which every part is there more often than the ones it is made of: 2^40 times and more at the end.
Expr middle_by_sorting(const ImageParam& in) {
    constexpr int count = 25;
    std::vector<Expr> values;
    for (int i = 0; i < count; ++i) values.push_back(in(x + i));
    for (int end = count - 1; end > 0; --end)
        for (int i = 0; i < end; ++i) {
            const Expr less = min(values[i], values[i + 1]), more = max(values[i], values[i + 1]);
            values[i] = less, values[i + 1] = more;
        }
    return values[count / 2];
}

/// This does not end where each is looked at as often as it is there.
TEST(ZeroDivisors, AreFoundBesideSortingNetworks) {
    Divided p;
    Func middle("middle");
    middle(x) = middle_by_sorting(p.in);
    p.out(x) = middle(x) / (p.zero() + 0.0f * middle_by_sorting(p.in));
    EXPECT_THAT(p.divisors(), ::testing::Contains(p.zero.name()));
}

} // namespace
} // namespace autoconfig::testing
