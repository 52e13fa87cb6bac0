// What a statement does not change.
#pragma once

#include <Halide.h>

#include <set>
#include <string>

namespace autoconfig::lowering {

/// The names of the loops and lets in a statement, those of a loop or let itself among them.
std::set<std::string> names_defined_in(const Halide::Internal::Stmt& stmt);

/// Whether an expression is made without some names, and without memory or code that may say something else
/// the next time.
class Invariant : public Halide::Internal::IRVisitor {
public:
    explicit Invariant(const std::set<std::string>& without) : without_(without) {}
    bool holds = true;

protected:
    using IRVisitor::visit;
    void visit(const Halide::Internal::Variable* variable) override;
    void visit(const Halide::Internal::Load* load) override;
    void visit(const Halide::Internal::Call* call) override;

private:
    const std::set<std::string>& without_;
};

bool is_invariant(const Halide::Expr& value, const std::set<std::string>& without);

} // namespace autoconfig::lowering
