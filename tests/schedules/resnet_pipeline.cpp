// See pipelines.h: ResNet-18, on which github.com/halide/Halide#8577 says that Adams2019 does not end.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// A picture of three dimensions and its extents.
struct Layer {
    Func func;
    Expr width, height;
    int channels;
};

class Network {
public:
    std::vector<ImageParam> weights;
    std::vector<Shape> shapes; // of the weights

    /// Windows of size x size around every stride-th place, zero outside, and a bias.
    Layer convolve(const Layer& in, int channels, int size, int stride) {
        const std::string name = "conv" + std::to_string(weights.size() / 2);
        const ImageParam filter = add(name + "_filter", {size, size, in.channels, channels});
        const ImageParam bias = add(name + "_bias", {channels});
        Func padded = BoundaryConditions::constant_exterior(
            in.func, 0.0f, {{0, in.width}, {0, in.height}, {0, in.channels}});
        RDom r(0, size, 0, size, 0, in.channels, "r");
        Func sum(name), out(name + "_biased");
        sum(x, y, c) = 0.0f;
        sum(x, y, c) +=
            padded(x * stride + r.x - size / 2, y * stride + r.y - size / 2, r.z) * filter(r.x, r.y, r.z, c);
        // Values stay small whole numbers, so that every order of summation gives the same.
        out(x, y, c) = sum(x, y, c) + bias(c);
        out(x, y, c) = out(x, y, c) - 8 * floor(out(x, y, c) / 8);
        return {out, (in.width + stride - 1) / stride, (in.height + stride - 1) / stride, channels};
    }

    /// Two convolutions, and what came in added to them; through one of size 1 where its shape differs.
    Layer block(const Layer& in, int channels, int stride) {
        const Layer first = convolve(in, channels, 3, stride),
                    second = convolve(positive(first), channels, 3, 1);
        const bool same = stride == 1 && channels == in.channels;
        const Layer beside = same ? in : convolve(in, channels, 1, stride);
        Func sum("sum");
        sum(x, y, c) = second.func(x, y, c) + beside.func(x, y, c);
        return positive({sum, second.width, second.height, channels});
    }

    static Layer positive(const Layer& in) {
        Func relu("relu");
        relu(x, y, c) = max(in.func(x, y, c), 0.0f);
        return {relu, in.width, in.height, in.channels};
    }

private:
    ImageParam add(const std::string& name, const Shape& shape) {
        ImageParam param(Float(32), static_cast<int>(shape.size()), name);
        for (std::size_t d = 0; d < shape.size(); ++d) param.dim(static_cast<int>(d)).set_bounds(0, shape[d]);
        weights.push_back(param);
        shapes.push_back(shape);
        return param;
    }
};

Layer halved_by_largest(const Layer& in) {
    RDom r(0, 2, 0, 2, "r");
    Func pool("pool");
    pool(x, y, c) = 0.0f;
    pool(x, y, c) =
        max(pool(x, y, c), in.func(min(2 * x + r.x, in.width - 1), min(2 * y + r.y, in.height - 1), c));
    return {pool, (in.width + 1) / 2, (in.height + 1) / 2, in.channels};
}

} // namespace

Built resnet18(const Sizes& sizes, const Bound& bound, int channels, int blocks) {
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.n, d.m, fixed(3)});
    Network network;
    Layer layer{in, in.dim(0).extent(), in.dim(1).extent(), 3};
    layer = halved_by_largest(Network::positive(network.convolve(layer, channels, 7, 2)));
    for (int i = 0; i < blocks; ++i)
        layer = network.block(layer, channels << i / 2, i > 0 && i % 2 == 0 ? 2 : 1);
    RDom all(0, layer.width, 0, layer.height, "all"), k(0, layer.channels, "k");
    Func mean("mean"), classes("classes");
    mean(c) = 0.0f;
    mean(c) += layer.func(all.x, all.y, c);
    ImageParam dense = input("dense", {fixed(10), fixed(layer.channels)});
    classes(x) = 0.0f;
    classes(x) += mean(k) * dense(x, k);
    std::vector<ImageParam> inputs = network.weights;
    inputs.insert(inputs.end(), {in, dense});
    const auto shapes = [weights = network.shapes, last = layer.channels](const Sizes& s) {
        std::vector<Shape> all = weights;
        all.insert(all.end(), {{s.n, s.m, 3}, {10, last}});
        return all;
    };
    return {pipeline_of(classes, {fixed(10)}), inputs, shapes,
            [](const Sizes&) { return std::vector<Shape>{{10}}; }};
}

} // namespace autoconfig::testing
