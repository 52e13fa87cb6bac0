// The shapes to measure, of any operator: rows of a CSV file.
#pragma once

#include "bench/conv2d/shape.h"
#include "bench/matmul/shape.h"

#include <string>
#include <variant>
#include <vector>

namespace autoconfig::bench {

/// One shape of one operator.
struct Shape : std::variant<MatmulShape, Conv2dShape> {
    using variant::variant;

    std::string op() const;    // the operator, as the command line calls it: "matmul", "conv2d"
    std::string name() const;  // "128x3072x768 NT", unique among shapes of an operator
    std::string file() const;  // the name as part of a file or function name
    double flops() const;      // of the operator's definition: 2 a multiply-accumulate
    double bytes_once() const; // f32 operands and result, each element counted once
};

/// Names of all operators.
std::vector<std::string> shape_operators();

/// Rows as the operator's shape.h says; '#' starts a comment, blank lines are skipped, the source may be
/// missing. Error "FILE:LINE: ..." where the file cannot be read or a row is malformed.
std::vector<Shape> read_shapes(const std::string& path, const std::string& op);

} // namespace autoconfig::bench
