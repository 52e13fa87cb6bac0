// Options of the matrix product, their checks, and the generator params they become.
#include "autoconfig/cli/matmul.h"

#include "autoconfig/cli/operator.h"
#include "autoconfig/cli/values.h"
#include "autoconfig/error.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace autoconfig::cli {

namespace {

const std::vector<std::string> types = {"f32", "f64", "u8i8i32", "u8u8i32", "i8i8i32", "i16i16i32"};

void check_size(const MatmulOptions& options, const char* name, std::int64_t value) {
    if (value == 0 && options.dynamic) return;
    if (value == 0)
        throw Error(
            fmt::format("--{} is missing or 0: give a size from 1 to {}, or --dynamic for sizes at run "
                        "time",
                        name, max_elements));
    check_range(name, value, 1);
}

/// Of rows x columns, in a batch where there is one; sizes at run time count as 1.
void check_matrix(const char* operand, std::int64_t rows, std::int64_t columns, std::int64_t batch) {
    std::vector<std::int64_t> extents{std::max<std::int64_t>(rows, 1), std::max<std::int64_t>(columns, 1)};
    if (batch > 0) extents.push_back(batch);
    check_elements(operand, extents, "--m, --n, --k or --batch");
}

void check(const MatmulOptions& options) {
    check_size(options, "m", options.m);
    check_size(options, "n", options.n);
    check_size(options, "k", options.k);
    if (options.batch < 0 || options.batch > max_elements)
        throw Error(fmt::format("--batch is {}: give 0 for no batch dimension, or a size up to {}",
                                options.batch, max_elements));
    check_matrix("A", options.m, options.k, options.batch);
    check_matrix("B", options.k, options.n, options.batch);
    check_matrix("the output", options.m, options.n, options.batch);
    check_name("type", options.type, types);
    check_activation(options.activation, options.type);
}

} // namespace

SpecFor matmul_spec(const MatmulOptions& options) {
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
    spec.params["trans_a"] = truth(options.trans_a);
    spec.params["trans_b"] = truth(options.trans_b);
    spec.params["with_bias"] = truth(options.bias);
    spec.params["type"] = options.type;
    spec.params["activation"] = options.activation;
    return [spec](const Machine&) { return spec; };
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
                       fmt::format("one of {}", fmt::join(activation_list(), ", ")));
        app.add_flag("--dynamic", options->dynamic,
                     "sizes at run time; --m, --n, --k, --batch are estimates");
        return std::function<SpecFor()>([options] { return matmul_spec(*options); });
    };
    return {"matmul", "matrix product: output = activation(A * B + bias)", add_options};
}

} // namespace autoconfig::cli
