// Funcs that would make casts of a float and of an integer one cast, were they inlined.
#include "autoconfig/extract/legality/merged_casts.h"

#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Without the numbers that make names unique.
std::set<std::string> kept(const Func& out) {
    const extraction::Graph graph{Pipeline(out)};
    std::set<std::string> names;
    for (const auto& [name, node] : graph.nodes)
        if (!node.kept.empty()) names.insert(name.substr(0, name.find('$')));
    return names;
}

struct Rounded {
    ImageParam in{Float(32), 1, "in"};
    Func whole{"whole"}, out{"out"};
    Rounded() { whole(x) = cast<int>(in(x)); }
};

TEST(CastsThatWouldMerge, AreThoseOfOtherFuncsToNoMoreBits) {
    for (const Type& type : {UInt(8), Int(8), Int(16), UInt(32)}) {
        Rounded p;
        p.out(x) = cast(type, p.whole(x)) + cast(type, 1);
        EXPECT_THAT(kept(p.out), ElementsAre("whole")) << type;
    }
    Rounded wider;
    wider.out(x) = cast<int64_t>(wider.whole(x)) + cast<int64_t>(cast<float>(wider.whole(x)));
    EXPECT_THAT(kept(wider.out), IsEmpty());
}

/// Halide's bounds of such a polynomial are expressions without end.
TEST(CastsThatWouldMerge, AreAllThatArePolynomials) {
    ImageParam in(Float(32), 1, "in");
    Func whole("whole"), out("out");
    whole(x) = cast<int>(erf(in(x)) * erf(in(x + 1)) * 100.0f);
    out(x) = cast<int8_t>(whole(x));
    EXPECT_THAT(kept(out), ElementsAre("whole"));
}

TEST(CastsThatWouldMerge, AreAllThatAreContinuedFractions) {
    ImageParam in(Float(32), 1, "in");
    Expr fraction = clamp(in(x), -1.0f, 1.0f);
    for (int i = 1; i < 20; ++i) fraction = clamp(in(x + i), 1.0f, 2.0f) / (fraction + 3.0f);
    Func whole("whole"), out("out");
    whole(x) = cast<int>(fraction * 100.0f);
    out(x) = cast<int8_t>(whole(x));
    EXPECT_THAT(kept(out), ElementsAre("whole"));
}

TEST(CastsThatWouldMerge, AreFoundInIndicesAndUpdates) {
    Rounded p;
    RDom r(0, 8);
    p.out(x) = 0;
    p.out(x) += p.in(clamp(cast<int>(cast<uint8_t>(p.whole(r))), 0, 7)) > 0;
    EXPECT_THAT(kept(p.out), ElementsAre("whole"));
}

TEST(CastsThatWouldMerge, AreFoundBehindCopiesAndFurtherCasts) {
    Rounded p;
    Func words("words"), moved("moved");
    words(x) = Tuple(x, cast<int16_t>(clamp(p.whole(x), -99, 99)), cast<int16_t>(p.whole(x)));
    moved(x) = words(x + 1)[2];
    p.out(x) = cast<uint8_t>(moved(x));
    EXPECT_THAT(kept(p.out), ElementsAre("moved", "whole"));
}

TEST(CastsThatWouldMerge, AreFoundInExtremaOfOneValue) {
    for (const bool largest : {false, true}) {
        Rounded p;
        Func same("same");
        same(x) = largest ? max(p.whole(x), p.whole(x)) : min(p.whole(x), p.whole(x));
        p.out(x) = cast<uint8_t>(same(x));
        EXPECT_THAT(kept(p.out), ElementsAre("same"));
    }
}

TEST(CastsThatWouldMerge, AreFoundWhereALoopMayKnowTheCondition) {
    Rounded p;
    Func every_other("every_other");
    every_other(x) = select(x % 2 == 0, 3, likely(cast<int>(p.in(x / 2))));
    p.out(x) = cast<uint8_t>(select(x > 0, every_other(x), p.whole(x)));
    EXPECT_THAT(kept(p.out), ElementsAre("every_other", "whole"));
}

/// Written out once for each place, the loop over bytes shifts the first one by nothing.
TEST(CastsThatWouldMerge, AreFoundWhereALoopMayLeaveOneSideAlone) {
    const auto kept_of = [](const std::function<Expr(const Expr&)>& value) {
        Rounded p;
        p.out(b, x) = cast<uint8_t>(value(p.whole(x)));
        return kept(p.out);
    };
    const Expr n = b;
    const std::function<Expr(const Expr&)> left_alone[] = {
        [&](const Expr& e) { return e >> (8 * n); }, [&](const Expr& e) { return e << n; },
        [&](const Expr& e) { return n + e; },        [&](const Expr& e) { return e - n; },
        [&](const Expr& e) { return e * (n + 1); },  [&](const Expr& e) { return e / (n + 1); },
        [&](const Expr& e) { return e ^ n; },        [&](const Expr& e) { return e | n; }};
    for (const auto& value : left_alone) EXPECT_THAT(kept_of(value), ElementsAre("whole")) << value(x);
    EXPECT_THAT(kept_of([&](const Expr& e) { return e >> 8; }), IsEmpty()) << "never by nothing";
    EXPECT_THAT(kept_of([&](const Expr& e) { return n - e; }), IsEmpty());
}

TEST(CastsThatWouldMerge, AreNoneWhereTheResultHoldsEveryValue) {
    Rounded p;
    Func tone("tone");
    tone(x) = cast<int>(clamp(p.in(x)*255.0f, 0.0f, 255.0f));
    p.out(x) = cast<uint8_t>(tone(x));
    EXPECT_THAT(kept(p.out), IsEmpty());
    Func signed_out("signed_out");
    signed_out(x) = cast<int8_t>(tone(x));
    EXPECT_THAT(kept(signed_out), ElementsAre("tone"));
}

TEST(CastsThatWouldMerge, AreNoneOfFuncsThatAreComputedAnyway) {
    Rounded p;
    p.out(x) = cast<uint8_t>(p.whole(x));
    p.whole.compute_root();
    EXPECT_THAT(kept(p.out), IsEmpty());
}

} // namespace
} // namespace autoconfig::testing
