// Histogram equalisation of a grey image: every value becomes its rank among all pixels, scaled to 255.
#include <Halide.h>

namespace {

using namespace Halide;

class HistogramEqualize : public Halide::Generator<HistogramEqualize> {
public:
    Input<Buffer<uint8_t>> input{"input", 2};
    Output<Buffer<uint8_t>> output{"output", 2};

    void generate() {
        Var x("x"), y("y"), value("value");
        RDom pixel(input.dim(0).min(), input.dim(0).extent(), input.dim(1).min(), input.dim(1).extent(),
                   "pixel");
        RDom above(1, 255, "above");

        Func count("count"), rank("rank"), equalized("equalized");
        count(value) = 0;
        count(cast<int>(input(pixel.x, pixel.y))) += 1;
        rank(value) = count(value); // then the running sum
        rank(above) += rank(above - 1);
        equalized(value) = cast<uint8_t>(cast<float>(rank(value)) * (255.0f / cast<float>(rank(255))) + 0.5f);
        output(x, y) = equalized(cast<int>(input(x, y)));

        input.set_estimates({{0, 1536}, {0, 2560}});
        output.set_estimates({{0, 1536}, {0, 2560}});
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(HistogramEqualize, histogram_equalize)
