// Which definitions are brought into another form, and what they compute then.
#include "autoconfig/extract/canonical/canonical.h"
#include "autoconfig/halide_compat.h"
#include "tests/extract/canonical/is_changed.h"
#include "tests/extract/canonical/same_values.h"
#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace autoconfig::testing {
namespace {

using namespace Halide;

ImageParam image() { return {Int(32), 2, "in"}; }

TEST(OutputSum, IsReadByTheOutput) {
    Buffer<int> in(5, 7);
    in.fill([](int column, int row) { return column * 10 + row; });
    const RDom r(0, 7, "r");
    Func out("out");
    out(x) = x;
    out(x) += in(x, r);
    out(x) = max(out(x), 100);
    EXPECT_TRUE(is_changed(out));
    EXPECT_FALSE(out.has_update_definition());
    EXPECT_FALSE(is_changed(out)); // it is in canonical form
    const Buffer<int> result = out.realize({5});
    for (int column = 0; column < 5; ++column) EXPECT_EQ(result(column), std::max(column * 71 + 21, 100));
}

TEST(OutputSum, OfATupleIsReadValueByValue) {
    const RDom r(0, 4, "r");
    Func out("out");
    out(x) = Tuple(0, 100);
    out(x) = Tuple(out(x)[0] + r, out(x)[1] - r);
    EXPECT_TRUE(is_changed(out));
    const Realization result = out.realize({3});
    EXPECT_EQ(Buffer<int>(result[0])(2), 6);
    EXPECT_EQ(Buffer<int>(result[1])(2), 94);
}

/// Vectors of rows side by side gather, where Halide knows no operator that lets a row be taken apart.
TEST(OutputSum, OfRowsInOrderIsReadByTheOutput) {
    ImageParam in(Float(32), 2, "in");
    const RDom r(0, 4, "r");
    Func polynomial("polynomial"), sum("sum"), strict("strict");
    polynomial(y) = 0.0f;
    polynomial(y) = polynomial(y) * 3.0f + in(r, y);
    EXPECT_TRUE(is_changed(polynomial));
    sum(y) += in(r, y);
    EXPECT_FALSE(is_changed(sum));
    strict(y) += in(r, y);
    EXPECT_TRUE(is_changed(strict, sse41_target.with_feature(Target::StrictFloat)));
}

TEST(OutputSum, StaysWhereTheBufferHoldsWhatItIsAddedTo) {
    Func out("out");
    out(x) = undef<int>();
    out(x) += RDom(0, 4, "r");
    EXPECT_FALSE(is_changed(out));
}

/// The caller may pass the same buffer twice, where the sizes are no multiples of any tile's.
TEST(OutputSum, StaysWhereItMayBeginInTheImageThatItReads) {
    ImageParam from(Int(32), 2, "from");
    Func twice("twice"), out("out");
    twice(x, y) = 2 * from(x, y);
    out(x, y) = twice(x, y) + 1;
    out(x, y) += RDom(0, 4, "r");
    EXPECT_FALSE(is_changed(out));
    Func narrow("narrow"), row("row");
    narrow(x, y) = cast<std::int16_t>(from(x, y));
    narrow(x, y) += cast<std::int16_t>(RDom(0, 4, "r"));
    EXPECT_TRUE(is_changed(narrow));
    row(x, y) = from(x, 0);
    row(x, y) += RDom(0, 4, "r");
    EXPECT_TRUE(is_changed(row));
}

TEST(OutputSum, StaysWhereElementsReadOthers) {
    const RDom r(1, 9, "r");
    Func scan("scan"), scattered("scattered");
    scan(x) = x;
    scan(r) += scan(r - 1);
    EXPECT_FALSE(is_changed(scan));
    scattered(x) = 0;
    scattered(image()(r, 0)) += 1;
    EXPECT_FALSE(is_changed(scattered));
}

TEST(OutputSum, StaysWhereItDecidesWhatIsAdded) {
    RDom r(0, 4, "r");
    Func out("out");
    out(x) = 0;
    r.where(out(x) < 2);
    out(x) += r;
    EXPECT_FALSE(is_changed(out));
}

TEST(OutputSum, StaysInAPipelineThatSomebodyHasScheduled) {
    Func made("made"), out("out");
    made(x) = x;
    out(x) = 0;
    out(x) += made(x) * RDom(0, 4, "r");
    made.compute_at(out, x);
    EXPECT_FALSE(is_changed(out));
}

/// Funcs beside the output and what it reads of images, after the change of out(x, y) += term; those of eight
/// bits are marked.
std::vector<std::string> operands_of(const Expr& term, const Target& target = sse41_target) {
    Func out("out");
    out(x, y) = cast(term.type(), 0);
    out(x, y) += term;
    const Pipeline pipeline(out);
    canonicalise(pipeline, target);
    std::vector<std::string> names;
    for (const auto& [name, function] : Internal::find_transitive_calls(out.function()))
        if (name.find("operand") != std::string::npos)
            names.push_back(name.substr(name.find("operand")) +
                            (function.output_types()[0].bits() == 8 ? " of bytes" : ""));
    return names;
}

TEST(OperandFuncs, HoldTheArithmeticOnOneLoad) {
    const ImageParam bytes(UInt(8), 2, "bytes"), a(Float(32), 2, "a"), b(Float(32), 2, "b");
    const RDom k(0, 8, "k");
    using ::testing::ElementsAre;
    using ::testing::IsEmpty;
    EXPECT_THAT(operands_of(a(k, y) * b(x, k)), IsEmpty());
    EXPECT_THAT(operands_of((cast<float>(bytes(k, y)) * 0.5f) * b(x, k)), ElementsAre("operand0"));
    EXPECT_THAT(operands_of(max(a(k, y), 0.0f) * (1.0f - b(x, k))), ElementsAre("operand0", "operand1"));
    // More than one load, a loop beside it, an index.
    EXPECT_THAT(operands_of(select(k < x, a(k, y), 0.0f) * b(x, k)), IsEmpty());
    EXPECT_THAT(operands_of(a(cast<int>(bytes(k, 0)), y) * b(x, k)), IsEmpty());
}

TEST(OperandFuncs, HoldIntegersThatFit16Bits) {
    const ImageParam bytes(UInt(8), 2, "bytes"), words(UInt(16), 2, "words"), list(UInt(8), 1, "list");
    const RDom k(0, 8, "k");
    using ::testing::ElementsAre;
    using ::testing::IsEmpty;
    const Expr row = cast<int>(bytes(k, y)), column = cast<int>(bytes(x, k));
    EXPECT_THAT(operands_of(row * column), ElementsAre("operand0", "operand1"));
    EXPECT_THAT(operands_of((row - 13) * (column - cast<int>(list(0)))), ElementsAre("operand0"));
    EXPECT_THAT(operands_of((row - 13) * (column - 7)), ElementsAre("operand0", "operand1"));
    EXPECT_THAT(operands_of(cast<int>(words(k, y)) * column), ElementsAre("operand0"));
    EXPECT_THAT(operands_of((row + 40000) * cast<int>(words(x, k))), IsEmpty());
    EXPECT_THAT(operands_of(cast<int>(words(cast<int>(bytes(k, y)), y)) * cast<int>(words(x, k))), IsEmpty());
    // No tile of several rows and columns.
    EXPECT_THAT(operands_of(cast<int>(list(k)) * column), IsEmpty());
    EXPECT_THAT(operands_of(row * cast<int>(bytes(k, y + 1))), IsEmpty());
}

TEST(OperandFuncs, HoldBytesWhereATargetMultipliesFoursOfThem) {
    const Target of_fours("x86-64-linux-avx512_sapphirerapids");
    const ImageParam bytes(UInt(8), 2, "bytes"), signs(Int(8), 2, "signs");
    const RDom k(0, 8, "k");
    using ::testing::ElementsAre;
    using ::testing::IsEmpty;
    const Expr row = cast<int>(bytes(k, y)), column = cast<int>(signs(x, k)),
               inside = cast<int>(bytes(k, clamp(y + k, 0, 9)));
    EXPECT_THAT(operands_of(row * column, of_fours), IsEmpty());
    EXPECT_THAT(operands_of(inside * column, of_fours), ElementsAre("operand0 of bytes"));
    EXPECT_THAT(operands_of(inside * column), ElementsAre("operand0", "operand1"));
    EXPECT_THAT(operands_of(inside * (column - 7), of_fours), ElementsAre("operand0", "operand1"));
}

TEST(OperandFuncs, HoldTheBoundsOnIndices) {
    const ImageParam a(Float(32), 2, "a"), b(Float(32), 2, "b");
    const RDom k(0, 8, "k");
    const Expr at = y + k - 1, last = a.dim(1).extent() - 1;
    using ::testing::ElementsAre;
    using ::testing::IsEmpty;
    EXPECT_THAT(operands_of(a(k, clamp(at, 0, last)) * b(x, k)), ElementsAre("operand0"));
    EXPECT_THAT(operands_of(a(k, max(y, 1)) * b(x, k)), ElementsAre("operand0"));
    EXPECT_THAT(operands_of(select(at >= 0 && at <= last, a(k, clamp(at, 0, last)), 0.0f) * b(x, k)),
                ElementsAre("operand0"));
    EXPECT_THAT(operands_of(select(k < y, a(k, y), 0.0f) * b(x, k)), ElementsAre("operand0"));
    // A bound that a loop moves, two indices in one.
    EXPECT_THAT(operands_of(a(k, min(y, k)) * b(x, k)), IsEmpty());
    EXPECT_THAT(operands_of(a(min(k, 5), min(k, last)) * b(x, k)), IsEmpty());
}

/// Rows of an image, zero around it or its first and last one repeated.
TEST(OperandFuncs, KeepTheValuesBeyondBounds) {
    constexpr int columns = 3, rows = 5, channels = 4;
    for (const bool zeros : {false, true}) {
        ImageParam in(Float(32), 2, "in"), weights(Float(32), 2, "weights");
        Buffer<float> image(channels, rows), filter(columns, channels);
        image.fill([](int channel, int row) { return static_cast<float>(10 * channel + row + 1); });
        filter.fill([](int column, int channel) { return static_cast<float>(column - 2 * channel); });
        in.set(image);
        weights.set(filter);
        const RDom k(0, channels, "k");
        const Expr at = y + k - 2, last = in.dim(1).extent() - 1, value = in(k, clamp(at, 0, last));
        Func out("out");
        out(x, y) += weights(x, k) * (zeros ? select(at >= 0 && at <= last, value, 0.0f) : value);
        expect_same_values(out, columns, rows, sse41_target, "operand0");
    }
}

/// What cannot be copied as it is.
TEST(OperandFuncs, HoldBuffersOfTheirOwn) {
    const Buffer<float> weights(8, 8);
    const RDom k(0, 8, "k");
    EXPECT_THAT(operands_of(ImageParam(Float(32), 2, "a")(k, y) * weights(x, k)),
                ::testing::ElementsAre(::testing::StartsWith("operand0")));
}

TEST(VectorTanh, IsWithinTwoUnitsInTheLastPlace) {
    constexpr int count = 200001;
    Buffer<float> in(count);
    for (int i = 0; i < count; ++i) in(i) = static_cast<float>(i - count / 2) * 1e-4f;
    Func out("out");
    out(x) = tanh(in(x));
    EXPECT_TRUE(is_changed(out));
    out.vectorize(x, 8, TailStrategy::GuardWithIf);
    const Buffer<float> result = out.realize({count});
    for (int i = 0; i < count; ++i) {
        const double right = std::tanh(static_cast<double>(in(i)));
        const auto rounded = static_cast<float>(std::abs(right));
        const float unit = std::nextafter(rounded, 2.0f) - rounded;
        ASSERT_LE(std::abs(result(i) - right), 2 * unit) << in(i);
    }
}

TEST(VectorTanh, IsOneFarFromZero) {
    Buffer<float> in(4);
    in(0) = std::numeric_limits<float>::infinity();
    in(1) = 1e30f;
    in(2) = -in(0);
    in(3) = -90.0f;
    Func out("out");
    out(x) = tanh(in(x));
    EXPECT_TRUE(is_changed(out));
    const Buffer<float> result = out.realize({4});
    for (int i = 0; i < 4; ++i) EXPECT_EQ(result(i), i < 2 ? 1 : -1);
}

/// 0 - a in the same vectors: zeros of both signs would be one to Halide.
TEST(VectorTanh, KeepsItsSignBesideASigmoid) {
    Buffer<float> in(16);
    for (int i = 0; i < 16; ++i) in(i) = static_cast<float>(i) - 7.5f;
    Func out("out");
    out(x) = tanh(in(x)) * (1.0f / (1.0f + exp(-in(x))));
    EXPECT_TRUE(is_changed(out));
    out.vectorize(x, 8);
    const Buffer<float> result = out.realize({16});
    for (int i = 0; i < 16; ++i) EXPECT_NEAR(result(i), std::tanh(in(i)) / (1 + std::exp(-in(i))), 1e-6);
}

TEST(VectorTanh, StaysWhereFloatsAreStrict) {
    Func out("out"), strict("strict"), wide("wide");
    out(x) = tanh(cast<float>(x));
    EXPECT_FALSE(is_changed(out, sse41_target.with_feature(Target::StrictFloat)));
    strict(x) = strict_float(tanh(cast<float>(x)));
    // Later versions make operators of strict_float(), and nothing of a function in it.
    EXPECT_EQ(is_changed(strict), compat::halide_version > 20);
    wide(x) = tanh(cast<double>(x));
    EXPECT_FALSE(is_changed(wide));
}

} // namespace
} // namespace autoconfig::testing
