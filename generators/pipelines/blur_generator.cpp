// Binomial blur of a grey image, 3 by 3 and separable, in integers:
//   output = (1 2 1) along y of (1 2 1) along x, each rounded and divided by 4.
// The input is two columns wider and two rows higher than the output and is read without a boundary.
#include <Halide.h>

namespace {

using namespace Halide;

class Blur : public Halide::Generator<Blur> {
public:
    Input<Buffer<uint16_t>> input{"input", 2}; // at most 14 bits, so that four of them fit 16
    Output<Buffer<uint16_t>> output{"output", 2};

    void generate() {
        Var x("x"), y("y");
        Func across("across");
        across(x, y) = binomial(input(x, y), input(x + 1, y), input(x + 2, y));
        output(x, y) = binomial(across(x, y), across(x, y + 1), across(x, y + 2));
        input.set_estimates({{0, width + 2}, {0, height + 2}});
        output.set_estimates({{0, width}, {0, height}});
    }

private:
    static constexpr int width = 1536, height = 2560;

    static Expr binomial(const Expr& before, const Expr& here, const Expr& after) {
        return (before + 2 * here + after + 2) >> 2;
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(Blur, blur)
