// A lowering pass over allocations outside of all loops.
#include "lowering/pooled_storage.h"

#include "autoconfig/allocation_limits.h"
#include "lowering/heap.h"
#include "lowering/invariant.h"
#include "lowering/lets.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// Vectors that reach past the end, and rows of several buffers that would fall on the same sets of a cache.
constexpr std::uint64_t apart = 384;
constexpr std::uint64_t alignment = 128; // as halide_malloc's, or a multiple

/// What malloc has at the end of them (M_TOP_PAD) and around each, with some to spare.
constexpr std::uint64_t around_blocks = 192 * kibibyte;

/// A value with the lets that it needs; none where one of these depends on memory or other code.
std::optional<Expr> before(Expr value, const Lets& lets) {
    for (auto let = lets.rbegin(); let != lets.rend(); ++let)
        if (expr_uses_var(value, let->first)) value = Let::make(let->first, let->second, value);
    return is_invariant(value, {}) ? std::optional(value) : std::nullopt;
}

Expr size_of(const Allocate& array) {
    return (bytes_of(array) + bytes(apart + alignment - 1)) / bytes(alignment) * bytes(alignment);
}

/// Places of buffers in the pool, found by going through what comes after its beginning.
class Places : public WithLets<IRVisitor> {
public:
    struct Place {
        std::vector<Expr> sizes; // of those that it is for, one after the other
        double estimate = 0;
        bool taken = false;
    };

    explicit Places(const std::map<std::string, double>& estimates) : estimates_(estimates) {}

    std::vector<Place> places;
    std::map<const Allocate*, std::size_t> place_of;

private:
    const std::map<std::string, double>& estimates_;
    std::map<std::string, std::size_t> held_; // the places that buffers have now

    /// The smallest free one that is large enough, or the largest, or another.
    std::size_t place_for(double estimate) {
        std::size_t best = places.size();
        for (std::size_t p = 0; p < places.size(); ++p) {
            if (places[p].taken) continue;
            if (best == places.size()) best = p;
            const double has = places[p].estimate, had = places[best].estimate;
            if (had < estimate ? has > had : has >= estimate && has < had) best = p;
        }
        if (best == places.size()) places.emplace_back();
        return best;
    }

    double estimate_of(const std::string& buffer) const {
        const auto known = estimates_.find(buffer.substr(0, buffer.find('.')));
        return known == estimates_.end() ? 0 : known->second;
    }

    void release(const std::string& buffer) {
        const auto held = held_.find(buffer);
        if (held == held_.end()) return;
        places[held->second].taken = false;
        held_.erase(held);
    }

    using WithLets::visit;
    void visit(const Allocate* array) override {
        if (const auto size = is_on_heap(*array) ? before(size_of(*array), lets_) : std::nullopt) {
            const double estimate = estimate_of(array->name);
            const std::size_t p = place_for(estimate);
            places[p].sizes.push_back(*size);
            places[p].estimate = std::max(places[p].estimate, estimate);
            places[p].taken = true;
            place_of[array] = held_[array->name] = p;
        }
        array->body.accept(this);
        release(array->name);
    }
    void visit(const Free* end) override { release(end->name); }
    // What is allocated there is there for a part of the time only, or for one of many.
    void visit(const For*) override {}
    void visit(const IfThenElse*) override {}
    void visit(const Fork*) override {}
    void visit(const Acquire*) override {}
};

/// Bytes that are there at a time of what has no place in the pool: what each step of a loop allocates anew,
/// as far as sizes are known.
class Beside : public IRVisitor {
public:
    explicit Beside(const Places& places) : places_(places) {}

    std::uint64_t most = 0;

private:
    const Places& places_;
    std::uint64_t now_ = 0;

    using IRVisitor::visit;
    void visit(const Allocate* array) override {
        const bool counts = is_on_heap(*array) && places_.place_of.count(array) == 0;
        const std::uint64_t size =
            counts ? std::uint64_t(array->constant_allocation_size()) * array->type.bytes() : 0;
        now_ += size;
        most = std::max(most, now_);
        IRVisitor::visit(array);
        now_ -= size;
    }
};

/// The same statement with its buffers in one block, which has at least so many bytes as are beside it.
class Pool : public IRMutator {
public:
    Pool(Places places, std::uint64_t beside)
        : places_(std::move(places)), beside_(beside), name_(unique_name("pool")) {}

    Stmt around(const Stmt& stmt) {
        Expr total = bytes(0), end = bytes(0);
        Lets ends;
        for (std::size_t p = 0; p < places_.places.size(); ++p) {
            const std::vector<Expr>& sizes = places_.places[p].sizes;
            Expr largest = sizes.front();
            for (std::size_t i = 1; i < sizes.size(); ++i) largest = Halide::max(largest, sizes[i]);
            ends.emplace_back(end_name(p), end + largest);
            end = Variable::make(Halide::UInt(64), end_name(p));
            total = Halide::select(has_room(p), end, total);
        }
        const std::uint64_t least = beside_ == 0 ? 0 : beside_ + around_blocks;
        total = Halide::max(total, bytes(std::min<std::uint64_t>(least, most_pooled_bytes)));
        Stmt pooled = Allocate::make(name_, Halide::UInt(8), Halide::MemoryType::Heap,
                                     {Halide::cast<int>(total)}, const_true(), mutate(stmt));
        for (auto let = ends.rbegin(); let != ends.rend(); ++let)
            pooled = LetStmt::make(let->first, let->second, pooled);
        return pooled;
    }

private:
    Places places_;
    std::uint64_t beside_;
    std::string name_;
    std::map<std::string, std::string> own_; // of buffers in the pool: what they have where it has no room

    std::string end_name(std::size_t place) const { return name_ + ".end" + std::to_string(place); }
    Expr has_room(std::size_t place) const {
        return Variable::make(Halide::UInt(64), end_name(place)) <= bytes(most_pooled_bytes);
    }

    using IRMutator::visit;
    Stmt visit(const Allocate* array) override {
        const auto found = places_.place_of.find(array);
        if (found == places_.place_of.end()) return IRMutator::visit(array);
        const std::size_t place = found->second;
        const std::string own = own_[array->name] = array->name + ".own";
        const Expr begin = place == 0 ? bytes(0) : Variable::make(Halide::UInt(64), end_name(place - 1));
        const Expr where = Halide::select(has_room(place), address_of(name_) + begin, address_of(own));
        const Stmt body =
            LetStmt::make(array->name, Halide::reinterpret(Halide::Handle(), where), mutate(array->body));
        own_.erase(array->name);
        return Allocate::make(own, array->type, array->memory_type, array->extents,
                              array->condition && !has_room(place), body);
    }
    Stmt visit(const Free* end) override {
        const auto own = own_.find(end->name);
        return own == own_.end() ? Stmt(end) : Free::make(own->second);
    }
    Stmt visit(const For* loop) override { return loop; }
};

class PoolStorage : public OutsideLoops {
public:
    explicit PoolStorage(const std::vector<Storage>& storage) {
        for (const Storage& one : storage) {
            double& most = estimates_[one.func];
            most = std::max(most, one.bytes);
        }
    }

private:
    std::map<std::string, double> estimates_;

    using OutsideLoops::visit;
    Stmt visit(const Allocate* array) override {
        if (!is_on_heap(*array)) return OutsideLoops::visit(array);
        Places places(estimates_);
        array->accept(&places);
        Beside beside(places);
        array->accept(&beside);
        const std::size_t pooled = places.place_of.size();
        const bool is_small = pooled == 1 && double(beside.most) > places.places.front().estimate;
        if (pooled < 2 && !is_small) return OutsideLoops::visit(array);
        return Pool(std::move(places), beside.most).around(array);
    }
};

} // namespace

void pool_storage(Halide::Pipeline& pipeline, const Halide::Target& target,
                  const std::vector<Storage>& storage) {
    if (has_heap_of_linux(target)) pipeline.add_custom_lowering_pass(new PoolStorage(storage));
}

} // namespace autoconfig::lowering
