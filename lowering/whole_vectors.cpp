// A lowering pass over allocations whose vectors lie at constant places.
#include "lowering/whole_vectors.h"

#include "lowering/joined_branches.h"
#include "lowering/lets.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// Elements [first, first + count) of a buffer.
struct Place {
    std::int64_t first, count;

    bool operator==(const Place& other) const { return first == other.first && count == other.count; }
    bool overlaps(const Place& other) const {
        return first < other.first + other.count && other.first < first + count;
    }
};

std::optional<Place> place_of(const Expr& index) {
    const Ramp* ramp = index.as<Ramp>();
    if (ramp && !is_const_one(ramp->stride)) return std::nullopt;
    const auto first = as_const_int(ramp ? ramp->base : index);
    if (!first) return std::nullopt;
    return Place{*first, ramp ? ramp->lanes : 1};
}

/// May a value be computed of lanes that nobody asked for? A division of whole numbers, or code of others,
/// may not take what it finds there.
bool any_lane_may_be_computed(const Expr& value) {
    struct Visitor : IRVisitor {
        bool found = true;

        using IRVisitor::visit;
        void visit(const Div* op) override {
            found = found && op->type.is_float();
            IRVisitor::visit(op);
        }
        void visit(const Mod* op) override {
            found = found && op->type.is_float();
            IRVisitor::visit(op);
        }
        void visit(const Call* op) override {
            found = found && op->is_pure() && !op->is_intrinsic(Call::if_then_else);
            IRVisitor::visit(op);
        }
    } visitor;
    value.accept(&visitor);
    return visitor.found;
}

/// A store to a vector, and which way the conditions around it went.
struct Masked {
    Expr predicate;
    std::vector<std::pair<Expr, bool>> path;
};

/// Never both in one lifetime of the buffer.
bool exclude_each_other(const Masked& a, const Masked& b) {
    for (const auto& [condition, holds] : a.path)
        for (const auto& [other, also_holds] : b.path)
            if (holds != also_holds && equal(condition, other)) return true;
    return false;
}

/// How a buffer is accessed.
struct Accesses : WithLets<IRVisitor> {
    std::string buffer;
    bool own = true;     // one thread has it to itself, and no other code
    bool masked = false; // some stores are
    bool whole = true;   // these are vectors at constant places, of which any lane may be computed
    /// In each place the lanes beyond the predicate are never of use: all of its stores have the same one,
    /// which stays as it is as long as the buffer does, or exclude each other; and no other access overlaps
    /// it.
    bool beyond_unused = true;
    std::int64_t end = 0; // behind the last element

    explicit Accesses(std::string name) : buffer(std::move(name)) {}

private:
    struct Vector {
        Place place;
        std::vector<Masked> stores;
    };
    std::vector<Vector> vectors_;
    std::vector<std::pair<Expr, bool>> path_;
    std::set<std::string> loops_; // within the buffer's lifetime, as lets_

    using WithLets::visit;
    void visit(const Load* load) override {
        if (load->name == buffer) see(load->index);
        IRVisitor::visit(load);
    }
    void visit(const Store* store) override {
        if (store->name == buffer) see(*store);
        IRVisitor::visit(store);
    }
    void visit(const Call* call) override {
        const Load* load = call->name == "address_of" ? call->args[0].as<Load>() : nullptr;
        own = own && !(load && load->name == buffer);
        IRVisitor::visit(call);
    }
    void visit(const Variable* variable) override {
        own = own && variable->name != buffer && variable->name != buffer + ".buffer";
    }
    void visit(const For* loop) override {
        own = own && loop->for_type == ForType::Serial; // a task of its own would share the buffer
        loops_.insert(loop->name);
        IRVisitor::visit(loop);
    }
    void visit(const IfThenElse* branch) override {
        const Expr condition = spelled_out(branch->condition, lets_);
        const bool stays = !varies(condition);
        branch->condition.accept(this);
        if (stays) path_.emplace_back(condition, true);
        branch->then_case.accept(this);
        if (stays) path_.back().second = false;
        if (branch->else_case.defined()) branch->else_case.accept(this);
        if (stays) path_.pop_back();
    }

    /// From one iteration of a loop to the next.
    bool varies(const Expr& value) const {
        struct Visitor : IRVisitor {
            const std::set<std::string>* loops = nullptr;
            bool found = false;

            using IRVisitor::visit;
            void visit(const Variable* variable) override {
                found = found || loops->count(variable->name) > 0;
            }
            void visit(const Load*) override { found = true; }
        } visitor;
        visitor.loops = &loops_;
        value.accept(&visitor);
        return visitor.found;
    }

    void see(const Store& store) {
        const bool is_masked = !is_const_one(store.predicate);
        masked = masked || is_masked;
        Vector* vector = see(store.index);
        whole = whole && (!is_masked || (place_of(store.index) && any_lane_may_be_computed(store.value)));
        if (!vector) return;
        const Masked stored{spelled_out(store.predicate, lets_), path_};
        beyond_unused =
            beyond_unused && (!is_masked || !varies(stored.predicate)) &&
            std::all_of(vector->stores.begin(), vector->stores.end(), [&](const Masked& other) {
                return equal(other.predicate, stored.predicate) || exclude_each_other(other, stored);
            });
        vector->stores.push_back(stored);
    }

    /// Nothing where the place is not constant.
    Vector* see(const Expr& index) {
        const std::optional<Place> place = place_of(index);
        beyond_unused = beyond_unused && place;
        if (!place) return nullptr;
        end = std::max(end, place->first + place->count);
        for (Vector& vector : vectors_) {
            if (vector.place == *place) return &vector;
            beyond_unused = beyond_unused && !vector.place.overlaps(*place);
        }
        vectors_.push_back({*place, {}});
        return &vectors_.back();
    }
};

/// Takes the masks from the accesses to a buffer. `keeps`: lanes beyond a mask get the value that they have.
class Unmask : public IRMutator {
public:
    Unmask(std::string buffer, bool keeps) : buffer_(std::move(buffer)), keeps_(keeps) {}

private:
    using IRMutator::visit;

    Expr visit(const Load* load) override {
        if (load->name != buffer_ || !place_of(load->index)) return IRMutator::visit(load);
        return Load::make(load->type, load->name, load->index, load->image, load->param,
                          const_true(load->type.lanes()), load->alignment);
    }
    Stmt visit(const Store* store) override {
        if (store->name != buffer_ || !place_of(store->index)) return IRMutator::visit(store);
        Expr value = mutate(store->value);
        if (keeps_ && !is_const_one(store->predicate))
            value =
                Select::make(mutate(store->predicate), value,
                             Load::make(value.type(), store->name, store->index, Halide::Buffer<>(),
                                        store->param, const_true(value.type().lanes()), store->alignment));
        return Store::make(store->name, value, store->index, store->param, const_true(value.type().lanes()),
                           store->alignment);
    }

    std::string buffer_;
    bool keeps_;
};

class WholeVectors : public IRMutator {
public:
    explicit WholeVectors(const Halide::Target& target) : target_(target) {}

private:
    const Halide::Target target_;

    using IRMutator::visit;

    Stmt visit(const Allocate* allocation) override {
        Accesses accesses(allocation->name);
        allocation->body.accept(&accesses);
        const bool constant = allocation->constant_allocation_size() > 0 && !allocation->new_expr.defined();
        if (!constant || !accesses.own || !accesses.masked || !accesses.whole)
            return IRMutator::visit(allocation);
        const std::int64_t elements =
            std::max<std::int64_t>(accesses.end, allocation->constant_allocation_size());
        const Stmt whole = Unmask(allocation->name, !accesses.beyond_unused).mutate(allocation->body);
        return Allocate::make(allocation->name, allocation->type, allocation->memory_type,
                              {static_cast<int>(elements)}, allocation->condition,
                              mutate(join_branches(whole, allocation->name, target_)));
    }
};

} // namespace

void store_whole_vectors(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new WholeVectors(target));
}

} // namespace autoconfig::lowering
