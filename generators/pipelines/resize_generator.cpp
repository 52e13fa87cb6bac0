// Enlarges a colour image by a factor known at run time, rows and columns apart: every pixel is a weighted
// sum of the nearest ones, by a linear kernel or by Keys' cubic convolution with a = -1/2 (IEEE ASSP 29(6),
// 1981). Pixels are squares: the middle of pixel i lies at i + 1/2.
#include <Halide.h>

#include <map>
#include <string>

namespace {

using namespace Halide;

enum class Kernel { linear, cubic };

class Resize : public Halide::Generator<Resize> {
public:
    GeneratorParam<Kernel> kernel{
        "kernel", Kernel::cubic, {{"linear", Kernel::linear}, {"cubic", Kernel::cubic}}};

    Input<Buffer<float>> input{"input", 3}; // (x, y, colour)
    Input<float> factor{"factor"};          // at least 1
    Output<Buffer<float>> output{"output", 3};

    void generate() {
        Var x("x"), y("y"), c("c");
        Func inside = BoundaryConditions::repeat_edge(input);
        const Func weight_x = weights("weight_x"), weight_y = weights("weight_y");
        RDom tap(0, 2 * radius(), "tap");
        Func tall("tall"), both("both");
        tall(x, y, c) += weight_y(tap, y) * inside(x, first(y) + tap, c);
        both(x, y, c) += weight_x(tap, x) * tall(first(x) + tap, y, c);
        output(x, y, c) = clamp(both(x, y, c), 0.0f, 1.0f);

        input.set_estimates({{0, 768}, {0, 1280}, {0, 3}});
        factor.set_estimate(2.0f);
        output.set_estimates({{0, 1536}, {0, 2560}, {0, 3}});
    }

private:
    int radius() const { return kernel == Kernel::linear ? 1 : 2; }

    /// Where a pixel of the output lies in the input.
    Expr source(const Expr& pixel) const { return (cast<float>(pixel) + 0.5f) / factor - 0.5f; }
    /// The first pixel of the input that counts.
    Expr first(const Expr& pixel) const { return cast<int>(floor(source(pixel))) - (radius() - 1); }

    /// The weight of a tap for each pixel of a row, or of a column.
    Func weights(const std::string& name) const {
        Var tap("tap"), pixel("pixel");
        Func weight(name);
        const Expr distance = abs(cast<float>(first(pixel) + tap) - source(pixel));
        weight(tap, pixel) = kernel == Kernel::linear ? max(1 - distance, 0.0f) : cubic(distance);
        return weight;
    }

    static Expr cubic(const Expr& d) {
        const Expr near = (1.5f * d - 2.5f) * d * d + 1, far = ((-0.5f * d + 2.5f) * d - 4) * d + 2;
        return select(d < 1, near, d < 2, far, 0.0f);
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(Resize, resize)
