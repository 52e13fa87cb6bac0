// A chain of stencils on a grey image: each pixel of a stage is a weighted sum of the square around it in the
// stage before, in integers of 16 bits that wrap around. Weights fall with the distance from the middle.
#include <Halide.h>

#include <cstdlib>

namespace {

using namespace Halide;

class StencilChain : public Halide::Generator<StencilChain> {
public:
    GeneratorParam<int> stages{"stages", 32};
    GeneratorParam<int> radius{"radius", 2}; // of the square: 2 is 5 by 5 pixels

    Input<Buffer<uint16_t>> input{"input", 2};
    Output<Buffer<uint16_t>> output{"output", 2};

    void generate() {
        Func image = BoundaryConditions::repeat_edge(input);
        for (int stage = 0; stage < stages; stage++) {
            Func next("stage" + std::to_string(stage));
            next(x, y) = stencil(image);
            image = next;
        }
        output(x, y) = image(x, y);

        input.set_estimates({{0, 1536}, {0, 2560}});
        output.set_estimates({{0, 1536}, {0, 2560}});
    }

private:
    Var x{"x"}, y{"y"};

    Expr stencil(const Func& image) const {
        const int reach = radius;
        Expr sum = cast<uint16_t>(0);
        for (int j = -reach; j <= reach; j++)
            for (int i = -reach; i <= reach; i++) {
                const int weight = 1 + 2 * reach - std::abs(i) - std::abs(j);
                sum += image(x + i, y + j) * cast<uint16_t>(weight);
            }
        return sum;
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(StencilChain, stencil_chain)
