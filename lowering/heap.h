// Which arrays of lowered code come from malloc, and how large they are.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Not on the stack, as those of a small constant size are, nor a part of something else.
bool is_on_heap(const Halide::Internal::Allocate& array);

/// Bytes, as UInt(64), of all elements; from 2^32 on some number that is too large for Halide. 0 where its
/// condition says that there is none.
Halide::Expr bytes_of(const Halide::Internal::Allocate& array);

/// Where it lies, as UInt(64).
Halide::Expr address_of(const std::string& array);

} // namespace autoconfig::lowering
