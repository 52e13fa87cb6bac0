// See simplified.h.
#include "autoconfig/extract/legality/simplified.h"

#include "autoconfig/extract/from_parts.h"

namespace autoconfig::extraction {

namespace {

/// Nodes, each as often as it is there.
class Size : public FromParts<double> {
    double both(double a, double b) const override { return a + b; }
    double with_own(const Halide::Expr&, double of_parts) override { return of_parts + 1; }
};

} // namespace

Halide::Expr simplified(const Halide::Expr& value) {
    constexpr double many = 10000;
    using namespace Halide::Internal;
    return simplify(Size().of(value) > many ? common_subexpression_elimination(value) : value);
}

} // namespace autoconfig::extraction
