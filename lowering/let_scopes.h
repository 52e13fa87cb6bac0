// A visitor and a mutator that know the names around them.
#pragma once

#include <Halide.h>

#include <string>

namespace autoconfig::lowering {

/// Says which let it goes into, of an expression or a statement, and when it is through.
class LetVisitor : public Halide::Internal::IRVisitor {
protected:
    using IRVisitor::visit;
    void visit(const Halide::Internal::Let* let) override { visit_let(let); }
    void visit(const Halide::Internal::LetStmt* let) override { visit_let(let); }

private:
    virtual void enter(const std::string& name, const Halide::Expr& value) = 0;
    virtual void leave() = 0;

    template<typename T>
    void visit_let(const T* let) {
        let->value.accept(this);
        enter(let->name, let->value);
        let->body.accept(this);
        leave();
    }
};

/// The same.
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
