// See kept_vector.h.
#include "lowering/kept_vector.h"

namespace autoconfig::lowering {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

Expr all_lanes(const Halide::Type& type) {
    return type.is_scalar() ? Expr(0) : Ramp::make(0, 1, type.lanes());
}

} // namespace

Expr KeptVector::value() const {
    return Load::make(type, name, all_lanes(type), {}, {}, const_true(type.lanes()), ModulusRemainder());
}

Stmt KeptVector::keep(const Expr& value) const {
    return Store::make(name, value, all_lanes(type), {}, const_true(type.lanes()), ModulusRemainder());
}

Stmt KeptVector::around(const Stmt& statement, const Expr& before) const {
    return Allocate::make(name, type.element_of(), Halide::MemoryType::Stack, {type.lanes()}, const_true(),
                          Block::make(keep(before), statement));
}

} // namespace autoconfig::lowering
