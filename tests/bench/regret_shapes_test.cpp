#include "bench/regret/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace autoconfig::bench {
namespace {

std::vector<std::string> names(const std::vector<Shape>& shapes) {
    std::vector<std::string> names;
    for (const Shape& shape : shapes) names.push_back(shape.name());
    return names;
}

template<typename Kind, typename Condition>
std::ptrdiff_t count(const std::vector<Shape>& shapes, const Condition& condition) {
    return std::count_if(shapes.begin(), shapes.end(),
                         [&](const Shape& shape) { return condition(std::get<Kind>(shape)); });
}

TEST(RegretShapes, TheSeedDrawsThem) {
    EXPECT_EQ(names(draw_matmuls(20, 7)), names(draw_matmuls(20, 7)));
    EXPECT_NE(names(draw_matmuls(20, 7)), names(draw_matmuls(20, 8)));
    EXPECT_EQ(names(draw_convolutions(20, 7)), names(draw_convolutions(20, 7)));
    EXPECT_NE(names(draw_convolutions(20, 7)), names(draw_convolutions(20, 8)));
    EXPECT_TRUE(draw_matmuls(0, 7).empty());
}

TEST(RegretShapes, AShorterDrawIsTheBeginningOfALongerOne) {
    std::vector<std::string> longer = names(draw_convolutions(30, 3));
    longer.resize(10);
    EXPECT_EQ(names(draw_convolutions(10, 3)), longer);
}

TEST(RegretShapes, AreDifferentAndOfBoundedWork) {
    for (const auto& shapes : {draw_matmuls(200, 1), draw_convolutions(200, 1)}) {
        const std::vector<std::string> all = names(shapes);
        EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 200u);
        for (const Shape& shape : shapes) {
            EXPECT_GE(shape.flops() / 2, least_work) << shape.name();
            EXPECT_LE(shape.flops() / 2, most_work) << shape.name();
        }
    }
}

TEST(RegretShapes, WorkIsSpreadOverItsDecades) {
    for (const auto& shapes : {draw_matmuls(200, 1), draw_convolutions(200, 1)})
        for (const double decade : {1e5, 1e6, 1e7, 1e8}) {
            const auto within = std::count_if(shapes.begin(), shapes.end(), [&](const Shape& shape) {
                return shape.flops() / 2 >= decade && shape.flops() / 2 < 10 * decade;
            });
            EXPECT_GE(within, 20) << decade;
        }
}

TEST(RegretShapes, ProductsAreOddAndRoundOfBothForms) {
    const std::vector<Shape> shapes = draw_matmuls(200, 1);
    EXPECT_GE(count<MatmulShape>(shapes, [](const MatmulShape& s) { return s.trans_b; }), 70);
    EXPECT_GE(count<MatmulShape>(shapes, [](const MatmulShape& s) { return !s.trans_b; }), 70);
    EXPECT_GE(count<MatmulShape>(shapes, [](const MatmulShape& s) { return s.n % 2 == 1; }), 30);
    EXPECT_GE(count<MatmulShape>(shapes, [](const MatmulShape& s) { return s.n % 8 == 0; }), 30);
    for (const Shape& shape : shapes) {
        const auto& matmul = std::get<MatmulShape>(shape);
        EXPECT_FALSE(matmul.trans_a);
        EXPECT_EQ(matmul.batch, 1);
        for (std::int64_t size : {matmul.m, matmul.n, matmul.k}) {
            EXPECT_GE(size, 1);
            EXPECT_LE(size, 4096 + 32); // rounded up
        }
    }
}

TEST(RegretShapes, LayersHaveEveryWindowStrideAndGrouping) {
    const std::vector<Shape> shapes = draw_convolutions(200, 1);
    for (std::int64_t window : {1, 3, 5})
        EXPECT_GE(count<Conv2dShape>(shapes, [&](const Conv2dShape& s) { return s.r == window; }), 30);
    EXPECT_GE(count<Conv2dShape>(shapes, [](const Conv2dShape& s) { return s.stride == 2; }), 25);
    EXPECT_GE(count<Conv2dShape>(shapes, [](const Conv2dShape& s) { return s.groups > 1; }), 15);
    EXPECT_GE(count<Conv2dShape>(shapes, [](const Conv2dShape& s) { return s.h != s.w; }), 50);
    for (const Shape& shape : shapes) {
        const auto& layer = std::get<Conv2dShape>(shape);
        EXPECT_EQ(layer.s, layer.r);
        EXPECT_EQ(layer.out_h() * layer.stride, layer.h) << shape.name();
        EXPECT_EQ(layer.out_w() * layer.stride, layer.w) << shape.name();
        EXPECT_TRUE(layer.groups == 1 || (layer.groups == layer.c && layer.k == layer.c)) << shape.name();
    }
}

} // namespace
} // namespace autoconfig::bench
