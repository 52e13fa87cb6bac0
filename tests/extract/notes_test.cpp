// What extract says about sizes that contradict one another or that nobody stated.
#include "autoconfig/extract/extract.h"

#include "cases.h"
#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace autoconfig::testing {

using namespace Halide;
using ::testing::IsEmpty;

namespace {

using Strings = std::vector<std::string>;

/// Without the numbers that make names unique.
Strings without_numbers(Strings notes) {
    for (std::string& note : notes) note = std::regex_replace(note, std::regex("[$][0-9]+"), "");
    return notes;
}

/// Of everything but contractions.
Strings notes_of_others(const Pipeline& pipeline) { return without_numbers(extract(pipeline).notes); }

/// Of the only contraction.
Strings notes_of_product(const Pipeline& pipeline) {
    const Extraction extraction = extract(pipeline);
    EXPECT_THAT(extraction.notes, IsEmpty());
    EXPECT_EQ(extraction.contractions.size(), 1u);
    return extraction.contractions.empty() ? Strings() : without_numbers(extraction.contractions[0].notes);
}

TEST(NotesOnAContraction, BoundsOverrideEstimates) {
    MatmulFuncs m;
    m.out(x, y) = m.C(x, y);
    m.out.set_estimates({{0, 256}, {0, 32}});
    EXPECT_EQ(notes_of_product(m.pipeline()), Strings{"x of out: bound 64 overrides estimate 256"});
}

TEST(NotesOnAContraction, InputsBoundsOverrideTheirEstimates) {
    MatmulFuncs m;
    m.out(x, y) = m.C(x, y);
    m.A.set_estimates({{0, 512}, {0, 32}});
    EXPECT_EQ(notes_of_product(m.pipeline()), Strings{"dimension 0 of A: bound 128 overrides estimate 512"});
}

TEST(NotesOnAContraction, ConsumersBoundsOverrideOwnEstimates) {
    MatmulFuncs m;
    m.out(x, y) = m.C(x, y);
    m.C.set_estimate(y, 0, 99);
    EXPECT_EQ(notes_of_product(m.pipeline()), Strings{"y of C: bound 32 overrides estimate 99"});
}

TEST(NotesOnAContraction, InputsDeclaredSmallerThanRead) {
    ImageParam A(Float(32), 2, "A"), B = input("B", {64, 128});
    A.set_estimates({{0, 32}, {0, 128}}); // in the wrong order
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) += A(k, y) * B(x, k);
    EXPECT_EQ(notes_of_product(bounded(C, {64, 32})), Strings{"dimension 0 of A: 32 elements, 128 are read"});
}

TEST(NotesOnAContraction, AssumedSizes) {
    ImageParam A(Float(32), 2, "A"), v(Float(32), 1, "v");
    RDom k(0, 128, "k");
    Func C("C");
    C(y) += A(k, y) * v(k);
    EXPECT_EQ(notes_of_product(Pipeline(C)), Strings{"y: neither bound nor estimate, 256 assumed"});
    EXPECT_FALSE(extract(Pipeline(C)).contractions.at(0).sizes_are_bound());
}

/// out = in(x - 1) + in(x + 1) by way of `blurred`.
struct Stencil {
    ImageParam in{UInt(16), 2, "in"};
    Func blurred{"blurred"}, out{"out"};

    Stencil() {
        blurred(x, y) = in(x - 1, y) + in(x + 1, y);
        out(x, y) = blurred(x, y) / 2;
        in.set_estimates({{-1, 66}, {0, 32}});
        out.set_estimates({{0, 64}, {0, 32}});
    }
    Strings notes() const { return notes_of_others(Pipeline(out)); }
};

TEST(NotesOnOthers, NothingToSay) { EXPECT_THAT(Stencil().notes(), IsEmpty()); }

TEST(NotesOnOthers, BoundsOverrideEstimates) {
    Stencil s;
    s.out.bound(x, 0, 48);
    s.in.dim(1).set_bounds(0, 100);
    EXPECT_EQ(s.notes(), (Strings{"dimension 1 of in: bound 100 overrides estimate 32",
                                  "x of out: bound 48 overrides estimate 64"}));
}

TEST(NotesOnOthers, BoundsOfConsumersOverrideEstimates) {
    Stencil s;
    s.out.bound(y, 0, 32);
    s.blurred.set_estimate(y, 0, 16);
    EXPECT_EQ(s.notes(), Strings{"y of blurred: bound 32 overrides estimate 16"});
}

TEST(NotesOnOthers, InputsEstimatedInTheWrongOrder) {
    Stencil s;
    s.in.set_estimates({{0, 32}, {-1, 66}});
    EXPECT_EQ(s.notes(), Strings{"dimension 0 of in: 32 elements, 66 are read"});
}

TEST(NotesOnOthers, FuncsEstimatedSmallerThanRead) {
    Stencil s;
    s.blurred.set_estimate(x, 0, 16);
    EXPECT_EQ(s.notes(), Strings{"x of blurred: 16 elements, 64 are read"});
}

TEST(NotesOnOthers, PaddedInputsAreReadWhereTheyAre) {
    ImageParam in(UInt(16), 2, "in");
    in.set_estimates({{0, 64}, {0, 32}});
    Func blurred("blurred");
    blurred(x, y) = BoundaryConditions::mirror_interior(in)(x - 1, y + 1);
    blurred.set_estimates({{0, 64}, {0, 32}});
    EXPECT_THAT(notes_of_others(Pipeline(blurred)), IsEmpty());
}

TEST(NotesOnOthers, GuardedReductionsMayReadLess) {
    ImageParam in(UInt(16), 1, "in");
    RDom r(0, 64, 0, 64, "r");
    r.where(r.x + r.y < 64);
    Func total("total");
    total() += in(r.x + r.y);
    in.set_estimates({{0, 64}});
    EXPECT_THAT(notes_of_others(Pipeline(total)), IsEmpty());
}

TEST(NotesOnOthers, AssumedSizes) {
    ImageParam in(UInt(16), 2, "in");
    RDom r(0, in.dim(0).extent(), "r");
    Func largest("largest"), out("out");
    largest(y) = cast<std::uint16_t>(0);
    largest(y) = max(largest(y), in(r, y));
    out(y) = largest(y) + cast<std::uint16_t>(1);
    EXPECT_EQ(notes_of_others(Pipeline(out)),
              (Strings{"r$x of largest: neither bound nor estimate, 256 assumed",
                       "y of out: neither bound nor estimate, 256 assumed"}));
}

} // namespace
} // namespace autoconfig::testing
