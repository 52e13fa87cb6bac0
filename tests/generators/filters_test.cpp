// Pipelines of generators/pipelines that work on the neighbourhood of each pixel, against loops over it.
#include "tests/generators/run_pipeline.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using At = std::vector<int>;

TEST(Pipelines, Blur) {
    PipelineRun run("blur");
    for (const auto& [w, h] : image_sizes()) {
        const auto in = filled<std::uint16_t>({w + 2, h + 2}, 0, 16384);
        const auto across = [&](int x, int y) {
            return (in(x, y) + 2 * in(x + 1, y) + in(x + 2, y) + 2) / 4;
        };
        run.set("input", in);
        const auto expected = [&](const At& at) {
            const int x = at[0], y = at[1];
            return (across(x, y) + 2 * across(x, y + 1) + across(x, y + 2) + 2) / 4;
        };
        EXPECT_EQ(difference(run.at<std::uint16_t>({w, h}), expected, 0), "") << w << "x" << h;
    }
}

/// The grey value of a colour pixel.
double grey(const Halide::Buffer<float>& in, int x, int y) {
    return 0.299 * in(x, y, 0) + 0.587 * in(x, y, 1) + 0.114 * in(x, y, 2);
}

TEST(Pipelines, UnsharpMask) {
    PipelineRun run("unsharp_mask");
    const double amount = 0.75, sigma = 1.5;
    for (const auto& [width, height] : image_sizes()) {
        const int w = width, h = height;
        const auto in = filled<float>({w, h, 3}, 0, 1);
        const auto blurred = [&](int x, int y) {
            double sum = 0, weights = 0;
            for (int j = -3; j <= 3; j++)
                for (int i = -3; i <= 3; i++) {
                    const double weight = std::exp(-(i * i + j * j) / (2 * sigma * sigma));
                    sum += weight * grey(in, clamped(x + i, w), clamped(y + j, h));
                    weights += weight;
                }
            return sum / weights;
        };
        const auto expected = [&](const At& at) {
            const double here = grey(in, at[0], at[1]);
            const double gain = (here + amount * (here - blurred(at[0], at[1]))) / std::max(here, 1e-3);
            return gain * in(at[0], at[1], at[2]);
        };
        run.set("input", in);
        run.set("amount", static_cast<float>(amount));
        EXPECT_EQ(difference(run.at<float>({w, h, 3}), expected, 1e-4), "") << w << "x" << h;
    }
}

TEST(Pipelines, Harris) {
    PipelineRun run("harris");
    const double k = 0.05;
    for (const auto& [w, h] : image_sizes()) {
        const auto in = filled<float>({w + 4, h + 4, 3}, 0, 1);
        const auto gradient = [&](int x, int y, bool along_x) {
            double sum = 0;
            for (int i = 0; i < 3; i++) {
                const double weight = (i == 1 ? 2 : 1) / 8.0;
                sum += along_x ? weight * (grey(in, x + 2, y + i) - grey(in, x, y + i))
                               : weight * (grey(in, x + i, y + 2) - grey(in, x + i, y));
            }
            return sum;
        };
        const auto expected = [&](const At& at) {
            double xx = 0, xy = 0, yy = 0;
            for (int y = at[1]; y < at[1] + 3; y++)
                for (int x = at[0]; x < at[0] + 3; x++) {
                    const double gx = gradient(x, y, true), gy = gradient(x, y, false);
                    xx += gx * gx, xy += gx * gy, yy += gy * gy;
                }
            return xx * yy - xy * xy - k * (xx + yy) * (xx + yy);
        };
        run.set("input", in);
        run.set("k", static_cast<float>(k));
        EXPECT_EQ(difference(run.at<float>({w, h}), expected, 1e-5), "") << w << "x" << h;
    }
}

/// The stages one after another, each on all places the next one reads.
std::map<std::pair<int, int>, std::uint16_t> chained(const Halide::Buffer<std::uint16_t>& in, int stages,
                                                     int radius) {
    const int w = in.width(), h = in.height();
    std::map<std::pair<int, int>, std::uint16_t> image, next;
    const auto fill = [&](auto& target, int margin, const auto& value) {
        for (int y = -margin; y < h + margin; y++)
            for (int x = -margin; x < w + margin; x++)
                target[{x, y}] = static_cast<std::uint16_t>(value(x, y));
    };
    fill(image, stages * radius, [&](int x, int y) { return in(clamped(x, w), clamped(y, h)); });
    for (int stage = 1; stage <= stages; stage++) {
        next.clear();
        fill(next, (stages - stage) * radius, [&](int x, int y) {
            unsigned sum = 0;
            for (int j = -radius; j <= radius; j++)
                for (int i = -radius; i <= radius; i++)
                    sum += image.at({x + i, y + j}) *
                           static_cast<unsigned>(1 + 2 * radius - std::abs(i) - std::abs(j));
            return sum;
        });
        image.swap(next);
    }
    return image;
}

TEST(Pipelines, StencilChain) {
    for (const auto& [stages, radius] : {std::pair{2, 1}, {2, 2}}) {
        PipelineRun run("stencil_chain",
                        {{"stages", std::to_string(stages)}, {"radius", std::to_string(radius)}});
        for (const auto& [w, h] : image_sizes()) {
            const auto in = filled<std::uint16_t>({w, h}, 0, 65536);
            const auto image = chained(in, stages, radius);
            run.set("input", in);
            const auto expected = [&](const At& at) { return image.at({at[0], at[1]}); };
            EXPECT_EQ(difference(run.at<std::uint16_t>({w, h}), expected, 0), "") << w << "x" << h;
        }
    }
}

TEST(Pipelines, NlMeans) {
    PipelineRun run("nl_means", {{"patch", "5"}});
    const int patch = 5, window = 7;
    const double sigma = 0.25;
    for (const auto& [width, height] : {std::pair{1, 1}, {33, 17}, {130, 33}}) {
        const int w = width, h = height;
        const auto in = filled<float>({w, h, 3}, 0, 1);
        const auto value = [&](int x, int y, int c) -> double { return in(clamped(x, w), clamped(y, h), c); };
        const auto weight = [&](int x, int y, int dx, int dy) {
            double distance = 0;
            for (int j = -(patch / 2); j <= patch / 2; j++)
                for (int i = -(patch / 2); i <= patch / 2; i++)
                    for (int c = 0; c < 3; c++)
                        distance += std::pow(value(x + i, y + j, c) - value(x + i + dx, y + j + dy, c), 2);
            return std::exp(-distance / (sigma * sigma * 3 * patch * patch));
        };
        const auto expected = [&](const At& at) {
            double sum = 0, weights = 0;
            for (int dy = -(window / 2); dy <= window / 2; dy++)
                for (int dx = -(window / 2); dx <= window / 2; dx++) {
                    const double one = weight(at[0], at[1], dx, dy);
                    sum += one * value(at[0] + dx, at[1] + dy, at[2]);
                    weights += one;
                }
            return sum / weights;
        };
        run.set("input", in);
        run.set("sigma", static_cast<float>(sigma));
        EXPECT_EQ(difference(run.at<float>({w, h, 3}), expected, 1e-4), "") << w << "x" << h;
    }
}

} // namespace
} // namespace autoconfig::testing
