// From a camera's raw image to colours: hot pixels are clamped to their neighbours, the colours missing at
// each pixel are interpolated from the mosaic (Malvar, He and Cutler, ICASSP 2004), white balance and colour
// matrix are applied as one, then a tone curve and a sharpening.
// Raw values have 10 bits and lie in the mosaic green red / blue green, starting at (0, 0).
#include <Halide.h>

namespace {

using namespace Halide;

class CameraPipe : public Halide::Generator<CameraPipe> {
public:
    Input<Buffer<uint16_t>> raw{"raw", 2};
    Input<Buffer<float>> matrix{"matrix", 2}; // (4, 3): weights of red, green, blue and 1, for each colour
    Input<float> red_gain{"red_gain"}, blue_gain{"blue_gain"}; // white balance
    Input<int> black{"black"};                                 // raw value of no light
    Input<float> gamma{"gamma"}, sharpness{"sharpness"};
    Output<Buffer<uint8_t>> output{"output", 3}; // (x, y, colour: red, green, blue)

    void generate() {
        split_mosaic(without_hot_pixels(BoundaryConditions::mirror_interior(raw)));
        output(x, y, c) = sharpened(toned(corrected(demosaiced())));

        raw.set_estimates({{0, 2560}, {0, 1920}});
        matrix.set_estimates({{0, 4}, {0, 3}});
        red_gain.set_estimate(2.0f);
        blue_gain.set_estimate(1.5f);
        black.set_estimate(25);
        gamma.set_estimate(2.2f);
        sharpness.set_estimate(0.5f);
        output.set_estimates({{0, 2560}, {0, 1920}, {0, 3}});
    }

private:
    static constexpr int brightest = 1023;
    static constexpr int red = 0, green = 1, blue = 2;
    Var x{"x"}, y{"y"}, c{"c"};
    Func plane_[2][2]; // every second pixel of every second row, from [row][column] on

    static int colour_at(int row, int column) { return row == column ? green : row == 0 ? red : blue; }

    Func without_hot_pixels(const Func& mosaic) const {
        const Expr a = mosaic(x - 2, y), b = mosaic(x + 2, y), d = mosaic(x, y - 2), e = mosaic(x, y + 2);
        Func clamped("clamped");
        clamped(x, y) =
            cast<int16_t>(clamp(mosaic(x, y), min(min(a, b), min(d, e)), max(max(a, b), max(d, e))));
        return clamped;
    }

    void split_mosaic(const Func& mosaic) {
        for (int row = 0; row < 2; row++)
            for (int column = 0; column < 2; column++) {
                plane_[row][column] = Func("plane" + std::to_string(row) + std::to_string(column));
                plane_[row][column](x, y) = mosaic(2 * x + column, 2 * y + row);
            }
    }

    /// A colour at one of the four places of the mosaic, in coordinates of the planes.
    Expr interpolated(int colour, int row, int column) const {
        const auto at = [&](int i, int j) { // i to the right and j down, in pixels of the mosaic
            const int across = column + i + 2, down = row + j + 2;
            return plane_[down % 2][across % 2](x + across / 2 - 1, y + down / 2 - 1);
        };
        const Expr here = at(0, 0), along = at(-1, 0) + at(1, 0), above = at(0, -1) + at(0, 1);
        const Expr along2 = at(-2, 0) + at(2, 0), above2 = at(0, -2) + at(0, 2);
        const Expr corners = at(-1, -1) + at(1, -1) + at(-1, 1) + at(1, 1);
        if (colour == colour_at(row, column)) return here;
        if (colour == green) return (4 * here + 2 * (along + above) - along2 - above2) / 8;
        if (colour == colour_at(row, 1 - column))
            return (10 * here + 8 * along - 2 * (along2 + corners) + above2) / 16;
        if (colour == colour_at(1 - row, column))
            return (10 * here + 8 * above - 2 * (above2 + corners) + along2) / 16;
        return (12 * here + 4 * corners - 3 * (along2 + above2)) / 16;
    }

    Func demosaiced() const {
        Func place[3][2][2], image("demosaiced");
        for (int colour : {red, green, blue})
            for (int row : {0, 1})
                for (int column : {0, 1}) {
                    Func& f = place[colour][row][column];
                    f = Func("c" + std::to_string(colour) + "_" + std::to_string(row) +
                             std::to_string(column));
                    f(x, y) = interpolated(colour, row, column);
                }
        const auto woven = [&](int colour) {
            const auto row = [&](int r) {
                return select(x % 2 == 0, place[colour][r][0](x / 2, y / 2),
                              place[colour][r][1](x / 2, y / 2));
            };
            return select(y % 2 == 0, row(0), row(1));
        };
        image(x, y, c) = mux(c, {woven(red), woven(green), woven(blue)});
        return image;
    }

    /// White balance and colour matrix, with weights in units of 1/256, from -16 to 16.
    Func corrected(const Func& image) const {
        Func weight("weight"), result("corrected");
        const Expr gain = mux(x, {Expr(red_gain), 1.0f, Expr(blue_gain), 1.0f});
        weight(x, c) = cast<int16_t>(clamp(round(matrix(x, c) * gain * 256), -16 * 256, 16 * 256));
        const auto term = [&](int i) { return cast<int>(weight(i, c)) * image(x, y, i); };
        result(x, y, c) = (term(red) + term(green) + term(blue) + weight(3, c)) / 256;
        return result;
    }

    Func toned(const Func& image) const {
        Func curve("curve"), result("toned");
        const Expr light = clamp(cast<float>(x - black) / cast<float>(brightest - black), 0.0f, 1.0f);
        curve(x) = cast<uint8_t>(pow(light, 1 / gamma) * 255 + 0.5f);
        result(x, y, c) = curve(clamp(image(x, y, c), 0, brightest));
        return result;
    }

    /// Adds the difference from a blur by (1 2 1) both ways, `sharpness` times in units of 1/32.
    Expr sharpened(const Func& image) const {
        const auto wide = [](const Expr& e) { return cast<int16_t>(e); };
        Func across("across"), blurred("blurred");
        across(x, y, c) = wide(image(x - 1, y, c)) + 2 * wide(image(x, y, c)) + wide(image(x + 1, y, c));
        blurred(x, y, c) = (across(x, y - 1, c) + 2 * across(x, y, c) + across(x, y + 1, c)) / 16;
        const Expr here = wide(image(x, y, c)), strength = cast<int16_t>(round(sharpness * 32));
        return cast<uint8_t>(clamp(here + (here - blurred(x, y, c)) * strength / 32, 0, 255));
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(CameraPipe, camera_pipe)
