// Harris and Stephens' corner measure (Alvey Vision Conference, 1988) of a colour image: with the gradient's
// products summed over 3 by 3 pixels into a matrix S, det(S) - k trace(S)^2.
// The input is four columns wider and four rows higher than the output and is read without a boundary.
#include <Halide.h>

namespace {

using namespace Halide;

class Harris : public Halide::Generator<Harris> {
public:
    Input<Buffer<float>> input{"input", 3}; // (x, y, colour: red, green, blue)
    Input<float> k{"k"};                    // 0.04 to 0.06
    Output<Buffer<float>> output{"output", 2};

    void generate() {
        Func grey("grey"), gx("gx"), gy("gy");
        grey(x, y) = 0.299f * input(x, y, 0) + 0.587f * input(x, y, 1) + 0.114f * input(x, y, 2);
        // Sobel's operators, smoothed by (1 2 1) across their direction.
        const auto smooth_y = [&](const Expr& column) {
            return grey(column, y) + 2 * grey(column, y + 1) + grey(column, y + 2);
        };
        const auto smooth_x = [&](const Expr& row) {
            return grey(x, row) + 2 * grey(x + 1, row) + grey(x + 2, row);
        };
        gx(x, y) = (smooth_y(x + 2) - smooth_y(x)) / 8;
        gy(x, y) = (smooth_x(y + 2) - smooth_x(y)) / 8;

        const Expr sxx = summed("xx", gx, gx), sxy = summed("xy", gx, gy), syy = summed("yy", gy, gy);
        const Expr trace = sxx + syy;
        output(x, y) = sxx * syy - sxy * sxy - k * trace * trace;

        input.set_estimates({{0, width + 4}, {0, height + 4}, {0, 3}});
        k.set_estimate(0.04f);
        output.set_estimates({{0, width}, {0, height}});
    }

private:
    static constexpr int width = 1536, height = 2560;
    Var x{"x"}, y{"y"};

    /// The product of two derivatives over the 3 by 3 pixels from here to the right and down.
    Expr summed(const std::string& name, const Func& a, const Func& b) const {
        Func product("product_" + name), sum("sum_" + name);
        product(x, y) = a(x, y) * b(x, y);
        Expr total = 0.0f;
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) total += product(x + i, y + j);
        sum(x, y) = total;
        return sum(x, y);
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(Harris, harris)
