// See own_rows.h.
#include "autoconfig/extract/legality/own_rows.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/declared_region.h"
#include "autoconfig/extract/legality/defects.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

bool is_single_step(const std::optional<Number>& extent) {
    return extent && extent->source == ExtentSource::Bound && extent->value <= 1;
}

/// Loops of the update whose variables stay variables.
std::vector<std::string> loops_left(const Function& output, const Definition& update, bool written_out) {
    std::vector<std::string> loops;
    for (int d = 0; d < output.dimensions(); ++d)
        if (!is_single_step(declared(output, d).extent)) loops.push_back(output.args()[d]);
    for (const ReductionVariable& reduced : update.schedule().rvars())
        if (!written_out && !is_single_step(number(reduced.extent))) loops.push_back(reduced.var);
    return loops;
}

} // namespace

bool reads_own_rows_at_known_places(const Function& output, std::size_t update, bool written_out) {
    if (!defects::applies(Defect::AlignsOwnRows)) return false;
    const Definition& definition = output.updates()[update];
    const std::vector<std::string> loops = loops_left(output, definition, written_out);
    const auto known = [&](const Call* load) {
        if (load->name != output.name()) return false;
        for (int d = 1; d < output.dimensions(); ++d)
            if (!output.output_buffers()[0].stride_constraint(d).defined() && uses_any(load->args[d], loops))
                return false;
        return true;
    };
    const std::vector<Expr>& values = definition.values();
    return std::any_of(values.begin(), values.end(), [&](const Expr& value) {
        const std::vector<const Call*> loads = loads_in(value, true);
        return std::any_of(loads.begin(), loads.end(), known);
    });
}

} // namespace autoconfig::extraction
