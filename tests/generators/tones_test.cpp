// Pipelines of generators/pipelines that work on the brightness of pixels, against loops.
#include "tests/generators/run_pipeline.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace autoconfig::testing {
namespace {

using At = std::vector<int>;

TEST(Pipelines, HistogramEqualize) {
    PipelineRun run("histogram_equalize");
    for (const auto& [w, h] : image_sizes()) {
        const auto in = filled<std::uint8_t>({w, h}, 30, 200);
        std::array<int, 256> rank{};
        for (const std::uint8_t value : std::vector<std::uint8_t>(in.begin(), in.end()))
            for (int v = value; v < 256; v++) rank[v]++;
        run.set("input", in);
        const int pixels = w * h;
        const auto expected = [&](const At& at) {
            return std::floor(255.0 * rank[in(at[0], at[1])] / pixels + 0.5);
        };
        // One apart where the scaled rank lies half-way between two values.
        EXPECT_EQ(difference(run.at<std::uint8_t>({w, h}), expected, 1), "") << w << "x" << h;
    }
}

/// Sum and count of the pixels in each cell of the grid.
class Cells {
public:
    struct Cell {
        double sum = 0, count = 0;
    };

    Cells(const Halide::Buffer<float>& in, double depth) : in_(in), depth_(depth) {}

    /// Blurred by (1 4 6 4 1) along the three axes.
    Cell blurred(int x, int y, int z) {
        const auto weight = [](int tap) { return std::array{6.0, 4.0, 1.0}[std::abs(tap)]; };
        Cell result;
        for (int k = -2; k <= 2; k++)
            for (int j = -2; j <= 2; j++)
                for (int i = -2; i <= 2; i++) {
                    const Cell cell = column(x + i, y + j)[z + k];
                    result.sum += weight(i) * weight(j) * weight(k) * cell.sum;
                    result.count += weight(i) * weight(j) * weight(k) * cell.count;
                }
        return result;
    }

private:
    std::map<int, Cell>& column(int x, int y) {
        const auto known = columns_.find({x, y});
        if (known != columns_.end()) return known->second;
        std::map<int, Cell>& column = columns_[{x, y}];
        for (int j = 8 * y - 4; j < 8 * y + 4; j++)
            for (int i = 8 * x - 4; i < 8 * x + 4; i++) {
                const double value = in_(clamped(i, in_.width()), clamped(j, in_.height()));
                Cell& cell = column[static_cast<int>(value / depth_ + 0.5)];
                cell.sum += value;
                cell.count += 1;
            }
        return column;
    }

    const Halide::Buffer<float>& in_;
    const double depth_;
    std::map<std::pair<int, int>, std::map<int, Cell>> columns_;
};

TEST(Pipelines, BilateralGrid) {
    PipelineRun run("bilateral_grid");
    const double depth = 0.125;
    for (const auto& [w, h] : image_sizes()) {
        const auto in = filled<float>({w, h}, 0, 1);
        Cells cells(in, depth);
        const auto expected = [&](const At& at) {
            const double x = at[0] / 8.0, y = at[1] / 8.0, z = in(at[0], at[1]) / depth;
            const int x0 = at[0] / 8, y0 = at[1] / 8, z0 = static_cast<int>(z);
            double sum = 0, count = 0;
            for (int corner = 0; corner < 8; corner++) {
                const int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
                const double weight =
                    (1 - std::abs(x0 + i - x)) * (1 - std::abs(y0 + j - y)) * (1 - std::abs(z0 + k - z));
                const Cells::Cell cell = cells.blurred(x0 + i, y0 + j, z0 + k);
                sum += weight * cell.sum;
                count += weight * cell.count;
            }
            return sum / count;
        };
        run.set("input", in);
        run.set("depth", static_cast<float>(depth));
        EXPECT_EQ(difference(run.at<float>({w, h}), expected, 1e-4), "") << w << "x" << h;
    }
}

/// An image without edges, each pixel computed once.
class Plane {
public:
    explicit Plane(std::function<double(int, int)> value) : value_(std::move(value)) {}
    double operator()(int x, int y) {
        const auto known = known_.find({x, y});
        return known != known_.end() ? known->second : known_[{x, y}] = value_(x, y);
    }

private:
    std::function<double(int, int)> value_;
    std::map<std::pair<int, int>, double> known_;
};
using Image = std::shared_ptr<Plane>;

Image image(std::function<double(int, int)> value) { return std::make_shared<Plane>(std::move(value)); }

/// Weights of the four pixels above two: 1 3 3 1.
Image halved(const Image& fine) {
    return image([fine](int x, int y) {
        double sum = 0;
        for (int j = 0; j < 4; j++)
            for (int i = 0; i < 4; i++)
                sum += (i % 3 ? 3 : 1) * (j % 3 ? 3 : 1) / 64.0 * (*fine)(2 * x - 1 + i, 2 * y - 1 + j);
        return sum;
    });
}

/// Linear between the middles of the coarse pixels.
double doubled(const Image& coarse, int x, int y) {
    const int x0 = x >> 1, y0 = y >> 1, x1 = x & 1 ? x0 + 1 : x0 - 1, y1 = y & 1 ? y0 + 1 : y0 - 1;
    return 0.0625 *
           (9 * (*coarse)(x0, y0) + 3 * (*coarse)(x1, y0) + 3 * (*coarse)(x0, y1) + (*coarse)(x1, y1));
}

TEST(Pipelines, LocalLaplacian) {
    const int levels = 3, tones = 5;
    const double detail = 0.5, contrast = 0.75;
    PipelineRun run("local_laplacian", {{"levels", std::to_string(levels)}});
    for (const auto& [width, height] : image_sizes()) {
        const int w = width, h = height;
        const auto in = filled<std::uint16_t>({w, h, 3}, 0, 65536);
        const Image grey = image([&](int x, int y) {
            const auto colour = [&](int c) { return in(clamped(x, w), clamped(y, h), c) / 65535.0; };
            return 0.299 * colour(0) + 0.587 * colour(1) + 0.114 * colour(2);
        });
        const auto remapped = [&](int k) {
            return image([=](int x, int y) {
                const double value = (*grey)(x, y), tone = k / (tones - 1.0);
                const double distance = std::floor(256 * (tones - 1) * value) / 256 - k;
                const double raise = detail * distance * std::exp(-distance * distance / 2);
                return contrast * (value - tone) + tone + raise / (tones - 1);
            });
        };
        std::vector<Image> greys{grey};
        std::vector<std::vector<Image>> pyramids(tones);
        for (int k = 0; k < tones; k++) pyramids[k] = {remapped(k)};
        for (int level = 1; level < levels; level++) {
            greys.push_back(halved(greys.back()));
            for (auto& pyramid : pyramids) pyramid.push_back(halved(pyramid.back()));
        }
        const auto coefficient = [&](int k, int level, int x, int y) {
            const double fine = (*pyramids[k][level])(x, y);
            return level + 1 < levels ? fine - doubled(pyramids[k][level + 1], x, y) : fine;
        };
        const std::function<double(int, int, int)> result = [&](int level, int x, int y) {
            const double place = (*greys[level])(x, y) * (tones - 1);
            const int below = clamped(static_cast<int>(place), tones - 1);
            const double fraction = place - below;
            double value = (1 - fraction) * coefficient(below, level, x, y) +
                           fraction * coefficient(below + 1, level, x, y);
            if (level + 1 < levels)
                value += doubled(image([&](int i, int j) { return result(level + 1, i, j); }), x, y);
            return value;
        };
        const auto expected = [&](const At& at) {
            const double scale = result(0, at[0], at[1]) / std::max((*grey)(at[0], at[1]), 1e-3);
            return std::min(std::max(scale * in(at[0], at[1], at[2]), 0.0), 65535.0);
        };
        run.set("input", in);
        run.set("tones", tones);
        run.set("detail", static_cast<float>(detail));
        run.set("contrast", static_cast<float>(contrast));
        // A step of the table of details may fall the other way: detail / 256 / (tones - 1) of a pixel's
        // grey.
        EXPECT_EQ(difference(run.at<std::uint16_t>({w, h, 3}), expected, 70), "") << w << "x" << h;
    }
}

} // namespace
} // namespace autoconfig::testing
