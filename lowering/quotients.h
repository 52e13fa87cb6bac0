// Quotients of places that lie at known distances from each other.
#pragma once

#include "lowering/choices.h"

#include <Halide.h>

#include <optional>

namespace autoconfig::lowering {

/// That a rest (residue.h) is a multiple of what it is divided by, of the first one that several quotients by
/// 2, 3 or 4 in a statement have in common, at different places from each other.
std::optional<Equality> rest_in_common(const Halide::Internal::Stmt& stmt, const Choices& choices);

/// The statement with its quotients and remainders as a decision says of their rests.
Halide::Internal::Stmt divided(const Halide::Internal::Stmt& stmt, const Decision& decision,
                               const Choices& choices);

} // namespace autoconfig::lowering
