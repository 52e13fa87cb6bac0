// Multilayer perceptron: three layers, each a matrix product with a bias, the first two with an activation.
// Estimates are those of DLRM's top network (Naumov et al., arXiv 1906.00091) for 256 samples at a time.
#include "generators/activation.h"

#include <Halide.h>

namespace {

using namespace Halide;

class Mlp : public Halide::Generator<Mlp> {
public:
    GeneratorParam<autoconfig::Activation> activation{"activation", autoconfig::Activation::relu,
                                                      autoconfig::activation_names()};

    Input<Buffer<float>> input{"input", 2}; // (feature, sample)
    Input<Buffer<float>> weights1{"weights1", 2}, weights2{"weights2", 2},
        weights3{"weights3", 2}; // (to, from)
    Input<Buffer<float>> bias1{"bias1", 1}, bias2{"bias2", 1}, bias3{"bias3", 1};
    Output<Buffer<float>> output{"output", 2}; // (feature, sample)

    void generate() {
        Func hidden1("hidden1"), hidden2("hidden2");
        hidden1(to, sample) = autoconfig::apply(activation, layer("product1", input, weights1, bias1));
        hidden2(to, sample) = autoconfig::apply(activation, layer("product2", hidden1, weights2, bias2));
        output(to, sample) = layer("product3", hidden2, weights3, bias3);
        state_sizes();
    }

private:
    Var to{"to"}, sample{"sample"};

    Expr layer(const std::string& name, const Func& from, Input<Buffer<float>>& weights,
               Input<Buffer<float>>& bias) const {
        weights.dim(1).set_min(0);
        RDom k(0, weights.dim(1).extent(), "k");
        Func product(name);
        product(to, sample) += weights(to, k) * from(k, sample);
        return product(to, sample) + bias(to);
    }

    void state_sizes() {
        const int samples = 256, features = 479, hidden = 1024, outputs = 512;
        input.set_estimates({{0, features}, {0, samples}});
        weights1.set_estimates({{0, hidden}, {0, features}});
        weights2.set_estimates({{0, hidden}, {0, hidden}});
        weights3.set_estimates({{0, outputs}, {0, hidden}});
        bias1.set_estimates({{0, hidden}});
        bias2.set_estimates({{0, hidden}});
        bias3.set_estimates({{0, outputs}});
        output.set_estimates({{0, outputs}, {0, samples}});
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(Mlp, mlp)
