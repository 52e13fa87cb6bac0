// Non-local means (Buades, Coll and Morel, CVPR 2005) of a colour image: every pixel becomes the mean of
// those in a window around it, weighted by how alike the patches around both are. Differences of patches are
// summed along columns, then rows, for each shift of the window.
#include <Halide.h>

namespace {

using namespace Halide;

class NlMeans : public Halide::Generator<NlMeans> {
public:
    GeneratorParam<int> patch{"patch", 7};   // width and height of what is compared, in pixels, odd
    GeneratorParam<int> window{"window", 7}; // width and height of where it is looked for, in pixels, odd

    Input<Buffer<float>> input{"input", 3}; // (x, y, colour)
    Input<float> sigma{"sigma"};            // of the noise
    Output<Buffer<float>> output{"output", 3};

    void generate() {
        Var x("x"), y("y"), c("c"), dx("dx"), dy("dy");
        Func inside = BoundaryConditions::repeat_edge(input);

        Func difference("difference"), column("column"), distance("distance"), weight("weight");
        RDom colour(0, 3, "colour"), side(-(patch / 2), patch, "side");
        const Expr step = inside(x, y, colour) - inside(x + dx, y + dy, colour);
        difference(x, y, dx, dy) += step * step;
        column(x, y, dx, dy) += difference(x, y + side, dx, dy);
        distance(x, y, dx, dy) += column(x + side, y, dx, dy);
        const Expr scale = 1.0f / (sigma * sigma * float(3 * patch * patch));
        weight(x, y, dx, dy) = exp(-distance(x, y, dx, dy) * scale);

        Func total("total"), weights("weights");
        RDom shift(-(window / 2), window, -(window / 2), window, "shift");
        total(x, y, c) += weight(x, y, shift.x, shift.y) * inside(x + shift.x, y + shift.y, c);
        weights(x, y) += weight(x, y, shift.x, shift.y);
        output(x, y, c) = clamp(total(x, y, c) / weights(x, y), 0.0f, 1.0f);

        input.set_estimates({{0, 614}, {0, 1024}, {0, 3}});
        sigma.set_estimate(0.12f);
        output.set_estimates({{0, 614}, {0, 1024}, {0, 3}});
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(NlMeans, nl_means)
