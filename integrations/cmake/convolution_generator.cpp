// convolution: a 3×3 window over an image padded with zeros, then bias and ReLU; NHWC without the batch,
// sizes at run time, without a schedule of its own.
#include <Halide.h>

class Convolution : public Halide::Generator<Convolution> {
public:
    Input<Halide::Buffer<float>> input{"input", 3};     // (c, x, y)
    Input<Halide::Buffer<float>> weights{"weights", 4}; // (k, c, r, s)
    Input<Halide::Buffer<float>> bias{"bias", 1};       // (k)
    Output<Halide::Buffer<float>> output{"output", 3};  // (k, x, y)

    void generate() {
        const Halide::Func padded =
            Halide::BoundaryConditions::constant_exterior(input, 0.0f,
                                                          {{Halide::Expr(), Halide::Expr()},
                                                           {input.dim(1).min(), input.dim(1).extent()},
                                                           {input.dim(2).min(), input.dim(2).extent()}});
        Halide::RDom r(0, input.dim(0).extent(), 0, 3, 0, 3, "r");
        sum(k, x, y) = bias(k);
        sum(k, x, y) += padded(r.x, x + r.y - 1, y + r.z - 1) * weights(k, r.x, r.y, r.z);
        output(k, x, y) = Halide::max(sum(k, x, y), 0.0f);

        input.set_estimates({{0, 32}, {0, 28}, {0, 28}});
        weights.set_estimates({{0, 64}, {0, 32}, {0, 3}, {0, 3}});
        bias.set_estimates({{0, 64}});
        output.set_estimates({{0, 64}, {0, 28}, {0, 28}});
    }

private:
    Halide::Var k{"k"}, x{"x"}, y{"y"};
    Halide::Func sum{"sum"};
};

HALIDE_REGISTER_GENERATOR(Convolution, convolution)
