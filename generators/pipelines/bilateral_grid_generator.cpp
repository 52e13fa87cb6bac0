// Bilateral filter of a grey image by a grid over place and brightness (Chen, Paris and Durand, SIGGRAPH
// 2007): every cell sums the values near it and counts them, the grid is blurred along its three axes, and
// the result is read between its cells at the place and brightness of each pixel.
#include <Halide.h>

#include <functional>

namespace {

using namespace Halide;

class BilateralGrid : public Halide::Generator<BilateralGrid> {
public:
    GeneratorParam<int> cell{"cell", 8}; // width and height of a cell, in pixels

    Input<Buffer<float>> input{"input", 2}; // values from 0 to 1
    Input<float> depth{"depth"};            // of a cell, in brightness
    Output<Buffer<float>> output{"output", 2};

    void generate() {
        Func inside = BoundaryConditions::repeat_edge(input);
        RDom within(0, cell, 0, cell, "within");
        const Expr value =
            clamp(inside(x * cell + within.x - cell / 2, y * cell + within.y - cell / 2), 0.0f, 1.0f);
        const Expr layer = cast<int>(value / depth + 0.5f);
        Func grid("grid");
        grid(x, y, z) = Tuple(0.0f, 0.0f);
        grid(x, y, layer) = Tuple(grid(x, y, layer)[0] + value, grid(x, y, layer)[1] + 1.0f);

        const Func in_depth = blurred("in_depth", [&](int tap) { return grid(x, y, z + tap); });
        const Func across = blurred("across", [&](int tap) { return in_depth(x + tap, y, z); });
        const Func smooth = blurred("smooth", [&](int tap) { return across(x, y + tap, z); });
        output(x, y) = sliced(smooth, clamp(input(x, y), 0.0f, 1.0f) / depth);

        input.set_estimates({{0, 1536}, {0, 2560}});
        depth.set_estimate(0.1f);
        output.set_estimates({{0, 1536}, {0, 2560}});
    }

private:
    Var x{"x"}, y{"y"}, z{"z"};

    /// (1 4 6 4 1) of both values of a grid.
    Func blurred(const std::string& name, const std::function<Tuple(int tap)>& at) const {
        const auto binomial = [&](int value) {
            return at(-2)[value] + at(2)[value] + 4 * (at(-1)[value] + at(1)[value]) + 6 * at(0)[value];
        };
        Func result(name);
        result(x, y, z) = Tuple(binomial(0), binomial(1));
        return result;
    }

    /// The grid's mean value at a pixel, linear between the eight cells around it.
    Expr sliced(const Func& grid, const Expr& position) const {
        const auto fraction = [&](const Var& v) { return cast<float>(v % cell) / cell; };
        const Expr layer = cast<int>(position), fz = position - layer;
        const auto interpolated = [&](int value) {
            const auto at = [&](int i, int j, int k) {
                return grid(x / cell + i, y / cell + j, layer + k)[value];
            };
            const auto along_x = [&](int j, int k) { return lerp(at(0, j, k), at(1, j, k), fraction(x)); };
            const auto along_y = [&](int k) { return lerp(along_x(0, k), along_x(1, k), fraction(y)); };
            return lerp(along_y(0), along_y(1), fz);
        };
        return interpolated(0) / interpolated(1);
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(BilateralGrid, bilateral_grid)
