// Updates that choose values where an RDom::where chose elements by data.
#include "tests/extract/canonical/same_values.h"
#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int size = 11, steps = 7;

/// An image of integers as floats and another of 0 to 2.
struct Images {
    Buffer<float> values{size + steps, size + steps};
    Buffer<int> classes{size + steps, size + steps};
    Images() {
        values.for_each_element([&](int column, int row) {
            values(column, row) = static_cast<float>(column * 7 % 13 + row * 5 % 11 - 6);
            classes(column, row) = (column * 3 + row * 5) % 7 % 3;
        });
    }
};

/// A Func of f32 with an update over `r`, read by the output.
Func updated(const Expr& begin, const std::function<Expr(const Expr& own)>& value) {
    Func sum("sum"), out("out");
    sum(x, y) = begin;
    sum(x, y) = value(sum(x, y));
    out(x, y) = sum(x, y) + 1;
    return out;
}

std::string source_of(const Func& out, const Target& target) {
    return canonicalise(Pipeline(out), target).source;
}

TEST(PickedTerms, AddUpToTheSame) {
    const Images in;
    RDom r(0, steps, "r");
    r.where(in.classes(x + r, y) != 0);
    const auto add = [&](const Expr& own) { return own + in.values(x + r, y); };
    expect_same_values(updated(0.0f, add), size, size, avx2_target, "chooses values");
    EXPECT_THAT(source_of(updated(0.0f, add), avx2_target), HasSubstr("{0}, false)"));
}

/// By an operator that Halide knows nothing about, by a maximum, and in the order that strict_float asks for.
TEST(PickedTerms, AreTheSameByAnyOperator) {
    const Images in;
    RDom r(0, steps, "r");
    r.where(in.classes(x, y + r) == 1 && r < x + 2);
    const auto horner = [&](const Expr& own) { return own * 0.5f + in.values(x + r, y); };
    const auto most = [&](const Expr& own) { return max(own, in.values(x + r, y)); };
    const auto set = [&](const Expr&) { return in.values(x + r, y); };
    const auto add = [&](const Expr& own) { return own + in.values(x + r, y); };
    for (const auto& value : std::vector<std::function<Expr(const Expr&)>>{horner, most, set, add}) {
        expect_same_values(updated(-2.0f, value), size, size, avx2_target, "chooses values");
        expect_same_values(updated(-2.0f, value), size, size, avx2_target.with_feature(Target::StrictFloat),
                           "chooses values");
    }
}

/// An output that is a sum goes on to be the copy of one: the new domain has the conditions that are left.
TEST(PickedTerms, OfAnOutputAreTheSame) {
    const Images in;
    RDom r(0, steps, "r");
    r.where(in.classes(x, y + r) == 1);
    r.where(r < x + 2);
    Func out("out");
    out(x, y) = 0.0f;
    out(x, y) += in.values(x + r, y);
    expect_same_values(out, size, size, avx2_target, "chooses values");
}

/// Where nothing is picked an element keeps what it has, also where that is less than any number.
TEST(PickedTerms, LeaveWhatIsLessThanAnyNumber) {
    for (const Type type : {Float(16), Float(32)}) {
        const Images in;
        RDom r(0, steps, "r");
        r.where(in.classes(r, y) > 9);
        Func most("most"), out("out");
        most(x, y) = cast(type, -std::numeric_limits<float>::infinity());
        most(x, y) = max(most(x, y), cast(type, in.values(x + r, y)));
        out(x, y) = cast<float>(most(x, y));
        expect_same_values(out, size, size, avx2_target, "chooses values");
    }
}

TEST(PickedTerms, LeaveScattersAlone) {
    const Images in;
    RDom r(0, size, "r");
    r.where(in.classes(r, 0) != 0);
    Func out("out");
    out(x, y) = 0.0f;
    out(in.classes(r, 1), y) += in.values(r, y);
    EXPECT_THAT(source_of(out, avx2_target), Not(HasSubstr("PickedTerms")));
}

} // namespace
} // namespace autoconfig::testing
