// Which extrema along rows are found in lanes, and what is found then.
#include "tests/extract/canonical/is_changed.h"
#include "tests/support/vars.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// Places of the largest or smallest of each row, in a Tuple with the value; as select(takes, new, own) or as
/// select(keeps, own, new).
Func best_of_rows(const ImageParam& in, bool greater, bool last, bool by_extremum, bool keeps) {
    const RDom r(0, in.dim(0).extent(), "r");
    Func best("best");
    best(y) = Tuple(-7, greater ? in.type().min() : in.type().max());
    const Expr value = in(r, y), held = best(y)[1];
    const Expr takes =
        greater ? (last ? value >= held : value > held) : (last ? held >= value : held > value);
    const Expr stays =
        greater ? (last ? held > value : held >= value) : (last ? held < value : held <= value);
    const auto chosen = [&](const Expr& its, const Expr& own) {
        return keeps ? select(stays, own, its) : select(takes, its, own);
    };
    const Expr extremum = greater ? max(held, value) : min(value, held);
    best(y) = Tuple(chosen(r, best(y)[0]), by_extremum ? extremum : chosen(value, held));
    return best;
}

/// Rows shorter than the lanes, as long, and longer, most of whose values are equal to others.
TEST(ExtremumLanes, FindWhatTheSerialOrderWould) {
    for (const bool greater : {true, false})
        for (const bool last : {true, false})
            for (const int columns : {1, 3, 4, 5, 8, 9, 23, 26}) {
                const bool by_extremum = columns % 2 == 0, keeps = columns % 3 == 2;
                ImageParam in(Int(32), 2, "in");
                Buffer<int> values(columns, 6);
                values.fill([](int column, int row) { return (column * 5 + row * 3) % 4; });
                in.set(values);
                const Realization expected = best_of_rows(in, greater, last, by_extremum, keeps).realize({6});
                const Func rewritten = best_of_rows(in, greater, last, by_extremum, keeps);
                EXPECT_TRUE(is_changed(rewritten));
                EXPECT_FALSE(rewritten.has_update_definition());
                const Realization found = Pipeline(rewritten).realize({6});
                for (int value : {0, 1})
                    for (int row = 0; row < 6; ++row)
                        EXPECT_EQ(Buffer<int>(found[value])(row), Buffer<int>(expected[value])(row))
                            << columns << " columns, row " << row << (last ? ", last" : ", first");
            }
}

/// To take the best of all lanes takes longer than to gather short rows; a single one fills no other vectors.
TEST(ExtremumLanes, AreForRowsOfManyVectors) {
    const ImageParam in(Int(32), 2, "in");
    for (const int columns : {16, 31, 32}) {
        const RDom r(0, columns, "r");
        Func best("best"), only("only");
        best(y) = argmin(in(r, y));
        EXPECT_EQ(is_changed(best), columns >= 32) << columns;
        only() = argmin(in(r, 0));
        EXPECT_TRUE(is_changed(only)) << columns;
    }
}

TEST(ExtremumLanes, AreThoseOfAnOutput) {
    const ImageParam in(Float(32), 2, "in");
    const Func best = best_of_rows(in, true, false, true, false);
    EXPECT_TRUE(is_changed(best));
    for (const auto& [name, function] : Internal::find_transitive_calls(best.function()))
        EXPECT_EQ(name.find("_sum"), std::string::npos) << name;
}

/// Of each row the largest or smallest element, or NaN where there is one.
Func extremum_of_rows(const ImageParam& in, bool greater) {
    const RDom r(0, in.dim(0).extent(), "r");
    Func extremum("extremum"), out("out");
    extremum(y) = greater ? Float(32).min() : Float(32).max();
    const Expr own = extremum(y), value = in(r, y);
    extremum(y) = select((greater ? own > value : own < value) || is_nan(own), own, value);
    out(y) = extremum(y) * 2;
    return out;
}

TEST(ExtremumLanes, KeepWhatIsNoNumber) {
    const Target strict = get_jit_target_from_environment().with_feature(Target::StrictFloat);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const bool greater : {true, false})
        for (const int columns : {1, 4, 9, 23}) {
            ImageParam in(Float(32), 2, "in");
            Buffer<float> values(columns, columns + 1); // row i has NaN in place i, the last one none
            values.fill([&](int column, int row) {
                return column == row ? nan : static_cast<float>((column * 5 + row * 3) % 7 - 3);
            });
            in.set(values);
            const Func rewritten = extremum_of_rows(in, greater);
            EXPECT_TRUE(is_changed(rewritten));
            const Buffer<float> found = Pipeline(rewritten).realize({columns + 1}, strict);
            for (int row = 0; row < columns; ++row) EXPECT_TRUE(std::isnan(found(row))) << row;
            const Buffer<float> expected = extremum_of_rows(in, greater).realize({columns + 1}, strict);
            EXPECT_EQ(found(columns), expected(columns)) << columns << " columns";
        }
}

TEST(ExtremumLanes, AreNoneWhereAnotherValueIsKept) {
    ImageParam in(Float(32), 2, "in");
    const RDom r(0, in.dim(0).extent(), "r");
    Func kept("kept"), out("out");
    kept(y) = 0.0f;
    kept(y) = select(kept(y) > in(r, y) || is_nan(in(r, y)), kept(y), in(r, y));
    out(y) = kept(y);
    EXPECT_FALSE(is_changed(out));
    Func last("last"), of_last("of_last");
    last(y) = 0.0f;
    last(y) = select(last(y) >= in(r, y) || is_nan(last(y)), last(y), in(r, y) + 1);
    of_last(y) = last(y);
    EXPECT_FALSE(is_changed(of_last));
}

TEST(ExtremumLanes, AreNoneAcrossRowsNorOfAnotherChoice) {
    const ImageParam in(Int(32), 2, "in");
    const RDom r(0, in.dim(1).extent(), "r");
    Func across("across"), out("out"), other("other");
    across(x) = Tuple(0, in.type().min());
    across(x) = Tuple(select(in(x, r) > across(x)[1], r, across(x)[0]), max(across(x)[1], in(x, r)));
    out(x) = across(x)[0];
    EXPECT_FALSE(is_changed(out));
    other(y) = Tuple(0, 0);
    other(y) = Tuple(select(in(r, y) > 5, r, other(y)[0]), select(in(r, y) > 5, in(r, y), other(y)[1]));
    Func reader("reader");
    reader(y) = other(y)[0];
    EXPECT_FALSE(is_changed(reader));
    Func both_ways("both_ways"), of_both_ways("of_both_ways");
    both_ways(y) = Tuple(0, 0);
    const Expr larger = in(r, y) > both_ways(y)[1];
    both_ways(y) = Tuple(select(larger, r, both_ways(y)[0]), select(larger, both_ways(y)[1], in(r, y)));
    of_both_ways(y) = both_ways(y)[0];
    EXPECT_FALSE(is_changed(of_both_ways));
    // NaN would be taken, and then whatever comes next.
    const ImageParam floats(Float(32), 2, "floats");
    Func kept("kept"), of_kept("of_kept");
    kept(y) = Tuple(0, 0.0f);
    const Expr stays = kept(y)[1] > floats(r, y);
    kept(y) = Tuple(select(stays, kept(y)[0], r), select(stays, kept(y)[1], floats(r, y)));
    of_kept(y) = kept(y)[0];
    EXPECT_FALSE(is_changed(of_kept));
    Func mixed("mixed"), of_mixed("of_mixed");
    mixed(y) = Tuple(0, 0);
    mixed(y) = Tuple(select(in(r, y) > mixed(y)[1], r, mixed(y)[0]), min(mixed(y)[1], in(r, y)));
    of_mixed(y) = mixed(y)[0];
    EXPECT_FALSE(is_changed(of_mixed));
}

} // namespace
} // namespace autoconfig::testing
