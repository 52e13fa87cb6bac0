// A lowering pass over allocations outside of all loops.
#include "lowering/large_pages.h"

#include "autoconfig/allocation_limits.h"
#include "lowering/heap.h"

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;
using Halide::Type;

/// At least one lies within, wherever the array begins.
constexpr std::uint64_t least_bytes = 2 * large_page_bytes;

constexpr std::uint64_t page_bytes = 4 * kibibyte; // ranges are of whole ones (madvise(2))

constexpr int huge_pages = 14; // MADV_HUGEPAGE of <sys/mman.h> on all machines that Halide compiles for

Expr whole(std::uint64_t value) { return make_const(Halide::UInt(64), value); }

/// For the whole pages of an array.
Stmt advise(const std::string& array, const Expr& size) {
    const Expr begin = (address_of(array) + whole(page_bytes - 1)) / whole(page_bytes) * whole(page_bytes);
    const Expr length = (size - whole(page_bytes)) / whole(page_bytes) * whole(page_bytes);
    return Evaluate::make(Call::make(Halide::Int(32), "madvise",
                                     {Halide::reinterpret(Halide::Handle(), begin), length, huge_pages},
                                     Call::Extern));
}

class LargePages : public IRMutator {
    using IRMutator::visit;
    Stmt visit(const Allocate* array) override {
        const Stmt inside = mutate(array->body);
        const Expr size = simplify(bytes_of(*array)), is_large = simplify(size >= whole(least_bytes));
        const bool never = !is_on_heap(*array) || is_const_zero(is_large);
        const Stmt body =
            never ? inside : Block::make(IfThenElse::make(is_large, advise(array->name, size)), inside);
        return Allocate::make(array->name, array->type, array->memory_type, array->extents, array->condition,
                              body, array->new_expr, array->free_function);
    }
    Stmt visit(const For* loop) override { return loop; }
    Stmt visit(const Fork* fork) override { return fork; }
    Stmt visit(const Acquire* acquire) override { return acquire; }
};

} // namespace

void ask_for_large_pages(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (target.os == Halide::Target::Linux && target.bits == 64 && !target.has_gpu_feature())
        pipeline.add_custom_lowering_pass(new LargePages);
}

} // namespace autoconfig::lowering
