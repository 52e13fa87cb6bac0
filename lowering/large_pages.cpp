// A lowering pass over allocations outside of all loops.
#include "lowering/large_pages.h"

#include "autoconfig/allocation_limits.h"
#include "lowering/heap.h"

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// At least one lies within, wherever the array begins.
constexpr std::uint64_t least_bytes = 2 * large_page_bytes;

constexpr int huge_pages = 14; // MADV_HUGEPAGE of <sys/mman.h> on all machines that Halide compiles for

/// For the whole pages of an array, as madvise(2) takes no others.
Stmt advise(const std::string& array, const Expr& size) {
    const Expr begin = (address_of(array) + bytes(page_bytes - 1)) / bytes(page_bytes) * bytes(page_bytes);
    const Expr length = (size - bytes(page_bytes)) / bytes(page_bytes) * bytes(page_bytes);
    return Evaluate::make(Call::make(Halide::Int(32), "madvise",
                                     {Halide::reinterpret(Halide::Handle(), begin), length, huge_pages},
                                     Call::Extern));
}

class LargePages : public OutsideLoops {
    using OutsideLoops::visit;
    Stmt visit(const Allocate* array) override {
        const Expr size = simplify(bytes_of(*array)), is_large = simplify(size >= bytes(least_bytes));
        if (!is_on_heap(*array) || is_const_zero(is_large)) return OutsideLoops::visit(array);
        const Stmt body =
            Block::make(IfThenElse::make(is_large, advise(array->name, size)), mutate(array->body));
        return Allocate::make(array->name, array->type, array->memory_type, array->extents, array->condition,
                              body, array->new_expr, array->free_function);
    }
};

} // namespace

void ask_for_large_pages(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (has_heap_of_linux(target)) pipeline.add_custom_lowering_pass(new LargePages);
}

} // namespace autoconfig::lowering
