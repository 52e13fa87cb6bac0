// Options of the convolution layer and their checks.
#include "autoconfig/cli/conv2d.h"

#include "autoconfig/cli/operator.h"
#include "autoconfig/cli/values.h"
#include "autoconfig/error.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <memory>

namespace autoconfig::cli {

namespace {

const std::vector<std::string> types = {"f32", "u8i8i32"};
const std::vector<std::string> layouts = {"nhwc", "nchw"};
const std::vector<std::string> algorithms = {"auto", "direct", "im2col", "winograd2", "winograd4"};
const std::vector<std::string> weights = {"plain", "packed"};
const std::vector<std::string> error_bounds = {"probabilistic", "strict"};

void check_sizes(const Conv2dOptions& o) {
    const std::pair<const char*, std::int64_t> sizes[] = {{"h", o.h}, {"w", o.w}, {"c", o.c},
                                                          {"k", o.k}, {"r", o.r}, {"s", o.s}};
    for (const auto& [name, size] : sizes) {
        if (size == 0)
            throw Error(fmt::format("--{} is missing or 0: give a size from 1 to {}", name, max_elements));
        check_range(name, size, 1);
    }
    check_range("n", o.n, 1);
    check_range("stride", o.stride, 1);
    check_range("pad", o.pad, 0);
    check_range("dilation", o.dilation, 1);
    check_range("groups", o.groups, 1);
}

void check_groups(const Convolution& layer) {
    const std::pair<const char*, std::int64_t> channels[] = {{"c", layer.c}, {"k", layer.k}};
    for (const auto& [name, count] : channels)
        if (count % layer.groups != 0)
            throw Error(fmt::format("--groups {} does not divide --{} {}: give a divisor of both --c and --k",
                                    layer.groups, name, count));
}

void check_window(const Convolution& layer) {
    if (layer.window_fits()) return;
    throw Error(fmt::format(
        "a window of {} x {} with --dilation {} does not fit in an input of {} x {} with --pad {}: make --r "
        "and --s smaller or --pad larger",
        layer.r, layer.s, layer.dilation, layer.h, layer.w, layer.pad));
}

void check_buffers(const Convolution& layer) {
    check_range("h with --pad on both sides", layer.h + 2 * layer.pad, 1);
    check_range("w with --pad on both sides", layer.w + 2 * layer.pad, 1);
    const char* sizes = "--n, --h, --w, --c or --k";
    check_elements("input", {layer.n, layer.h, layer.w, layer.c}, sizes);
    check_elements("weights", {layer.k, layer.c / layer.groups, layer.s, layer.r}, "--c, --k, --r or --s");
    check_elements("output", {layer.n, layer.out_h(), layer.out_w(), layer.k}, sizes);
}

void check_names(const Conv2dOptions& o) {
    check_name("type", o.type, types);
    check_name("layout", o.layout, layouts);
    check_name("algorithm", o.algorithm, algorithms);
    check_name("weights", o.weights, weights);
    check_name("error-bound", o.error_bound, error_bounds);
    if (o.weights == "packed" && o.layout != "nhwc") throw Error("--weights packed needs --layout nhwc");
    check_activation(o.activation, o.type);
    if (o.max_rel_error && !(*o.max_rel_error > 0))
        throw Error(
            fmt::format("--max-rel-error is {}: give a bound above 0, such as 1e-4", *o.max_rel_error));
    const bool u8 = o.type == "u8i8i32";
    if (o.requantize && !u8) throw Error("--requantize needs --type u8i8i32");
    if (o.input_zero != 0 && !u8) throw Error("--input-zero needs --type u8i8i32");
    if (o.output_zero != 0 && !o.requantize) throw Error("--output-zero needs --requantize");
    for (const auto& [name, zero] : {std::pair("input", o.input_zero), std::pair("output", o.output_zero)})
        if (zero < 0 || zero > 255)
            throw Error(fmt::format("--{}-zero is {}: give a value of u8, 0 to 255", name, zero));
}

/// Operations an element: the added operands, the activation (as one) and the requantization.
double epilogue_ops(const Conv2dOptions& o) {
    constexpr int requantize_ops = 5; // to float, scale, round, add, clamp
    return o.bias + o.residual + (o.activation != "none") + (o.requantize ? requantize_ops : 0);
}

} // namespace

Convolution convolution_of(const Conv2dOptions& o) {
    check_sizes(o);
    Convolution layer;
    layer.n = o.n, layer.h = o.h, layer.w = o.w, layer.c = o.c, layer.k = o.k, layer.r = o.r, layer.s = o.s;
    layer.stride = o.stride, layer.pad = o.pad, layer.dilation = o.dilation, layer.groups = o.groups;
    check_groups(layer);
    check_window(layer);
    check_buffers(layer);
    layer.channels_innermost = o.layout == "nhwc";
    if (o.type == "u8i8i32") {
        layer.input = {ScalarType::Kind::UInt, 8};
        layer.weights = {ScalarType::Kind::Int, 8};
        layer.accumulator = {ScalarType::Kind::Int, 32};
        layer.output = o.requantize ? layer.input : layer.accumulator;
    }
    layer.zero_outside = o.input_zero == 0;
    layer.packed_weights = o.weights == "packed";
    layer.bias = o.bias;
    layer.residual = o.residual;
    layer.epilogue_ops_per_element = epilogue_ops(o);
    return layer;
}

void check(const Conv2dOptions& options) {
    check_names(options);
    convolution_of(options);
}

Operator conv2d_operator() {
    const auto add_options = [](CLI::App& app) {
        auto o = std::make_shared<Conv2dOptions>();
        app.set_help_flag("--help", "Print this help message and exit"); // not -h beside --h
        app.add_option("--n", o->n, "images")->capture_default_str();
        app.add_option("--h", o->h, "rows of the input");
        app.add_option("--w", o->w, "columns of the input");
        app.add_option("--c", o->c, "channels of the input");
        app.add_option("--k", o->k, "channels of the output");
        app.add_option("--r", o->r, "rows of the window");
        app.add_option("--s", o->s, "columns of the window");
        app.add_option("--stride", o->stride, "input pixels between windows")->capture_default_str();
        app.add_option("--pad", o->pad, "zeros around the input, on each side")->capture_default_str();
        app.add_option("--dilation", o->dilation, "input pixels between weights")->capture_default_str();
        app.add_option("--groups", o->groups, "groups of channels; as many as channels: depthwise")
            ->capture_default_str();
        app.add_option("--layout", o->layout, fmt::format("one of {}", fmt::join(layouts, ", ")))
            ->capture_default_str();
        app.add_option("--type", o->type, fmt::format("one of {}", fmt::join(types, ", ")))
            ->capture_default_str();
        app.add_flag("--bias", o->bias, "adds bias(k)");
        app.add_flag("--residual", o->residual, "adds a buffer of the output's size");
        app.add_option("--activation", o->activation,
                       fmt::format("one of {}", fmt::join(activation_list(), ", ")));
        app.add_flag("--requantize", o->requantize, "output round(sum * scale(k)) + output-zero as u8");
        app.add_option("--input-zero", o->input_zero, "u8 value that stands for 0 outside of the input");
        app.add_option("--output-zero", o->output_zero, "u8 value that stands for 0 in the output");
        app.add_option("--algorithm", o->algorithm, fmt::format("one of {}", fmt::join(algorithms, ", ")))
            ->capture_default_str();
        app.add_option("--max-rel-error", o->max_rel_error,
                       "bound on the error of the sums, relative to max |input| * sum |weights|");
        app.add_option("--error-bound", o->error_bound,
                       "of --max-rel-error and the report: probabilistic, if roundings are independent, or "
                       "strict, for any data")
            ->capture_default_str();
        app.add_option("--weights", o->weights,
                       "plain, or packed: as the function NAME_pack gives them, run once on plain ones")
            ->capture_default_str();
        return std::function<SpecFor()>([o] { return conv2d_spec(*o); });
    };
    return {"conv2d", "convolution layer: output = activation(input * weights + bias + residual)",
            add_options};
}

} // namespace autoconfig::cli
