// Images whose channels lie side by side, and of which nothing says so before they are there: vectors from
// pixel to pixel are dense where they do, and right where they do not.
#include "tests/schedules/run.h"
#include "tests/support/fenced.h"
#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace autoconfig::testing {
namespace {

using Halide::Buffer;
using Halide::Expr;
using Halide::Func;
using ::testing::HasSubstr;
using ::testing::Not;

Expr wide(const Expr& value) { return Halide::cast<int>(value); }
Expr luma(const Func& in, const Expr& at_x, const Expr& at_y) {
    return (wide(in(0, at_x, at_y)) * 77 + wide(in(1, at_x, at_y)) * 151 + wide(in(2, at_x, at_y)) * 28) / 4;
}

constexpr int reach = 2; // of what is read beyond the output, at most

struct Image {
    const char* name;
    int channels; // of the input
    bool pixels;  // the output has channels, as many, else one value for each pixel
    Func (*define)(Func in);

    std::vector<int> read(int width, int height) const { return {channels, width + reach, height + reach}; }
    std::vector<int> written(int width, int height) const {
        return pixels ? std::vector<int>{channels, width, height} : std::vector<int>{width, height};
    }
};

Func grey(Func in) {
    Func out("out");
    out(x, y) = luma(in, x, y);
    return out;
}
Func premultiplied(Func in) {
    Func out("out");
    out(c, x, y) = Halide::select(c == 3, wide(in(3, x, y)), wide(in(c, x, y)) * wide(in(3, x, y)));
    return out;
}
Func swapped(Func in) {
    Func out("out");
    out(c, x, y) = wide(in(2 - c, x, y)) + c;
    return out;
}
Func edges(Func in) {
    Func out("out"), brightness("brightness");
    brightness(x, y) = luma(in, x, y);
    out(x, y) = brightness(x + 2, y) - brightness(x, y + 2) + brightness(x + 2, y + 2) + brightness(x + 1, y);
    return out;
}
Func real_part(Func in) {
    Func out("out");
    out(x, y) = wide(in(0, x, y)) * wide(in(0, x + 1, y)) - wide(in(1, x, y)) * wide(in(1, x + 1, y));
    return out;
}
Func blurred(Func in) {
    Func out("out"), row("row");
    row(c, x, y) = wide(in(c, x, y)) + 2 * wide(in(c, x + 1, y)) + wide(in(c, x + 2, y));
    out(c, x, y) = row(c, x, y) + row(c, x, y + 1) * 2 + row(c, x, y + 2);
    return out;
}
Func negative(Func in) {
    Func out("out");
    out(c, x, y) = 255 - wide(in(c, x, y));
    return out;
}
Func sharpened(Func in) {
    Func out("out"), column("column"), twice("twice");
    column(c, x, y) = wide(in(c, x + 1, y)) * 3 - wide(in(c, x + 1, Halide::max(y - 1, 0)));
    twice(c, x, y) = column(c, x, y) + column(c, x, y + 1);
    out(c, x, y) = twice(c, x, y) - twice(c, x + 1, y + 1) * 3;
    return out;
}

const std::vector<Image> images{{"grey", 3, false, grey},           {"premultiplied", 4, true, premultiplied},
                                {"swapped", 3, true, swapped},      {"edges", 3, false, edges},
                                {"real_part", 2, false, real_part}, {"blurred", 3, true, blurred},
                                {"negative", 2, true, negative},    {"sharpened", 4, true, sharpened}};

struct Scheduled {
    Halide::ImageParam in{Halide::UInt(8), 3, "in"};
    Func out;
    Halide::Pipeline pipeline;

    Scheduled(const Image& image, int width, int height, bool bound, bool scheduled = true)
        : out(image.define(in)), pipeline(out) {
        const std::vector<int> from = image.read(width, height), to = image.written(width, height);
        for (int d = 0; d < 3; d++) state(in, d, from[d], bound);
        for (int d = 0; d < out.dimensions(); d++) state(out.output_buffer(), d, to[d], bound);
        if (!scheduled) return;
        Options options;
        options.parallelism = 2;
        source = autoschedule(pipeline, target(), options).schedule_source;
    }
    std::string source;

private:
    template<typename Parameter>
    static void state(Parameter&& parameter, int d, int extent, bool bound) {
        if (bound)
            parameter.dim(d).set_bounds(0, extent);
        else
            parameter.dim(d).set_estimate(0, extent);
    }
};

/// Elements of each place, and places of each row, beyond those of the image.
struct Padding {
    int place = 0, row = 0;
};

Buffer<> stored(const Halide::Type& type, std::vector<int> extents, const Padding& padding, bool pixels) {
    std::vector<int> with = extents;
    if (pixels) with[0] += padding.place;
    with[pixels ? 1 : 0] += padding.row;
    Buffer<> buffer(type, with);
    for (int d = 0; d < buffer.dimensions(); d++) buffer.crop(d, 0, extents[d]);
    return buffer;
}

void fill(Buffer<uint8_t>& in) {
    in.for_each_element([&](int i, int j, int k) { in(i, j, k) = (i * 29 + j * 7 + k * 13) % 251; });
}

/// Everything begins at (`first`, 0).
void expect_right(const Image& image, Scheduled& scheduled, Scheduled& reference, int width, int height,
                  const Padding& in_padding, const Padding& out_padding, Fence fence, int first = 0) {
    Buffer<uint8_t> in = stored(Halide::UInt(8), image.read(width, height), in_padding, true);
    fill(in);
    const Fenced given(in, fence);
    const std::vector<int> extents = image.written(width, height);
    const Fenced made(stored(Halide::Int(32), extents, out_padding, image.pixels), fence);
    Buffer<> from = given.inside(), out = made.inside(), expected(Halide::Int(32), extents);
    in.translate(1, first), from.translate(1, first);
    out.translate(image.pixels ? 1 : 0, first), expected.translate(image.pixels ? 1 : 0, first);
    scheduled.in.set(from);
    reference.in.set(in);
    scheduled.pipeline.realize(out, target());
    reference.pipeline.realize(expected, target());
    for_each_place(expected, [&](const Shape& at) {
        ASSERT_EQ(detail::value(out, at), detail::value(expected, at))
            << image.name << " " << width << "x" << height << detail::place(at);
    });
}

const std::vector<Padding> paddings{{}, {1, 0}, {0, 5}};

class InterleavedImage : public ::testing::TestWithParam<Image> {};

TEST_P(InterleavedImage, IsRightHoweverItIsStored) {
    Scheduled scheduled(GetParam(), 300, 40, false), reference(GetParam(), 300, 40, false, false);
    for (const Padding& in : paddings)
        for (const Padding& out : paddings)
            for (const int width : {1, 2, 15, 16, 17, 33, 63, 64, 65, 129, 300})
                for (const Fence fence : {Fence::Before, Fence::Behind})
                    expect_right(GetParam(), scheduled, reference, width, width % 3 + 1, in, out, fence,
                                 width % 2 * 5);
}

TEST_P(InterleavedImage, IsRightWhereSizesAreBound) {
    for (const int width : {1, 3, 16, 31, 32, 33, 64, 100})
        for (const int height : {1, 2}) {
            Scheduled scheduled(GetParam(), width, height, true),
                reference(GetParam(), width, height, true, false);
            for (const Fence fence : {Fence::Before, Fence::Behind})
                for (const Padding& padding : paddings)
                    expect_right(GetParam(), scheduled, reference, width, height, padding, padding, fence);
        }
}

INSTANTIATE_TEST_SUITE_P(Cases, InterleavedImage, ::testing::ValuesIn(images),
                         [](const auto& info) { return std::string(info.param.name); });

/// Parts of the channels are right, too.
TEST(InterleavedParts, AreRight) {
    Scheduled scheduled(images[6], 300, 40, false);
    Buffer<uint8_t> in(images[6].read(300, 40));
    fill(in);
    Buffer<int> out(2, 300, 40);
    Buffer<uint8_t> part = in;
    Buffer<int> part_of_out = out;
    part.crop(0, 1, 1);
    part_of_out.crop(0, 1, 1);
    out.fill(7);
    scheduled.in.set(part);
    scheduled.pipeline.realize(part_of_out, target());
    out.for_each_element([&](int i, int j, int k) { ASSERT_EQ(out(i, j, k), i ? 255 - in(i, j, k) : 7); });
}

/// Of the source, what stands behind the rewrites.
std::string loops_of(const Scheduled& scheduled) {
    const std::string source = without_suffixes(scheduled.source);
    return source.substr(source.find("Func out = "));
}

TEST(InterleavedImages, AreAskedForAtRunTime) {
    const std::string loops = loops_of(Scheduled(images[0], 1280, 720, false));
    EXPECT_THAT(loops, HasSubstr("SizeBody::size(in_im, \"min\", 0) == 0"));
    EXPECT_THAT(loops, HasSubstr("SizeBody::size(in_im, \"extent\", 0) == 3"));
    EXPECT_THAT(loops, HasSubstr("SizeBody::size(in_im, \"stride\", 1) == 3"));
}

TEST(InterleavedImages, AreNotAskedForWhereTheySaySo) {
    Scheduled stated(images[0], 1280, 720, false, false);
    stated.in.dim(0).set_bounds(0, 3);
    stated.in.dim(1).set_stride(3);
    EXPECT_THAT(autoschedule(stated.pipeline, target(), {}).schedule_source, Not(HasSubstr("specialize")));
}

TEST(InterleavedImages, AreRowsOfElementsWhereChannelsStayApart) {
    const std::string loops = loops_of(Scheduled(images[5], 1280, 720, false));
    EXPECT_THAT(loops, HasSubstr(".fuse(c, x, element)"));
    EXPECT_THAT(loops, HasSubstr("row.store_at(out"));
    EXPECT_THAT(loops, HasSubstr(".fuse(c, x, element2)"));
}

TEST(InterleavedImages, AreStoredPixelByPixel) {
    const std::string loops = loops_of(Scheduled(images[1], 1280, 720, false));
    EXPECT_THAT(loops, HasSubstr("out.output_buffer().dim(1).stride() == 4"));
    EXPECT_THAT(loops, HasSubstr(".unroll(c)"));
}

/// A row of complex numbers and their filter, whose parts lie side by side, each a value of a Tuple.
struct FilteredRow {
    Halide::ImageParam in{Halide::Int(16), 2, "in"};
    Func out{"out"};
    Halide::Pipeline pipeline;
    std::string source;

    explicit FilteredRow(bool scheduled) {
        const Halide::RDom r(0, 24, "r");
        Func sample("sample"), sum("sum");
        sample(x) = {wide(in(0, x)), wide(in(1, x))};
        const Expr re = sample(x + r)[0], im = sample(x + r)[1];
        sum(x) = {1, 2};
        sum(x) = {sum(x)[0] + re * (r + 1) - im * 3, sum(x)[1] + re * 3 + im * (r + 1)};
        out(c, x) = Halide::mux(c, {sum(x)[0], sum(x)[1]}) >> 1;
        out.set_estimates({{0, 2}, {0, 30000}});
        in.set_estimates({{0, 2}, {0, 30024}});
        pipeline = Halide::Pipeline(out);
        if (scheduled) source = autoschedule(pipeline, target(), {}).schedule_source;
    }

    Buffer<int> at(int width, const Padding& padding) {
        Buffer<> from = stored(Halide::Int(16), {2, width + 24}, padding, true);
        Buffer<std::int16_t> numbers = from;
        numbers.for_each_element([&](int i, int j) { numbers(i, j) = (i * 29 + j * 7) % 251 - 99; });
        in.set(from);
        Buffer<int> result = stored(Halide::Int(32), {2, width}, padding, true);
        pipeline.realize(result, target());
        return result;
    }
};

TEST(InterleavedRow, HasVectorsAlongItsPlaces) {
    const std::string source = without_suffixes(FilteredRow(true).source);
    const std::string loops = source.substr(source.find("Func out = "));
    EXPECT_THAT(loops, HasSubstr("out.output_buffer().dim(1).stride() == 2"));
    EXPECT_THAT(loops, HasSubstr(".unroll(c)"));
    EXPECT_THAT(loops, HasSubstr("sum.compute_at(out"));
}

TEST(InterleavedRow, IsRightHoweverItIsStored) {
    FilteredRow scheduled(true), reference(false);
    for (const Padding& padding : paddings)
        for (const int width : {1, 2, 15, 16, 17, 511, 512, 513, 1100}) {
            const Buffer<int> out = scheduled.at(width, padding), expected = reference.at(width, padding);
            out.for_each_element([&](int i, int j) {
                ASSERT_EQ(out(i, j), expected(i, j)) << width << " at " << i << ", " << j;
            });
        }
}

} // namespace
} // namespace autoconfig::testing
