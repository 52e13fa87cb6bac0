// Numbers known before the pipeline runs: constants, and what bounds and estimates of parameters say.
#pragma once

#include "autoconfig/extract/problem.h"

#include <Halide.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig::extraction {

struct Number {
    std::int64_t value = 0;
    ExtentSource source = ExtentSource::Bound; // Estimate when any part of it is an estimate
};

/// The less certain of two.
ExtentSource weaker(ExtentSource a, ExtentSource b);

/// `expr` with parameters replaced by their bounds, else by their estimates. Nothing when a part of it
/// (a loop, a parameter without either, an undefined Expr) is unknown.
std::optional<Number> number(const Halide::Expr& expr);

/// Minimum and extent of one dimension, as far as somebody declared them.
struct Declared {
    std::optional<Number> min, extent;
    std::string conflict; // "bound 128 overrides estimate 256", or empty
};

/// What was said about one dimension. Undefined where nothing was; the last estimate counts (Halide makes
/// an estimate of every constant bound, so there may be several).
struct Statements {
    Halide::Expr bound_min, bound_extent;
    std::vector<Halide::Expr> estimated_mins, estimated_extents;
};
Declared declared(const Statements& statements);
using BufferParameter = decltype(Halide::Internal::Variable::param); // its namespace depends on the version
Statements statements(const BufferParameter& buffer, int d);
Statements statements(const Halide::Internal::Call* image_load, int d);

/// Dimension `d` of the image or buffer parameter that an image load reads.
Declared declared(const Halide::Internal::Call* image_load, int d);
/// Its stride in elements where it is constant.
std::optional<Number> stride(const Halide::Internal::Call* image_load, int d);

} // namespace autoconfig::extraction
