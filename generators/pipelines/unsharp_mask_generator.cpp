// Unsharp mask of a colour image: the grey image is blurred by a Gaussian, its difference from the blur is
// added to it `amount` times, and every colour is scaled as its grey value was.
#include <Halide.h>

#include <cmath>
#include <functional>

namespace {

using namespace Halide;

class UnsharpMask : public Halide::Generator<UnsharpMask> {
public:
    GeneratorParam<float> sigma{"sigma", 1.5f}; // of the Gaussian, in pixels

    Input<Buffer<float>> input{"input", 3}; // (x, y, colour: red, green, blue)
    Input<float> amount{"amount"};
    Output<Buffer<float>> output{"output", 3};

    void generate() {
        Var x("x"), y("y"), c("c");
        Func inside = BoundaryConditions::repeat_edge(input);
        Func grey("grey"), down("down"), blurred("blurred"), gain("gain");
        grey(x, y) = 0.299f * inside(x, y, 0) + 0.587f * inside(x, y, 1) + 0.114f * inside(x, y, 2);
        down(x, y) = gaussian([&](int tap) { return grey(x, y + tap); });
        blurred(x, y) = gaussian([&](int tap) { return down(x + tap, y); });
        const Expr sharpened = grey(x, y) + amount * (grey(x, y) - blurred(x, y));
        gain(x, y) = sharpened / max(grey(x, y), 1e-3f);
        output(x, y, c) = gain(x, y) * inside(x, y, c);

        input.set_estimates({{0, 1536}, {0, 2560}, {0, 3}});
        amount.set_estimate(1.0f);
        output.set_estimates({{0, 1536}, {0, 2560}, {0, 3}});
    }

private:
    static constexpr int radius = 3;

    /// Sum over taps -radius to radius of their samples, weighted and normalised.
    Expr gaussian(const std::function<Expr(int tap)>& sample) const {
        const auto weight = [this](int tap) {
            return std::exp(-static_cast<float>(tap * tap) / (2 * sigma * sigma));
        };
        float total = weight(0);
        for (int tap = 1; tap <= radius; tap++) total += 2 * weight(tap);
        Expr sum = sample(0) * (weight(0) / total);
        for (int tap = 1; tap <= radius; tap++) sum += (sample(-tap) + sample(tap)) * (weight(tap) / total);
        return sum;
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(UnsharpMask, unsharp_mask)
