// Options of the matrix product, their checks, and the generator params they become.
#include "autoconfig/cli/matmul.h"

#include "autoconfig/cli/operator.h"
#include "autoconfig/error.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace autoconfig::cli {

namespace {

constexpr std::int64_t max_elements = std::numeric_limits<std::int32_t>::max();

const std::vector<std::string> types = {"f32", "f64", "u8i8i32", "u8u8i32", "i8i8i32", "i16i16i32"};
const std::vector<std::string> activations = {"none", "relu", "gelu", "gelu_erf", "silu", "sigmoid", "tanh"};

void check_size(const MatmulOptions& options, const char* name, std::int64_t value) {
    if (value == 0 && options.dynamic) return;
    if (value == 0)
        throw Error(
            fmt::format("--{} is missing or 0: give a size from 1 to {}, or --dynamic for sizes at run "
                        "time",
                        name, max_elements));
    if (value < 1 || value > max_elements)
        throw Error(fmt::format("--{} is {}: give a size from 1 to {}", name, value, max_elements));
}

void check_elements(const char* operand, std::int64_t rows, std::int64_t columns, std::int64_t batch) {
    // The factors are at most 2^31-1 each, so the first product fits in 64 bits.
    const std::int64_t matrix = std::max<std::int64_t>(rows, 1) * std::max<std::int64_t>(columns, 1);
    if (matrix > max_elements / std::max<std::int64_t>(batch, 1))
        throw Error(fmt::format("{} of {} x {}{} has more than 2^31-1 elements, which Halide cannot index: "
                                "make --m, --n, --k or --batch smaller",
                                operand, rows, columns, batch > 0 ? fmt::format(" x {}", batch) : ""));
}

void check_name(const char* option, const std::string& value, const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), value) == known.end())
        throw Error(
            fmt::format("--{} '{}' is not known: use one of {}", option, value, fmt::join(known, ", ")));
}

void check(const MatmulOptions& options) {
    check_size(options, "m", options.m);
    check_size(options, "n", options.n);
    check_size(options, "k", options.k);
    if (options.batch < 0 || options.batch > max_elements)
        throw Error(fmt::format("--batch is {}: give 0 for no batch dimension, or a size up to {}",
                                options.batch, max_elements));
    check_elements("A", options.m, options.k, options.batch);
    check_elements("B", options.k, options.n, options.batch);
    check_elements("the output", options.m, options.n, options.batch);
    check_name("type", options.type, types);
    check_name("activation", options.activation, activations);
    const bool integer = options.type[0] != 'f';
    if (integer && options.activation != "none" && options.activation != "relu")
        throw Error(fmt::format("--activation {} needs a float type, not {}: use none or relu, or --type f32",
                                options.activation, options.type));
    if (options.activation == "gelu_erf" && options.type != "f32")
        throw Error(fmt::format("--activation gelu_erf needs --type f32, not {}: use gelu", options.type));
}

} // namespace

KernelSpec matmul_spec(const MatmulOptions& options) {
    check(options);
    KernelSpec spec{"matmul", {}, {"A", "B"}};
    if (options.bias) spec.inputs.push_back("bias");
    const auto set_size = [&](const std::string& name, std::int64_t value) {
        if (options.dynamic && value > 0) spec.params[name + "_estimate"] = std::to_string(value);
        if (!options.dynamic) spec.params[name] = std::to_string(value);
    };
    set_size("m", options.m);
    set_size("n", options.n);
    set_size("k", options.k);
    set_size("batch", options.batch);
    if (options.dynamic && options.batch > 0) spec.params["batch"] = "-1";
    const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
    spec.params["trans_a"] = truth(options.trans_a);
    spec.params["trans_b"] = truth(options.trans_b);
    spec.params["bias"] = truth(options.bias);
    spec.params["type"] = options.type;
    spec.params["activation"] = options.activation;
    return spec;
}

Operator matmul_operator() {
    const auto add_options = [](CLI::App& app) {
        auto options = std::make_shared<MatmulOptions>();
        app.add_option("--m", options->m, "rows of A and of the output");
        app.add_option("--n", options->n, "columns of B and of the output");
        app.add_option("--k", options->k, "columns of A, rows of B");
        app.add_option("--batch", options->batch, "independent products; 0: no batch dimension");
        app.add_flag("--trans-a", options->trans_a, "A is stored as (m, k): its rows run along k");
        app.add_flag("--trans-b", options->trans_b, "B is stored as (k, n): its rows run along n");
        app.add_option("--type", options->type, fmt::format("one of {}", fmt::join(types, ", ")));
        app.add_flag("--bias", options->bias, "adds bias(n)");
        app.add_option("--activation", options->activation,
                       fmt::format("one of {}", fmt::join(activations, ", ")));
        app.add_flag("--dynamic", options->dynamic,
                     "sizes at run time; --m, --n, --k, --batch are estimates");
        return std::function<KernelSpec()>([options] { return matmul_spec(*options); });
    };
    return {"matmul", "matrix product: output = activation(A * B + bias)", add_options};
}

} // namespace autoconfig::cli
