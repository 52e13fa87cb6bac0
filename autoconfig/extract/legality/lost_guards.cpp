// See lost_guards.h.
#include "autoconfig/extract/legality/lost_guards.h"

#include "autoconfig/extract/legality/defects.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Finds what has more than one reader: Halide holds it in a let.
class FindShared : public IRGraphVisitor {
    std::set<const IRNode*> seen;

    using IRGraphVisitor::include;
    void include(const Expr& e) override {
        if (!seen.insert(e.get()).second)
            shared.push_back(e);
        else
            IRGraphVisitor::include(e);
    }

public:
    std::vector<Expr> shared;
};

} // namespace

bool loses_guards(const Stage& stage) {
    if (!defects::applies(Defect::DropsGuards)) return false;
    FindShared find;
    for (const Expr& value : stage.values) value.accept(&find);
    return std::any_of(find.shared.begin(), find.shared.end(),
                       [](const Expr& e) { return !loads_in(e, true).empty(); });
}

} // namespace autoconfig::extraction
