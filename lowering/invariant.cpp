// See invariant.h.
#include "lowering/invariant.h"

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;

struct Names : IRVisitor {
    std::set<std::string> defined;

    using IRVisitor::visit;
    void visit(const For* loop) override { define(loop); }
    void visit(const Let* let) override { define(let); }
    void visit(const LetStmt* let) override { define(let); }
    template<typename Node>
    void define(const Node* node) {
        defined.insert(node->name);
        IRVisitor::visit(node);
    }
};

} // namespace

std::set<std::string> names_defined_in(const Stmt& stmt) {
    Names names;
    stmt.accept(&names);
    return names.defined;
}

void Invariant::visit(const Variable* variable) { holds = holds && without_.count(variable->name) == 0; }
void Invariant::visit(const Load*) { holds = false; }
void Invariant::visit(const Call*) { holds = false; }

bool is_invariant(const Halide::Expr& value, const std::set<std::string>& without) {
    Invariant invariant(without);
    value.accept(&invariant);
    return invariant.holds;
}

} // namespace autoconfig::lowering
