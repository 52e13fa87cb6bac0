// Local Laplacian filter (Paris, Hasinoff and Kautz, SIGGRAPH 2011) in its fast form (Aubry et al., TOG 2014)
// on a colour image of 16 bits: the grey image is remapped around `tones` tones, a Gaussian pyramid is made
// of each, and every coefficient of the result's Laplacian pyramid is taken from the two tones next to the
// grey value there.
#include <Halide.h>

#include <vector>

namespace {

using namespace Halide;

class LocalLaplacian : public Halide::Generator<LocalLaplacian> {
public:
    GeneratorParam<int> levels{"levels", 8}; // of the pyramids

    Input<Buffer<uint16_t>> input{"input", 3}; // (x, y, colour: red, green, blue)
    Input<int> tones{"tones"};                 // at least 2
    Input<float> detail{"detail"};             // how much to add to small differences
    Input<float> contrast{"contrast"};         // scales large differences
    Output<Buffer<uint16_t>> output{"output", 3};

    void generate() {
        Func inside = BoundaryConditions::repeat_edge(input), value("value"), grey("grey");
        value(x, y, c) = cast<float>(inside(x, y, c)) / 65535.0f;
        grey(x, y) = 0.299f * value(x, y, 0) + 0.587f * value(x, y, 1) + 0.114f * value(x, y, 2);

        const std::vector<Func> grey_pyramid = gaussian_pyramid(grey, "grey");
        const std::vector<Func> remapped = gaussian_pyramid(remap(grey), "remapped");
        Func result = at_tone(remapped.back(), grey_pyramid.back(), "residual");
        for (int level = levels - 2; level >= 0; level--) {
            const Func coefficient = laplacian(remapped[level], remapped[level + 1], level);
            const Func chosen = at_tone(coefficient, grey_pyramid[level], "chosen" + std::to_string(level));
            Func finer("result" + std::to_string(level));
            finer(x, y) = upsampled(result, "result" + std::to_string(level))(x, y) + chosen(x, y);
            result = finer;
        }
        const Expr colour = value(x, y, c) * result(x, y) / max(grey(x, y), 1e-3f);
        output(x, y, c) = cast<uint16_t>(clamp(colour, 0.0f, 1.0f) * 65535.0f);

        input.set_estimates({{0, 1536}, {0, 2560}, {0, 3}});
        tones.set_estimate(8);
        detail.set_estimate(1.0f);
        contrast.set_estimate(1.0f);
        output.set_estimates({{0, 1536}, {0, 2560}, {0, 3}});
    }

private:
    static constexpr int steps = 256; // entries of the table of details between two tones
    Var x{"x"}, y{"y"}, c{"c"}, k{"k"}, i{"i"};

    /// The grey image around tone k: large differences scaled, small ones raised by a table.
    Func remap(const Func& grey) const {
        Func raise("raise"), image("remapped0");
        const Expr distance = cast<float>(i) / steps;
        raise(i) = detail * distance * exp(-distance * distance / 2);
        const Expr tone = cast<float>(k) / cast<float>(tones - 1);
        const Expr last = (tones - 1) * steps;
        const Expr place = clamp(cast<int>(grey(x, y) * cast<float>(last)), 0, last);
        image(x, y, k) =
            contrast * (grey(x, y) - tone) + tone + raise(place - steps * k) / cast<float>(tones - 1);
        return image;
    }

    std::vector<Func> gaussian_pyramid(const Func& finest, const std::string& name) const {
        std::vector<Func> pyramid{finest};
        for (int level = 1; level < levels; level++)
            pyramid.push_back(downsampled(pyramid.back(), name + std::to_string(level)));
        return pyramid;
    }

    Func laplacian(const Func& fine, const Func& coarse, int level) const {
        Func difference("laplacian" + std::to_string(level));
        difference(x, y, k) = fine(x, y, k) - upsampled(coarse, "tones" + std::to_string(level))(x, y, k);
        return difference;
    }

    /// Half the size in x and y, by (1 3 3 1) / 8.
    Func downsampled(const Func& fine, const std::string& name) const {
        Func narrow(name + "_narrow"), result(name);
        narrow(x, y, _) = (fine(2 * x - 1, y, _) + 3 * (fine(2 * x, y, _) + fine(2 * x + 1, y, _)) +
                           fine(2 * x + 2, y, _)) /
                          8;
        result(x, y, _) = (narrow(x, 2 * y - 1, _) + 3 * (narrow(x, 2 * y, _) + narrow(x, 2 * y + 1, _)) +
                           narrow(x, 2 * y + 2, _)) /
                          8;
        return result;
    }

    /// Twice the size in x and y, linear between the four pixels around.
    Func upsampled(const Func& coarse, const std::string& name) const {
        Func wide(name + "_wide"), result(name + "_up");
        wide(x, y, _) = 0.25f * coarse(x / 2 - 1 + 2 * (x % 2), y, _) + 0.75f * coarse(x / 2, y, _);
        result(x, y, _) = 0.25f * wide(x, y / 2 - 1 + 2 * (y % 2), _) + 0.75f * wide(x, y / 2, _);
        return result;
    }

    /// An image of all tones, linear between the two next to the grey value.
    Func at_tone(const Func& images, const Func& grey, const std::string& name) const {
        const Expr place = grey(x, y) * cast<float>(tones - 1);
        const Expr below = clamp(cast<int>(place), 0, tones - 2), fraction = place - below;
        Func result(name);
        result(x, y) = (1 - fraction) * images(x, y, below) + fraction * images(x, y, below + 1);
        return result;
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(LocalLaplacian, local_laplacian)
