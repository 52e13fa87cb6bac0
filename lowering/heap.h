// What passes over arrays that come from malloc have in common.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <string>

namespace autoconfig::lowering {

/// Is its memory glibc's or something like it: 64-bit Linux, without a GPU?
bool has_heap_of_linux(const Halide::Target& target);

/// Not on the stack, as those of a small constant size are, nor a part of something else.
bool is_on_heap(const Halide::Internal::Allocate& array);

/// So many, as UInt(64), as are all bytes here.
Halide::Expr bytes(std::uint64_t count);

/// Bytes of all elements; from 2^32 on some number that is too large for Halide. 0 where its condition says
/// that there is none.
Halide::Expr bytes_of(const Halide::Internal::Allocate& array);

/// Where it lies, as UInt(64).
Halide::Expr address_of(const std::string& array);

/// Leaves alone what loops and other threads do: what they allocate is there for a part of the time only, or
/// for one of many.
class OutsideLoops : public Halide::Internal::IRMutator {
protected:
    using IRMutator::visit;
    Halide::Internal::Stmt visit(const Halide::Internal::For* loop) override { return loop; }
    Halide::Internal::Stmt visit(const Halide::Internal::Fork* fork) override { return fork; }
    Halide::Internal::Stmt visit(const Halide::Internal::Acquire* acquire) override { return acquire; }
};

} // namespace autoconfig::lowering
