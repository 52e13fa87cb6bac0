// Evaluates expressions over parameters by their constraints and estimates.
#include "autoconfig/extract/access/constants.h"

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// "A.extent.1" -> {"extent", 1}.
struct Property {
    std::string what;
    int dimension = 0;
};

std::optional<Property> property(const std::string& name) {
    const auto last = name.rfind('.');
    if (last == std::string::npos || last == 0 || last + 1 == name.size()) return std::nullopt;
    const auto first = name.rfind('.', last - 1);
    const std::string digits = name.substr(last + 1);
    if (first == std::string::npos || digits.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    return Property{name.substr(first + 1, last - first - 1), std::stoi(digits)};
}

/// Parameters may be bounded by one another; a cycle is cut at this depth.
constexpr int max_depth = 8;

class Resolve : public IRMutator {
    int depth = 0;

    Expr estimated(const Expr& expr) {
        source = weaker(source, ExtentSource::Estimate);
        return expr;
    }

    Expr of_buffer(const BufferParameter& buffer, const Property& p) {
        if (p.what == "stride") return buffer.stride_constraint(p.dimension);
        const bool extent = p.what == "extent";
        const Expr bound =
            extent ? buffer.extent_constraint(p.dimension) : buffer.min_constraint(p.dimension);
        if (bound.defined()) return bound;
        const Expr estimate = extent ? buffer.extent_constraint_estimate(p.dimension)
                                     : buffer.min_constraint_estimate(p.dimension);
        return estimated(estimate.defined() || extent ? estimate : Expr(0));
    }

    static Expr of_image(const Halide::Buffer<>& image, const Property& p) {
        const auto& dim = image.raw_buffer()->dim[p.dimension];
        return p.what == "extent" ? dim.extent : p.what == "stride" ? dim.stride : dim.min;
    }

    Expr meaning(const Variable* op) {
        const auto p = property(op->name);
        if (op->image.defined() && p && p->dimension < op->image.dimensions()) return of_image(op->image, *p);
        if (!op->param.defined()) return Expr();
        if (!op->param.is_buffer()) return estimated(op->param.estimate());
        return p && p->dimension < op->param.dimensions() ? of_buffer(op->param, *p) : Expr();
    }

    using IRMutator::visit;
    Expr visit(const Variable* op) override {
        const Expr value = depth < max_depth ? meaning(op) : Expr();
        if (!value.defined()) return op;
        depth++;
        const Expr result = mutate(value);
        depth--;
        return result.type() == op->type ? result : Cast::make(op->type, result);
    }

public:
    ExtentSource source = ExtentSource::Bound;
};

std::optional<Number> last_known(const std::vector<Expr>& exprs) {
    std::optional<Number> result;
    for (const Expr& expr : exprs)
        if (const auto known = number(expr)) result = Number{known->value, ExtentSource::Estimate};
    return result;
}

std::optional<Number> bound_or_estimate(const Expr& bound, const std::vector<Expr>& estimates) {
    const auto known = number(bound);
    return known ? known : last_known(estimates);
}

/// The last estimate that disagrees with a bound.
std::string conflict(const std::optional<Number>& bound, const std::vector<Expr>& estimates) {
    std::string result;
    if (!bound || bound->source != ExtentSource::Bound) return result;
    for (const Expr& estimate : estimates)
        if (const auto known = number(estimate); known && known->value != bound->value)
            result = "bound " + std::to_string(bound->value) + " overrides estimate " +
                     std::to_string(known->value);
    return result;
}

} // namespace

ExtentSource weaker(ExtentSource a, ExtentSource b) { return a < b ? b : a; }

std::optional<Number> number(const Expr& expr) {
    if (!expr.defined()) return std::nullopt;
    Resolve resolve;
    const Expr value = simplify(resolve.mutate(expr));
    if (const auto* i = value.as<IntImm>()) return Number{i->value, resolve.source};
    if (const auto* u = value.as<UIntImm>())
        return Number{static_cast<std::int64_t>(u->value), resolve.source};
    return std::nullopt;
}

Declared declared(const Statements& said) {
    return {bound_or_estimate(said.bound_min, said.estimated_mins),
            bound_or_estimate(said.bound_extent, said.estimated_extents),
            conflict(number(said.bound_extent), said.estimated_extents)};
}

Statements statements(const BufferParameter& buffer, int d) {
    return {buffer.min_constraint(d),
            buffer.extent_constraint(d),
            {buffer.min_constraint_estimate(d)},
            {buffer.extent_constraint_estimate(d)}};
}

Statements statements(const Call* load, int d) {
    if (load->image.defined()) {
        const auto& dim = load->image.raw_buffer()->dim[d];
        return {dim.min, dim.extent, {}, {}};
    }
    return load->param.defined() ? statements(load->param, d) : Statements();
}

Declared declared(const Call* load, int d) { return declared(statements(load, d)); }

std::optional<Number> stride(const Call* load, int d) {
    if (load->image.defined()) return Number{load->image.raw_buffer()->dim[d].stride, ExtentSource::Bound};
    return load->param.defined() ? number(load->param.stride_constraint(d)) : std::nullopt;
}

} // namespace autoconfig::extraction
