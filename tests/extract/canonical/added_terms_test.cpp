// Which products take up the Func of their terms.
#include "autoconfig/extract/canonical/canonical.h"

#include "tests/support/targets.h"
#include "tests/support/vars.h"

#include <gtest/gtest.h>

#include <string>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// Is the Func that an update reads written out in it?
bool takes_up_terms(const Func& out) {
    for (const std::string& note : canonicalise(Pipeline(out), sse41_target).notes)
        if (note.find("adds the terms that") != std::string::npos) return true;
    return false;
}

TEST(AddedTerms, AreNotThoseThatWindowsShare) {
    const ImageParam a(Int(32), 2, "a"), b(Int(32), 2, "b");
    const RDom k(0, 8, "k"), r(0, 3, 0, 3, "r");
    const Var i("i");
    Func product("product"), matrix("matrix"), total("total"), pool("pool");
    product(x, y, i) = a(i, y) * b(x, i);
    matrix(x, y) = 0;
    matrix(x, y) += product(x, y, k);
    EXPECT_TRUE(takes_up_terms(matrix));
    total(x, y) = a(x, y) * 3 + b(x, y);
    pool(x, y) = 0;
    pool(x, y) = max(pool(x, y), total(2 * x + r.x, 2 * y + r.y));
    EXPECT_FALSE(takes_up_terms(pool));
}

/// Halide (14) would ask for the rows of all k.
TEST(AddedTerms, ChooseNothingWhereAConditionBoundsWhatTheyRead) {
    const ImageParam a(Int(32), 2, "a"), b(Int(32), 2, "b");
    const Var i("i");
    for (const bool chosen : {false, true})
        for (const bool bounded : {false, true}) {
            RDom k(0, 8, "k");
            if (bounded) k.where(k < y + 3);
            Func term("term"), sum("sum");
            term(x, y, i) = chosen ? select(a(i, y) < b(x, i), a(i, y), b(x, i)) : a(i, y) * b(x, i);
            sum(x, y) = 0;
            sum(x, y) += term(x, y, k);
            EXPECT_EQ(takes_up_terms(sum), !(chosen && bounded)) << chosen << bounded;
        }
}

} // namespace
} // namespace autoconfig::testing
