// A value that is kept on the stack, where LLVM makes a register of it.
#pragma once

#include <Halide.h>

#include <string>

namespace autoconfig::lowering {

/// One number or vector, beside a loop that changes it.
struct KeptVector {
    std::string name;
    Halide::Type type;

    Halide::Expr value() const;
    Halide::Internal::Stmt keep(const Halide::Expr& value) const;
    /// A statement that reads and keeps it, and what it has before that.
    Halide::Internal::Stmt around(const Halide::Internal::Stmt& statement, const Halide::Expr& before) const;
};

} // namespace autoconfig::lowering
