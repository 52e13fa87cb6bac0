// A convolution layer as an ordinary Halide Generator:
//   output(k, x, y, n) = activation(sum over c, s, r of
//     input(c, x*stride + s*dilation - pad, y*stride + r*dilation - pad, n) * weights(k, c, s, r)
//     + bias(k) + residual(k, x, y, n))
// with zeros outside of the input. Sizes are known and bound; everything is dense, dimension 0 innermost:
//   layout    input           weights                residual, output   bias, scale
//   nhwc      (c, w, h, n)    (k, c/groups, s, r)    (k, w, h, n)       (k)
//   nchw      (w, h, c, n)    (s, r, c/groups, k)    (w, h, k, n)       (k)
// type u8i8i32 takes u8 input and i8 weights, sums, bias and residual are i32, and `input_zero` stands
// outside of the input. `requantize` turns the activated sum into u8: round(sum * scale(k)) + output_zero,
// saturated. It has no schedule of its own: an autoscheduler's work.
#include "autoconfig/halide_compat.h"
#include "generators/activation.h"
#include "generators/convolution.h"
#include "generators/packed_weights.h"
#include "generators/sizes.h"
#include "generators/winograd.h"

#include <Halide.h>

#include <string>
#include <vector>

namespace {

using autoconfig::Activation;
using autoconfig::Convolution;
using autoconfig::LayerTypes;
using autoconfig::ScalarType;
using autoconfig::Size;

enum class Layout { nhwc, nchw };
enum class Sums { direct, im2col, winograd2, winograd4 };

class Conv2d : public Halide::Generator<Conv2d> {
public:
    GeneratorParam<int> n_{"n", 1}, h_{"h", 1}, w_{"w", 1}, c_{"c", 1}, k_{"k", 1}, r_{"r", 1}, s_{"s", 1};
    GeneratorParam<int> stride_{"stride", 1}, pad_{"pad", 0}, dilation_{"dilation", 1}, groups_{"groups", 1};
    GeneratorParam<Layout> layout_{"layout", Layout::nhwc, {{"nhwc", Layout::nhwc}, {"nchw", Layout::nchw}}};
    GeneratorParam<LayerTypes> type_{"type", LayerTypes::f32, autoconfig::layer_types};
    GeneratorParam<Sums> algorithm_{"algorithm",
                                    Sums::direct,
                                    {{"direct", Sums::direct},
                                     {"im2col", Sums::im2col},
                                     {"winograd2", Sums::winograd2},
                                     {"winograd4", Sums::winograd4}}};
    GeneratorParam<bool> packed_{"packed_weights", false};
    GeneratorParam<int> panel_{"panel", 16};
    GeneratorParam<int> clip_{"clip", 0}; // pixels; see autoconfig::direct_convolution
    GeneratorParam<bool> bias_{"with_bias", false}, residual_{"with_residual", false},
        requantize_{"requantize", false};
    GeneratorParam<int> input_zero_{"input_zero", 0}, output_zero_{"output_zero", 0};
    GeneratorParam<Activation> activation_{"activation", Activation::none, autoconfig::activation_names()};

    void configure() {
        layer = described();
        check();
        input = add_input<Buffer<>>("input", autoconfig::halide_type(layer.input), 4);
        weights = add_input<Buffer<>>("weights", autoconfig::halide_type(layer.weights),
                                      layer.packed_weights ? 1 : 4);
        const Halide::Type sums = autoconfig::halide_type(layer.accumulator);
        if (bias_) bias = add_input<Buffer<>>("bias", sums, 1);
        if (residual_) residual = add_input<Buffer<>>("residual", sums, 4);
        if (requantize_) scale = add_input<Buffer<>>("scale", Float(32), 1);
        output = add_output<Buffer<>>("output", autoconfig::halide_type(layer.output), 4);
    }

    void generate() {
        const Func conv = form().winograd > 0 ? winograd_sums() : sums();
        const Var k("k"), x("x"), y("y"), n("n");
        const std::vector<Var> args = autoconfig::ordered(layer, k, x, y, n);
        (*output)(args) = finished(conv(args), k, args);
        state_all_sizes();
        if (!layer.packed_weights) return;
        for (const auto& [holds, otherwise] : autoconfig::packed_requirements(layer, *weights, form()))
            add_requirement(holds, otherwise);
    }

private:
    Convolution layer;
    Input<Buffer<>>* input = nullptr;
    Input<Buffer<>>* weights = nullptr;
    Input<Buffer<>>* bias = nullptr;
    Input<Buffer<>>* residual = nullptr;
    Input<Buffer<>>* scale = nullptr;
    Output<Buffer<>>* output = nullptr;

    Convolution described() const {
        Convolution result;
        result.n = n_, result.h = h_, result.w = w_, result.c = c_;
        result.k = k_, result.r = r_, result.s = s_;
        result.stride = stride_, result.pad = pad_, result.dilation = dilation_, result.groups = groups_;
        result.channels_innermost = layout_ == Layout::nhwc;
        result.packed_weights = packed_;
        if (type_ == LayerTypes::u8i8i32) {
            result.input = {ScalarType::Kind::UInt, 8};
            result.weights = {ScalarType::Kind::Int, 8};
            result.accumulator = {ScalarType::Kind::Int, 32};
            result.output = requantize_ ? result.input : result.accumulator;
        }
        return result;
    }

    autoconfig::PackedForm form() const {
        const int m = algorithm_ == Sums::winograd2 ? 2 : algorithm_ == Sums::winograd4 ? 4 : 0;
        return {panel_, m};
    }

    Func sums() {
        const Halide::Type type = autoconfig::halide_type(layer.input);
        const Func pixels = autoconfig::padded(layer, *input, Halide::cast(type, int(input_zero_)));
        const Func filters =
            layer.packed_weights ? autoconfig::unpacked_weights(layer, *weights, form()) : Func(*weights);
        return algorithm_ == Sums::im2col ? autoconfig::im2col_convolution(layer, pixels, filters)
                                          : autoconfig::direct_convolution(layer, pixels, filters, clip_);
    }

    Func winograd_sums() {
        const autoconfig::WinogradForm m{form().winograd, panel_};
        const autoconfig::WinogradSizes sizes{int(w_), int(h_), int(c_), pad_};
        const Func filters = layer.packed_weights ? autoconfig::unpacked_weights(layer, *weights, form())
                                                  : autoconfig::winograd_pack(*weights, int(k_), m);
        return autoconfig::winograd(*input, filters, sizes, m);
    }

    static void require(bool holds, const char* rule) {
        if (!holds) autoconfig::compat::user_error(std::string("generator conv2d: ") + rule);
    }

    void check() const {
        const std::int64_t smallest = std::min({layer.n, layer.h, layer.w, layer.c, layer.k, layer.r, layer.s,
                                                layer.stride, layer.dilation, layer.groups});
        require(smallest > 0 && layer.pad >= 0,
                "sizes, stride, dilation and groups are above 0, pad is not below");
        require(layer.c % layer.groups == 0 && layer.k % layer.groups == 0, "groups must divide c and k");
        require(layer.window_fits(), "the window must fit in the padded input");
        require(algorithm_ != Sums::im2col || layer.groups == 1, "im2col needs groups 1");
        const bool winograd_fits = layer.r == 3 && layer.s == 3 && layer.stride == 1 && layer.dilation == 1 &&
                                   layer.groups == 1 && layer.channels_innermost && type_ == LayerTypes::f32;
        require(form().winograd == 0 || winograd_fits,
                "winograd needs a window of 3x3, stride, dilation and groups 1, nhwc and f32");
        require(!layer.packed_weights || layer.channels_innermost, "packed weights need layout nhwc");
        require(panel_ > 0, "panel is above 0");
        require(clip_ == 0 || (algorithm_ == Sums::direct && int(input_zero_) == 0),
                "clip needs direct sums and input_zero 0");
        require(!requantize_ || type_ == LayerTypes::u8i8i32, "requantize needs type u8i8i32");
    }

    /// What becomes of a sum.
    Expr finished(Expr sum, const Var& k, const std::vector<Var>& args) const {
        if (bias_) sum += (*bias)(k);
        if (residual_) sum += (*residual)(args);
        sum = autoconfig::apply(activation_, sum);
        if (!requantize_) return sum;
        const Expr scaled = Halide::round(Halide::cast<float>(sum) * (*scale)(k)) + int(output_zero_);
        return Halide::cast<std::uint8_t>(Halide::clamp(scaled, 0.0f, 255.0f));
    }

    void state_all_sizes() {
        const auto size = [](std::int64_t extent) { return Size(static_cast<int>(extent)); };
        const Size k = size(layer.k), n = size(layer.n);
        const std::vector<Size> outputs =
            autoconfig::ordered(layer, k, size(layer.out_w()), size(layer.out_h()), n);
        autoconfig::state_sizes(*input,
                                autoconfig::ordered(layer, size(layer.c), size(layer.w), size(layer.h), n));
        if (layer.packed_weights)
            autoconfig::state_sizes(*weights, {autoconfig::packed_size(layer, form())});
        else
            autoconfig::state_sizes(*weights,
                                    autoconfig::ordered_weight(layer, k, size(layer.c / layer.groups),
                                                               size(layer.s), size(layer.r)));
        if (bias_) autoconfig::state_sizes(*bias, {k});
        if (residual_) autoconfig::state_sizes(*residual, outputs);
        if (requantize_) autoconfig::state_sizes(*scale, {k});
        autoconfig::state_sizes(*output, outputs);
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(Conv2d, conv2d)
