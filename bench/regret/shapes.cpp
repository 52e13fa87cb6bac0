// Random shapes: draws until one is within the limits and new.
#include "bench/regret/shapes.h"

#include "bench/regret/chance.h"

#include <cmath>
#include <set>
#include <string>

namespace autoconfig::bench {

namespace {

constexpr std::int64_t most_of_a_size = 4096;                                 // of M, N and K
constexpr std::int64_t most_channels = 1024, least_side = 4, most_side = 224; // of an output

/// Networks have round sizes and odd ones: half are rounded to a multiple of 8, 16, 32 or 64.
std::int64_t rounded(double size, Chance& chance) {
    const bool round = chance.one_in(2);
    const std::int64_t unit = std::int64_t{8} << chance.below(4);
    const std::int64_t whole = std::llround(size);
    return round && whole > unit ? (whole + unit / 2) / unit * unit : whole;
}

bool is_within(std::int64_t value, std::int64_t least, std::int64_t most) {
    return value >= least && value <= most;
}

bool is_within_limits(const MatmulShape& shape) {
    const double work = shape.flops() / 2;
    return is_within(shape.k, 1, most_of_a_size) && work >= least_work && work <= most_work;
}

MatmulShape random_matmul(Chance& chance) {
    const double work = chance.log_uniform(least_work, most_work);
    MatmulShape shape;
    shape.m = rounded(chance.log_uniform(1, most_of_a_size), chance);
    shape.n = rounded(chance.log_uniform(1, most_of_a_size), chance);
    shape.k = rounded(work / static_cast<double>(shape.m * shape.n), chance);
    shape.trans_b = chance.one_in(2);
    return shape;
}

bool is_within_limits(const Conv2dShape& shape) {
    const double work = shape.flops() / 2;
    return is_within(shape.out_h(), least_side, most_side) &&
           is_within(shape.out_w(), least_side, most_side) && work >= least_work && work <= most_work;
}

Conv2dShape random_convolution(Chance& chance) {
    constexpr std::int64_t windows[] = {1, 3, 5};
    const double work = chance.log_uniform(least_work, most_work);
    Conv2dShape shape;
    shape.r = shape.s = windows[chance.below(3)];
    shape.pad = shape.r / 2;
    shape.stride = chance.one_in(4) ? 2 : 1;
    shape.c = rounded(chance.log_uniform(1, most_channels), chance);
    shape.k = rounded(chance.log_uniform(1, most_channels), chance);
    if (shape.r > 1 && chance.one_in(3)) shape.k = shape.groups = shape.c;
    const std::int64_t channels_of_group = shape.c / shape.groups;
    const auto pixel_work = static_cast<double>(shape.k * channels_of_group * shape.r * shape.s);
    const double side = std::sqrt(work / pixel_work), stretch = chance.log_uniform(0.5, 2);
    const bool square = chance.one_in(2);
    shape.h = std::llround(side) * shape.stride;
    shape.w = square ? shape.h : std::llround(side * stretch) * shape.stride;
    return shape;
}

template<typename Draw>
std::vector<Shape> draw_different(int count, std::uint64_t seed, const Draw& draw) {
    std::vector<Shape> shapes;
    std::set<std::string> drawn;
    Chance chance(seed);
    while (static_cast<int>(shapes.size()) < count) {
        const auto shape = draw(chance);
        if (is_within_limits(shape) && drawn.insert(shape.name()).second) shapes.push_back(shape);
    }
    return shapes;
}

} // namespace

std::vector<Shape> draw_matmuls(int count, std::uint64_t seed) {
    return draw_different(count, seed, random_matmul);
}

std::vector<Shape> draw_convolutions(int count, std::uint64_t seed) {
    return draw_different(count, seed, random_convolution);
}

} // namespace autoconfig::bench
