// Derived quantities of a Problem.
#include "autoconfig/extract/problem.h"

#include "autoconfig/integers.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace autoconfig {

const char* to_string(Role role) {
    switch (role) {
    case Role::M: return "M";
    case Role::N: return "N";
    case Role::Batch: return "batch";
    case Role::K: return "K";
    case Role::Window: return "window";
    }
    return "";
}

const char* to_string(ExtentSource source) {
    switch (source) {
    case ExtentSource::Bound: return "bound";
    case ExtentSource::AtMost: return "at most";
    case ExtentSource::Estimate: return "estimate";
    case ExtentSource::Default: return "assumed";
    }
    return "";
}

std::string to_string(ScalarType type) {
    const char* kind = type.kind == ScalarType::Kind::Float ? "f"
                       : type.kind == ScalarType::Kind::Int ? "i"
                                                            : "u";
    return kind + std::to_string(type.bits);
}

std::vector<std::string> Transforms::funcs() const {
    std::vector<std::string> all = inlined;
    for (const auto* stages : {&data, &filter, &back})
        for (const TransformStage& stage : *stages) all.push_back(stage.func);
    all.push_back(output);
    return all;
}

std::int64_t Operand::step(std::size_t loop) const {
    std::int64_t elements = 0;
    for (std::size_t d = 0; d < coefficient.size(); ++d) elements += coefficient[d][loop] * stride[d];
    return elements;
}

int Operand::dimension_of(int loop) const {
    for (std::size_t d = 0; loop >= 0 && d < coefficient.size(); ++d)
        if (coefficient[d][loop] != 0) return static_cast<int>(d);
    return -1;
}

double Problem::result_elements() const {
    return static_cast<double>(extent(Role::M) * extent(Role::N) * extent(Role::Batch));
}

std::int64_t Problem::k_block_unit() const {
    const int k = innermost(Role::K);
    const std::int64_t of_loop = k < 0 ? 1 : loops[k].extent;
    return extent(Role::K) * extent(Role::Window) / of_loop;
}

std::int64_t Problem::extent(Role role) const {
    std::int64_t product = 1;
    for (const Loop& loop : loops)
        if (loop.role == role) product *= loop.extent;
    return product;
}

int Problem::innermost(Role role) const {
    for (std::size_t i = 0; i < loops.size(); ++i)
        if (loops[i].role == role) return static_cast<int>(i);
    return -1;
}

int Problem::columns() const {
    const int n = innermost(Role::N);
    const bool batch_is_contiguous =
        !loops.empty() && loops[0].role == Role::Batch && !out.stride.empty() && out.step(0) == 1;
    return n >= 0 || !batch_is_contiguous ? n : 0;
}

Role Problem::order_role(int loop) const {
    return runs_over_groups(loop) ? Role::N : loops[static_cast<std::size_t>(loop)].role;
}

int Problem::outer_row_loop() const {
    for (int i = 0; i < static_cast<int>(loops.size()); ++i)
        if (loops[i].role == Role::M && i != row()) return i;
    return -1;
}

int Problem::row_block_loop() const {
    const int outer = outer_row_loop();
    return outer >= 0 ? outer : row();
}

int Problem::outermost_batch_loop() const {
    for (int l = static_cast<int>(loops.size()) - 1; l >= 0; --l)
        if (order_role(l) == Role::Batch && l != columns()) return l;
    return -1;
}

int Problem::longest_outer_column_loop() const {
    int longest = -1;
    for (int l = 0; l < static_cast<int>(loops.size()); ++l)
        if (order_role(l) == Role::N && l != columns() &&
            (longest < 0 || loops[l].extent > loops[longest].extent))
            longest = l;
    return longest;
}

std::vector<int> Problem::reduction_order() const {
    std::vector<int> order;
    for (int l = 0; l < static_cast<int>(loops.size()); ++l)
        if (loops[l].role == Role::K || loops[l].role == Role::Window) order.push_back(l);
    std::stable_sort(order.begin(), order.end(),
                     [&](int x, int y) { return std::abs(a.step(x)) < std::abs(a.step(y)); });
    return order;
}

double Problem::footprint(const Operand& operand, const std::vector<std::int64_t>& extents) const {
    double elements = 1;
    for (const auto& dimension : operand.coefficient) {
        std::int64_t span = 1, places = 1; // strides may skip some of the span
        for (std::size_t l = 0; l < loops.size(); ++l) {
            span += std::abs(dimension[l]) * (extents[l] - 1);
            if (dimension[l] != 0) places *= extents[l];
        }
        elements *= static_cast<double>(std::min(span, places));
    }
    return elements;
}

bool Problem::sizes_are_bound() const {
    for (const Loop& loop : loops)
        if (loop.role != Role::K && loop.role != Role::Window && loop.source != ExtentSource::Bound)
            return false;
    return true;
}

double Problem::steps() const {
    double product = 1;
    for (const Loop& loop : loops) product *= static_cast<double>(loop.extent);
    return product;
}

double Problem::flops() const { return steps() * (step ? step->instructions : 2); }

double Problem::bytes_once() const {
    std::vector<std::int64_t> all;
    for (const Loop& loop : loops) all.push_back(loop.extent);
    double bytes = 0;
    for (const Operand* operand : {&a, &b, &out}) bytes += footprint(*operand, all) * operand->type.bytes();
    return bytes;
}

namespace {

/// Of the steps of a window over rows those that do not read what is padded: a row's own and those of the
/// window lead to one of before + inside + after places.
double share_inside(const Problem& problem) {
    const PaddedRows& padded = *problem.padded;
    const std::vector<std::int64_t>& steps = problem.a.coefficient[padded.dimension];
    const std::int64_t rows = problem.loops[padded.rows].extent, step = steps[padded.rows];
    const std::int64_t window = problem.loops[padded.window].extent;
    std::int64_t outside = 0;
    for (std::int64_t tap = 0; tap < window; ++tap) {
        const std::int64_t to_first = padded.before - steps[padded.window] * tap;
        const std::int64_t to_last = padded.after - steps[padded.window] * (window - 1 - tap);
        for (const std::int64_t places : {to_first, to_last})
            outside += std::clamp<std::int64_t>(ceil_div(places, step), 0, rows);
    }
    return 1 - static_cast<double>(outside) / static_cast<double>(rows * window);
}

} // namespace

double Problem::kept() const {
    if (clipped) return clipped->kept;
    return way.without_padding ? share_inside(*this) : 1;
}

Problem in_way(Problem problem, const Way& way) {
    problem.way = way;
    return problem;
}

namespace {

/// Elements of a dimension that loops of these extents reach.
std::int64_t reach(const std::vector<std::int64_t>& coefficients, const std::vector<std::int64_t>& extents) {
    std::int64_t elements = 1;
    for (std::size_t l = 0; l < extents.size(); ++l) elements += std::abs(coefficients[l]) * (extents[l] - 1);
    return elements;
}

/// From the innermost dimension in memory out, each step grows with what the one before it reaches.
void resize_strides(Operand& operand, const std::vector<std::int64_t>& from,
                    const std::vector<std::int64_t>& to) {
    std::vector<std::size_t> order(operand.stride.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    const std::vector<std::int64_t> before = operand.stride;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t x, std::size_t y) { return std::abs(before[x]) < std::abs(before[y]); });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const std::size_t inner = order[i - 1], d = order[i];
        if (before[inner] == 0 || d >= operand.coefficient.size() || inner >= operand.coefficient.size())
            continue;
        const std::vector<std::int64_t>& coefficients = operand.coefficient[inner];
        const std::int64_t elements =
            before[d] / before[inner]; // of the inner dimension, those around it too
        const std::int64_t around = elements - reach(coefficients, from);
        operand.stride[d] = operand.stride[inner] * (reach(coefficients, to) + around);
    }
}

} // namespace

Problem resized(const Problem& problem, const std::vector<std::int64_t>& extents) {
    Problem result = problem;
    std::vector<std::int64_t> before;
    for (std::size_t l = 0; l < extents.size(); ++l) {
        before.push_back(problem.loops[l].extent);
        result.loops[l].extent = extents[l];
    }
    for (Operand* operand : {&result.a, &result.b, &result.out})
        if (operand->panel == 0) resize_strides(*operand, before, extents);
    return result;
}

} // namespace autoconfig
