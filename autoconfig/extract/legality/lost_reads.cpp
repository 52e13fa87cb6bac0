// Counts the Funcs read before and after.
#include "autoconfig/extract/legality/lost_reads.h"

#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/legality/defects.h"
#include "autoconfig/extract/legality/simplified.h"

#include <set>
#include <string>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

void add_funcs_read(const Expr& value, std::set<std::string>& funcs) {
    for (const Call* load : loads_in(value, true))
        if (load->call_type == Call::Halide) funcs.insert(load->name);
}

} // namespace

bool loses_a_read(const Function& function) {
    if (!defects::applies(Defect::LosesReadsWhereSpecialized)) return false;
    std::set<std::string> written, left;
    for (const Expr& value : function.definition().values()) {
        add_funcs_read(value, written);
        add_funcs_read(simplified(value), left);
    }
    return left.size() < written.size();
}

} // namespace autoconfig::extraction
