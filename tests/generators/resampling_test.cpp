// Pipelines of generators/pipelines whose output lies on other places than their input, against loops.
#include "tests/generators/run_pipeline.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using At = std::vector<int>;

double linear(double d) { return std::max(1 - std::abs(d), 0.0); }
double cubic(double d) {
    d = std::abs(d);
    if (d < 1) return 1.5 * d * d * d - 2.5 * d * d + 1;
    return d < 2 ? -0.5 * d * d * d + 2.5 * d * d - 4 * d + 2 : 0;
}

void expect_resized(const std::string& kernel, const std::function<double(double)>& weight) {
    PipelineRun run("resize", {{"kernel", kernel}});
    for (const auto& [width, height] : image_sizes())
        for (const double factor : {1.0, 1.5, 3.0}) {
            const int w = width, h = height;
            const auto in = filled<float>({w, h, 3}, 0, 1);
            const auto expected = [&](const At& at) {
                const double x = (at[0] + 0.5) / factor - 0.5, y = (at[1] + 0.5) / factor - 0.5;
                double sum = 0;
                for (int j = static_cast<int>(y) - 3; j <= y + 3; j++)
                    for (int i = static_cast<int>(x) - 3; i <= x + 3; i++)
                        sum += weight(i - x) * weight(j - y) * in(clamped(i, w), clamped(j, h), at[2]);
                return std::min(std::max(sum, 0.0), 1.0);
            };
            run.set("input", in);
            run.set("factor", static_cast<float>(factor));
            const std::vector<int> sizes{static_cast<int>(w * factor), static_cast<int>(h * factor), 3};
            EXPECT_EQ(difference(run.at<float>(sizes), expected, 1e-4), "")
                << w << "x" << h << " by " << factor;
        }
}

TEST(Pipelines, ResizeLinear) { expect_resized("linear", linear); }
TEST(Pipelines, ResizeCubic) { expect_resized("cubic", cubic); }

/// What camera_pipe computes, a pixel at a time.
struct Camera {
    Halide::Buffer<std::uint16_t> raw;
    Halide::Buffer<float> matrix;
    float red_gain = 1.75f, blue_gain = 1.5f, gamma = 2.0f, sharpness = 0.75f;
    int black = 16;

    static int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

    /// Mirrored at the edges, which are not repeated.
    static int mirrored(int place, int extent) {
        if (extent == 1) return 0;
        const int period = 2 * (extent - 1), within = (place % period + period) % period;
        return std::min(within, period - within);
    }
    int mosaic(int x, int y) const { return raw(mirrored(x, raw.width()), mirrored(y, raw.height())); }

    int cool(int x, int y) const {
        const auto [low, high] =
            std::minmax({mosaic(x - 2, y), mosaic(x + 2, y), mosaic(x, y - 2), mosaic(x, y + 2)});
        return std::min(std::max(mosaic(x, y), low), high);
    }

    static int colour_of(int x, int y) {
        const bool odd_x = x & 1, odd_y = y & 1;
        return odd_x == odd_y ? 1 : odd_y ? 2 : 0;
    }

    /// The kernels of Malvar, He and Cutler, in sixteenths.
    int demosaiced(int x, int y, int c) const {
        const auto sum = [&](const int(&kernel)[5][5]) {
            int total = 0;
            for (int j = 0; j < 5; j++)
                for (int i = 0; i < 5; i++)
                    if (kernel[j][i]) total += kernel[j][i] * cool(x + i - 2, y + j - 2);
            return floor_div(total, 16);
        };
        static constexpr int green[5][5] = {
            {0, 0, -2, 0, 0}, {0, 0, 4, 0, 0}, {-2, 4, 8, 4, -2}, {0, 0, 4, 0, 0}, {0, 0, -2, 0, 0}};
        static constexpr int in_row[5][5] = {
            {0, 0, 1, 0, 0}, {0, -2, 0, -2, 0}, {-2, 8, 10, 8, -2}, {0, -2, 0, -2, 0}, {0, 0, 1, 0, 0}};
        static constexpr int in_column[5][5] = {
            {0, 0, -2, 0, 0}, {0, -2, 8, -2, 0}, {1, 0, 10, 0, 1}, {0, -2, 8, -2, 0}, {0, 0, -2, 0, 0}};
        static constexpr int opposite[5][5] = {
            {0, 0, -3, 0, 0}, {0, 4, 0, 4, 0}, {-3, 0, 12, 0, -3}, {0, 4, 0, 4, 0}, {0, 0, -3, 0, 0}};
        if (colour_of(x, y) == c) return cool(x, y);
        if (c == 1) return sum(green);
        if (colour_of(x + 1, y) == c) return sum(in_row);
        return colour_of(x, y + 1) == c ? sum(in_column) : sum(opposite);
    }

    int toned(int x, int y, int c) const {
        const float gains[4] = {red_gain, 1, blue_gain, 1};
        const auto weight = [&](int i) {
            return static_cast<int>(std::lround(matrix(i, c) * gains[i] * 256));
        };
        int sum = weight(3);
        for (int i = 0; i < 3; i++) sum += weight(i) * demosaiced(x, y, i);
        const int value = std::min(std::max(floor_div(sum, 256), 0), 1023);
        const double light = std::max(value - black, 0) / (1023.0 - black);
        return static_cast<int>(std::pow(light, 1 / gamma) * 255 + 0.5);
    }

    double output(const At& at) const {
        const int x = at[0], y = at[1], c = at[2];
        int blurred = 0;
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++) blurred += (i ? 1 : 2) * (j ? 1 : 2) * toned(x + i, y + j, c);
        const int here = toned(x, y, c), strength = static_cast<int>(std::lround(sharpness * 32));
        return std::min(std::max(here + floor_div((here - blurred / 16) * strength, 32), 0), 255);
    }
};

TEST(Pipelines, CameraPipe) {
    PipelineRun run("camera_pipe");
    for (const auto& [w, h] : {std::pair{1, 1}, {2, 7}, {33, 17}, {68, 10}}) {
        Camera camera;
        camera.raw = filled<std::uint16_t>({w, h}, 0, 1024);
        camera.matrix = filled<float>({4, 3}, -0.5, 1);
        run.set("raw", camera.raw);
        run.set("matrix", camera.matrix);
        run.set("red_gain", camera.red_gain);
        run.set("blue_gain", camera.blue_gain);
        run.set("black", camera.black);
        run.set("gamma", camera.gamma);
        run.set("sharpness", camera.sharpness);
        // The curve may round the other way where it lies half-way between two values; sharpening adds to it.
        EXPECT_EQ(difference(
                      run.at<std::uint8_t>({w, h, 3}), [&](const At& at) { return camera.output(at); }, 2),
                  "")
            << w << "x" << h;
    }
}

} // namespace
} // namespace autoconfig::testing
