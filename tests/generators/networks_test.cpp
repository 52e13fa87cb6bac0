// Network blocks of generators/pipelines against loops in double precision.
#include "tests/generators/run_pipeline.h"

#include <gtest/gtest.h>

#include <vector>

namespace autoconfig::testing {
namespace {

using At = std::vector<int>;
using Floats = Halide::Buffer<float>;

Floats values(const std::vector<int>& sizes, std::uint32_t seed) { return filled<float>(sizes, -1, 1, seed); }

/// A row-major matrix of doubles: what lies between layers.
struct Matrix {
    int columns;
    std::vector<double> elements;

    Matrix(int columns, int rows) : columns(columns), elements(static_cast<std::size_t>(columns) * rows) {}
    double& operator()(int column, int row) {
        return elements[static_cast<std::size_t>(row) * columns + column];
    }
};

TEST(Pipelines, Mlp) {
    PipelineRun run("mlp");
    for (const At& sizes : {At{1, 1, 1, 1, 1}, {33, 17, 40, 7, 5}, {64, 128, 96, 48, 32}}) {
        const int samples = sizes[4];
        const Floats in = values({sizes[0], samples}, 1);
        Matrix from(sizes[0], samples);
        from.elements.assign(in.begin(), in.end());
        run.set("input", in);
        for (int layer = 1; layer <= 3; layer++) {
            const int ins = sizes[layer - 1], outs = sizes[layer];
            const Floats weights = values({outs, ins}, 10 + layer), bias = values({outs}, 20 + layer);
            run.set("weights" + std::to_string(layer), weights);
            run.set("bias" + std::to_string(layer), bias);
            Matrix to(outs, samples);
            for (int s = 0; s < samples; s++)
                for (int o = 0; o < outs; o++) {
                    double sum = bias(o);
                    for (int i = 0; i < ins; i++) sum += weights(o, i) * from(i, s);
                    to(o, s) = layer < 3 ? std::max(sum, 0.0) : sum;
                }
            from = to;
        }
        const auto expected = [&](const At& at) { return from(at[0], at[1]); };
        EXPECT_EQ(difference(run.at<float>({sizes[3], samples}), expected, 2e-3), "") << sizes[0];
    }
}

/// One head's projection: (element, token).
Matrix projected(const Floats& in, const Floats& weights, int head) {
    Matrix result(weights.dim(0).extent(), in.height());
    for (int t = 0; t < in.height(); t++)
        for (int e = 0; e < result.columns; e++)
            for (int f = 0; f < in.width(); f++) result(e, t) += weights(e, head, f) * in(f, t);
    return result;
}

/// One head's mean of the values, weighted for each token.
Matrix attended(Matrix query, Matrix key, Matrix value, int tokens) {
    const int size = query.columns;
    Matrix context(size, tokens);
    for (int t = 0; t < tokens; t++) {
        std::vector<double> weights(tokens);
        double sum = 0;
        for (int o = 0; o < tokens; o++) {
            double score = 0;
            for (int e = 0; e < size; e++) score += query(e, t) * key(e, o);
            sum += weights[o] = std::exp(score / std::sqrt(size));
        }
        for (int e = 0; e < size; e++)
            for (int o = 0; o < tokens; o++) context(e, t) += weights[o] / sum * value(e, o);
    }
    return context;
}

TEST(Pipelines, Attention) {
    PipelineRun run("attention");
    for (const At& sizes : {At{1, 1, 1, 1}, {24, 3, 7, 5}, {64, 2, 32, 33}}) {
        const int width = sizes[0], heads = sizes[1], size = sizes[2], tokens = sizes[3];
        const Floats in = values({width, tokens}, 1), query = values({size, heads, width}, 2),
                     key = values({size, heads, width}, 3), value = values({size, heads, width}, 4),
                     back = values({width, size, heads}, 5);
        Matrix joined(width, tokens);
        for (int head = 0; head < heads; head++) {
            Matrix context = attended(projected(in, query, head), projected(in, key, head),
                                      projected(in, value, head), tokens);
            for (int t = 0; t < tokens; t++)
                for (int e = 0; e < size; e++)
                    for (int f = 0; f < width; f++) joined(f, t) += back(f, e, head) * context(e, t);
        }
        run.set("input", in);
        run.set("query_weights", query);
        run.set("key_weights", key);
        run.set("value_weights", value);
        run.set("output_weights", back);
        const auto expected = [&](const At& at) { return joined(at[0], at[1]); };
        EXPECT_EQ(difference(run.at<float>({width, tokens}), expected, 2e-3), "") << width;
    }
}

/// (channel, x, y) of one image, zero outside.
struct Activations {
    int channels, width, height;
    std::vector<double> elements;

    Activations(int channels, int width, int height)
        : channels(channels), width(width), height(height),
          elements(static_cast<std::size_t>(channels) * width * height) {}
    Activations(const Floats& in, int image)
        : Activations(in.dim(0).extent(), in.dim(1).extent(), in.dim(2).extent()) {
        fill([&](int c, int x, int y) { return in(c, x, y, image); });
    }
    double operator()(int c, int x, int y) const {
        if (x < 0 || x >= width || y < 0 || y >= height) return 0;
        return elements[(static_cast<std::size_t>(y) * width + x) * channels + c];
    }
    template<typename Value>
    void fill(const Value& value) {
        std::size_t i = 0;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                for (int c = 0; c < channels; c++) elements[i++] = value(c, x, y);
    }
};

/// Sum over the 3 by 3 pixels around (x, y) of value(i, j) with i and j from 0 to 2.
template<typename Value>
double around(const Value& value) {
    double sum = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) sum += value(i, j);
    return sum;
}

TEST(Pipelines, ResnetBlock) {
    PipelineRun run("resnet_block");
    for (const At& sizes : {At{1, 1, 1, 1}, {5, 7, 3, 2}, {32, 33, 17, 1}}) {
        const int channels = sizes[0];
        const Floats in = values(sizes, 1), weights1 = values({channels, channels, 3, 3}, 2),
                     bias1 = values({channels}, 3), weights2 = values({channels, channels, 3, 3}, 4),
                     bias2 = values({channels}, 5);
        std::vector<Activations> outputs;
        const auto convolved = [&](const Activations& from, const Floats& weights, int c, int x, int y) {
            return around([&](int i, int j) {
                double sum = 0;
                for (int k = 0; k < channels; k++) sum += weights(c, k, i, j) * from(k, x + i - 1, y + j - 1);
                return sum;
            });
        };
        for (int image = 0; image < sizes[3]; image++) {
            const Activations from(in, image);
            Activations hidden = from, to = from;
            hidden.fill([&](int c, int x, int y) {
                return std::max(convolved(from, weights1, c, x, y) + bias1(c), 0.0);
            });
            to.fill([&](int c, int x, int y) {
                return std::max(convolved(hidden, weights2, c, x, y) + bias2(c) + from(c, x, y), 0.0);
            });
            outputs.push_back(to);
        }
        run.set("input", in);
        run.set("weights1", weights1);
        run.set("weights2", weights2);
        run.set("bias1", bias1);
        run.set("bias2", bias2);
        const auto expected = [&](const At& at) { return outputs[at[3]](at[0], at[1], at[2]); };
        EXPECT_EQ(difference(run.at<float>(sizes), expected, 2e-3), "") << channels;
    }
}

TEST(Pipelines, MobilenetBlock) {
    PipelineRun run("mobilenet_block");
    for (const At& sizes : {At{1, 1, 1, 1}, {5, 7, 3, 2}, {24, 33, 17, 1}}) {
        const int channels = sizes[0], expanded = 3 * channels + 1;
        const Floats in = values(sizes, 1), expand = values({expanded, channels}, 2),
                     expand_bias = values({expanded}, 3), depth = values({expanded, 3, 3}, 4),
                     depth_bias = values({expanded}, 5), project = values({channels, expanded}, 6),
                     project_bias = values({channels}, 7);
        const auto relu6 = [](double value) { return std::min(std::max(value, 0.0), 6.0); };
        std::vector<Activations> outputs;
        for (int image = 0; image < sizes[3]; image++) {
            const Activations from(in, image);
            Activations wide(expanded, sizes[1], sizes[2]), filtered = wide, to = from;
            wide.fill([&](int c, int x, int y) {
                double sum = expand_bias(c);
                for (int k = 0; k < channels; k++) sum += expand(c, k) * from(k, x, y);
                return relu6(sum);
            });
            filtered.fill([&](int c, int x, int y) {
                return relu6(depth_bias(c) + around([&](int i, int j) {
                                 return depth(c, i, j) * wide(c, x + i - 1, y + j - 1);
                             }));
            });
            to.fill([&](int c, int x, int y) {
                double sum = project_bias(c) + from(c, x, y);
                for (int k = 0; k < expanded; k++) sum += project(c, k) * filtered(k, x, y);
                return sum;
            });
            outputs.push_back(to);
        }
        run.set("input", in);
        run.set("expand_weights", expand);
        run.set("expand_bias", expand_bias);
        run.set("depth_weights", depth);
        run.set("depth_bias", depth_bias);
        run.set("project_weights", project);
        run.set("project_bias", project_bias);
        const auto expected = [&](const At& at) { return outputs[at[3]](at[0], at[1], at[2]); };
        EXPECT_EQ(difference(run.at<float>(sizes), expected, 2e-3), "") << channels;
    }
}

} // namespace
} // namespace autoconfig::testing
