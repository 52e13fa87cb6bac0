// Counts the Funcs read before and after.
#include "autoconfig/extract/lost_reads.h"

#include <algorithm>
#include <set>
#include <string>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

class FindFuncs : public IRGraphVisitor {
    using IRGraphVisitor::visit;
    void visit(const Call* op) override {
        if (op->call_type == Call::Halide) found.insert(op->name);
        IRGraphVisitor::visit(op);
    }

public:
    std::set<std::string> found;
};

} // namespace

bool loses_a_read(const Function& function) {
    FindFuncs written, simplified;
    for (const Expr& value : function.definition().values()) {
        value.accept(&written);
        simplify(value).accept(&simplified);
    }
    return simplified.found.size() < written.found.size();
}

} // namespace autoconfig::extraction
