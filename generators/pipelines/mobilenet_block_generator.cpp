// Inverted residual block of MobileNetV2 (Sandler et al., CVPR 2018), stride 1, channels innermost: a 1x1
// convolution to more channels, a 3x3 one within each channel, a 1x1 one back, and the input added. The first
// two end in ReLU6; biases stand for folded batch normalisation. Estimates are the second block at 56x56.
#include <Halide.h>

namespace {

using namespace Halide;

class MobilenetBlock : public Halide::Generator<MobilenetBlock> {
public:
    Input<Buffer<float>> input{"input", 4};                     // (channel, x, y, image)
    Input<Buffer<float>> expand_weights{"expand_weights", 2};   // (to, from)
    Input<Buffer<float>> depth_weights{"depth_weights", 3};     // (channel, x, y)
    Input<Buffer<float>> project_weights{"project_weights", 2}; // (to, from)
    Input<Buffer<float>> expand_bias{"expand_bias", 1}, depth_bias{"depth_bias", 1},
        project_bias{"project_bias", 1};
    Output<Buffer<float>> output{"output", 4};

    void generate() {
        const Func expanded = pointwise("expand", input, expand_weights);
        Func wide("wide"), depth("depth"), filtered("filtered");
        wide(c, x, y, n) = relu6(expanded(c, x, y, n) + expand_bias(c));

        const Func padded = BoundaryConditions::constant_exterior(
            wide, 0.0f,
            {{Expr(), Expr()}, {0, input.dim(1).extent()}, {0, input.dim(2).extent()}, {Expr(), Expr()}});
        RDom tap(0, 3, 0, 3, "tap");
        depth(c, x, y, n) += depth_weights(c, tap.x, tap.y) * padded(c, x + tap.x - 1, y + tap.y - 1, n);
        filtered(c, x, y, n) = relu6(depth(c, x, y, n) + depth_bias(c));

        const Func projected = pointwise("project", filtered, project_weights);
        output(c, x, y, n) = projected(c, x, y, n) + project_bias(c) + input(c, x, y, n);
        state_sizes();
    }

private:
    Var c{"c"}, x{"x"}, y{"y"}, n{"n"};

    static Expr relu6(const Expr& e) { return clamp(e, 0.0f, 6.0f); }

    Func pointwise(const std::string& name, const Func& from, Input<Buffer<float>>& weights) const {
        weights.dim(1).set_min(0);
        RDom k(0, weights.dim(1).extent(), "k");
        Func result(name);
        result(c, x, y, n) += weights(c, k) * from(k, x, y, n);
        return result;
    }

    void state_sizes() {
        const int channels = 24, expanded = 144, side = 56;
        input.set_estimates({{0, channels}, {0, side}, {0, side}, {0, 1}});
        expand_weights.set_estimates({{0, expanded}, {0, channels}});
        depth_weights.set_estimates({{0, expanded}, {0, 3}, {0, 3}});
        project_weights.set_estimates({{0, channels}, {0, expanded}});
        expand_bias.set_estimates({{0, expanded}});
        depth_bias.set_estimates({{0, expanded}});
        project_bias.set_estimates({{0, channels}});
        output.set_estimates({{0, channels}, {0, side}, {0, side}, {0, 1}});
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(MobilenetBlock, mobilenet_block)
