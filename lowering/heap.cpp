// See heap.h.
#include "lowering/heap.h"

#include "autoconfig/allocation_limits.h"

namespace autoconfig::lowering {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

constexpr std::uint64_t too_many_bytes = std::uint64_t(1) << 32;

Expr whole(std::uint64_t value) { return make_const(Halide::UInt(64), value); }

} // namespace

bool is_on_heap(const Allocate& array) {
    const bool heap =
        array.memory_type == Halide::MemoryType::Auto || array.memory_type == Halide::MemoryType::Heap;
    const std::int64_t constant = std::int64_t(array.constant_allocation_size()) * array.type.bytes();
    const bool fits_stack = constant > 0 && constant <= halide_stack_bytes;
    return heap && !fits_stack && !array.extents.empty() && !array.new_expr.defined();
}

Expr bytes_of(const Allocate& array) {
    Expr size = whole(array.type.bytes());
    for (const Expr& extent : array.extents) {
        const Expr elements = Halide::cast(Halide::UInt(64), Halide::max(extent, 0)); // less than 2^31
        size = Halide::min(size, whole(too_many_bytes)) * elements;
    }
    return is_const_one(array.condition) ? size : Halide::select(array.condition, size, whole(0));
}

Expr address_of(const std::string& array) {
    return Halide::reinterpret(Halide::UInt(64), Variable::make(Halide::Handle(), array));
}

} // namespace autoconfig::lowering
