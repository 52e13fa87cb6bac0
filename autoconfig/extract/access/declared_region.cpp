// Gathers declarations about one dimension of a Func.
#include "autoconfig/extract/access/declared_region.h"

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Appends a buffer's statements; bounds that are there stay.
void add(Statements& to, const Statements& from) {
    if (!to.bound_min.defined()) to.bound_min = from.bound_min;
    if (!to.bound_extent.defined()) to.bound_extent = from.bound_extent;
    to.estimated_mins.insert(to.estimated_mins.begin(), from.estimated_mins.begin(),
                             from.estimated_mins.end());
    to.estimated_extents.insert(to.estimated_extents.begin(), from.estimated_extents.begin(),
                                from.estimated_extents.end());
}

Statements of_func(const Function& function, int d) {
    const std::string& var = function.args()[d];
    Statements said;
    for (const Bound& bound : function.schedule().bounds())
        if (bound.var == var && bound.extent.defined()) {
            said.bound_min = bound.min;
            said.bound_extent = bound.extent;
        }
    for (const Bound& estimate : function.schedule().estimates())
        if (estimate.var == var) {
            said.estimated_mins.push_back(estimate.min);
            said.estimated_extents.push_back(estimate.extent);
        }
    return said;
}

Statements of_output(const Function& output, int d) {
    Statements said = of_func(output, d);
    if (!output.output_buffers().empty()) add(said, statements(output.output_buffers()[0], d));
    return said;
}

} // namespace

Declared declared(const Function& output, int d) { return declared(of_output(output, d)); }

Declared declared(const Node& node, int d) {
    Statements said = node.output ? of_output(node.function, d) : of_func(node.function, d);
    if (const Call* image = passed_through(node)) add(said, statements(image, d));
    return declared(said);
}

const Call* passed_through(const Node& node) {
    if (!node.function.is_pure() || node.stages[0].values.size() != 1) return nullptr;
    const Call* load = node.stages[0].values[0].as<Call>();
    if (!load || load->call_type != Call::Image) return nullptr;
    for (std::size_t d = 0; d < load->args.size(); d++) {
        const auto* variable = load->args[d].as<Variable>();
        if (!variable || d >= node.function.args().size() || variable->name != node.function.args()[d])
            return nullptr;
    }
    return load;
}

} // namespace autoconfig::extraction
