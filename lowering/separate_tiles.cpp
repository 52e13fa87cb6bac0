// A lowering pass over small arrays on the stack.
#include "lowering/separate_tiles.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;

/// All registers of AVX-512 twice.
constexpr std::int64_t most_bytes = 4096;

/// Lanes of the widest vector in which an array is read or written.
class WidestAccess : public IRVisitor {
public:
    explicit WidestAccess(std::string name) : name_(std::move(name)) {}
    int lanes = 0;

private:
    std::string name_;

    using IRVisitor::visit;
    void visit(const Load* load) override {
        if (load->name == name_) lanes = std::max(lanes, load->type.lanes());
        IRVisitor::visit(load);
    }
    void visit(const Store* store) override {
        if (store->name == name_) lanes = std::max(lanes, store->value.type().lanes());
        IRVisitor::visit(store);
    }
};

class SeparateTiles : public IRMutator {
    std::map<int, std::int64_t> largest_; // elements of an array so far, by lanes

    /// At least so many elements, and more than any array has that is read in other vectors.
    std::int64_t elements_apart(std::int64_t elements, int lanes) const {
        for (const auto& [others, largest] : largest_)
            if (others != lanes) elements = std::max(elements, largest + 1);
        return elements;
    }

    using IRMutator::visit;
    Stmt visit(const Allocate* array) override {
        const std::int64_t elements = array->constant_allocation_size();
        const bool on_stack = array->memory_type == Halide::MemoryType::Auto ||
                              array->memory_type == Halide::MemoryType::Stack ||
                              array->memory_type == Halide::MemoryType::Register;
        if (elements == 0 || array->extents.empty() || !on_stack || array->new_expr.defined() ||
            elements * array->type.bytes() > most_bytes)
            return IRMutator::visit(array);
        WidestAccess access(array->name);
        array->body.accept(&access);
        const std::int64_t apart = elements_apart(elements, access.lanes);
        std::int64_t& largest = largest_[access.lanes];
        largest = std::max(largest, apart);
        const Stmt body = mutate(array->body);
        if (apart == elements && body.same_as(array->body)) return array;
        return Allocate::make(array->name, array->type, array->memory_type,
                              {make_const(Halide::Int(32), apart)}, array->condition, body);
    }
};

} // namespace

void keep_tiles_apart(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new SeparateTiles);
}

} // namespace autoconfig::lowering
