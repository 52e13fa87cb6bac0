// A mutator that knows the names around it.
#pragma once

#include <Halide.h>

#include <string>

namespace autoconfig::lowering {

/// Says which let it goes into, of an expression or a statement, and when it is through.
class LetMutator : public Halide::Internal::IRMutator {
protected:
    using IRMutator::visit;
    Halide::Expr visit(const Halide::Internal::Let* let) override { return visit_let<Halide::Expr>(let); }
    Halide::Internal::Stmt visit(const Halide::Internal::LetStmt* let) override {
        return visit_let<Halide::Internal::Stmt>(let);
    }

private:
    virtual void enter(const std::string& name, const Halide::Expr& value) = 0;
    virtual void leave() = 0;

    template<typename Body, typename T>
    Body visit_let(const T* let) {
        Halide::Expr value = mutate(let->value);
        enter(let->name, let->value);
        Body body = mutate(let->body);
        leave();
        return T::make(let->name, value, body);
    }
};

} // namespace autoconfig::lowering
