// Convolution layers from CSV rows, and their names.
#include "bench/conv2d/shape.h"

#include "autoconfig/error.h"
#include "bench/csv.h"

#include <fmt/format.h>

#include <utility>

namespace autoconfig::bench {

std::string Conv2dShape::name() const {
    std::string text = n > 1 ? fmt::format("{}x", n) : "";
    text += fmt::format("{}x{}x{}-{} {}x{}", h, w, c, k, r, s);
    if (stride > 1) text += fmt::format(" /{}", stride);
    if (pad != dilation * (r - 1) / 2) text += fmt::format(" p{}", pad);
    if (dilation > 1) text += fmt::format(" d{}", dilation);
    if (groups > 1) text += fmt::format(" g{}", groups);
    return text;
}

std::string Conv2dShape::file() const {
    return fmt::format("n{}_h{}_w{}_c{}_k{}_r{}_s{}_t{}_p{}_d{}_g{}", n, h, w, c, k, r, s, stride, pad,
                       dilation, groups);
}

double Conv2dShape::flops() const {
    const std::int64_t products = c / groups * r * s;
    return 2.0 * static_cast<double>(output_elements()) * static_cast<double>(products);
}

double Conv2dShape::bytes_once() const {
    return sizeof(float) * (static_cast<double>(input_elements()) + static_cast<double>(weight_elements()) +
                            static_cast<double>(output_elements()));
}

const char* const conv2d_columns = "N,H,W,C,K,R,S,stride,pad,dilation,groups,source";

namespace {

void check(const Conv2dShape& shape) {
    if (shape.c % shape.groups != 0 || shape.k % shape.groups != 0)
        throw Error(fmt::format("groups is {}, needs a divisor of C and of K", shape.groups));
    if (shape.dilation * (shape.r - 1) >= shape.h + 2 * shape.pad ||
        shape.dilation * (shape.s - 1) >= shape.w + 2 * shape.pad)
        throw Error(fmt::format("a window of {}x{} does not fit in the padded input", shape.r, shape.s));
    check_bytes(shape.name(), shape.bytes_once());
}

} // namespace

Conv2dShape conv2d_shape(const std::string& row) {
    const std::vector<std::string> fields = fields_of(row, 12);
    if (fields.size() < 11)
        throw Error(fmt::format("{} fields, needs {}", fields.size(),
                                "N,H,W,C,K,R,S,stride,pad,dilation,groups[,source]"));
    Conv2dShape shape;
    const std::pair<const char*, std::int64_t*> numbers[] = {
        {"N", &shape.n},          {"H", &shape.h},
        {"W", &shape.w},          {"C", &shape.c},
        {"K", &shape.k},          {"R", &shape.r},
        {"S", &shape.s},          {"stride", &shape.stride},
        {"pad", &shape.pad},      {"dilation", &shape.dilation},
        {"groups", &shape.groups}};
    std::size_t next = 0;
    for (const auto& [name, number] : numbers)
        *number = whole_number(fields[next++], name, number == &shape.pad ? 0 : 1);
    shape.source = fields.size() > 11 ? fields[11] : "";
    check(shape);
    return shape;
}

} // namespace autoconfig::bench
