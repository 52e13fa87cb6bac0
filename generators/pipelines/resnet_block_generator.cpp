// Basic block of a residual network (He et al., CVPR 2016), stride 1, channels innermost: two 3x3
// convolutions with zeros around their inputs, ReLU after the first and after the input was added to the
// second. Biases stand for folded batch normalisation. Estimates are those of conv2_x in ResNet-18.
#include <Halide.h>

namespace {

using namespace Halide;

class ResnetBlock : public Halide::Generator<ResnetBlock> {
public:
    Input<Buffer<float>> input{"input", 4};                                // (channel, x, y, image)
    Input<Buffer<float>> weights1{"weights1", 4}, weights2{"weights2", 4}; // (to, from, x, y)
    Input<Buffer<float>> bias1{"bias1", 1}, bias2{"bias2", 1};
    Output<Buffer<float>> output{"output", 4};

    void generate() {
        Func hidden("hidden");
        const Func first = convolved("first", input, weights1);
        hidden(c, x, y, n) = max(first(c, x, y, n) + bias1(c), 0.0f);
        const Func second = convolved("second", hidden, weights2);
        output(c, x, y, n) = max(second(c, x, y, n) + bias2(c) + input(c, x, y, n), 0.0f);
        state_sizes();
    }

private:
    Var c{"c"}, x{"x"}, y{"y"}, n{"n"};

    Func convolved(const std::string& name, const Func& from, Input<Buffer<float>>& weights) const {
        const Func padded = BoundaryConditions::constant_exterior(
            from, 0.0f,
            {{Expr(), Expr()}, {0, input.dim(1).extent()}, {0, input.dim(2).extent()}, {Expr(), Expr()}});
        weights.dim(1).set_min(0);
        RDom r(0, weights.dim(1).extent(), 0, 3, 0, 3, "r");
        Func result(name);
        result(c, x, y, n) += weights(c, r.x, r.y, r.z) * padded(r.x, x + r.y - 1, y + r.z - 1, n);
        return result;
    }

    void state_sizes() {
        const int channels = 64, side = 56;
        for (Input<Buffer<float>>* weights : {&weights1, &weights2})
            weights->set_estimates({{0, channels}, {0, channels}, {0, 3}, {0, 3}});
        for (Input<Buffer<float>>* bias : {&bias1, &bias2}) bias->set_estimates({{0, channels}});
        input.set_estimates({{0, channels}, {0, side}, {0, side}, {0, 1}});
        output.set_estimates({{0, channels}, {0, side}, {0, side}, {0, 1}});
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(ResnetBlock, resnet_block)
