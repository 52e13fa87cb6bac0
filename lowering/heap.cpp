// See heap.h.
#include "lowering/heap.h"

#include "autoconfig/allocation_limits.h"

namespace autoconfig::lowering {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

constexpr std::uint64_t too_many_bytes = std::uint64_t(1) << 32;

} // namespace

bool has_heap_of_linux(const Halide::Target& target) {
    return target.os == Halide::Target::Linux && target.bits == 64 && !target.has_gpu_feature();
}

bool is_on_heap(const Allocate& array) {
    const bool heap =
        array.memory_type == Halide::MemoryType::Auto || array.memory_type == Halide::MemoryType::Heap;
    const std::int64_t constant = std::int64_t(array.constant_allocation_size()) * array.type.bytes();
    const bool fits_stack = constant > 0 && constant <= halide_stack_bytes;
    return heap && !fits_stack && !array.extents.empty() && !array.new_expr.defined();
}

Expr bytes(std::uint64_t count) { return make_const(Halide::UInt(64), count); }

Expr bytes_of(const Allocate& array) {
    Expr size = bytes(array.type.bytes());
    for (const Expr& extent : array.extents) {
        const Expr elements = Halide::cast(Halide::UInt(64), Halide::max(extent, 0)); // less than 2^31
        size = Halide::min(size, bytes(too_many_bytes)) * elements;
    }
    return is_const_one(array.condition) ? size : Halide::select(array.condition, size, bytes(0));
}

Expr address_of(const std::string& array) {
    return Halide::reinterpret(Halide::UInt(64), Variable::make(Halide::Handle(), array));
}

} // namespace autoconfig::lowering
