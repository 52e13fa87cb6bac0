// A lowering pass over allocations whose elements stay in registers.
#include "lowering/sums_in_phases.h"

#include "lowering/lets.h"
#include "lowering/phase.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// The most vectors that something in an expression is interleaved of; 1 where nothing is.
int phases_in(const Expr& value) {
    struct Interleaved : IRGraphVisitor {
        int phases = 1;

        using IRGraphVisitor::visit;
        void visit(const Shuffle* shuffle) override {
            if (shuffle->is_interleave())
                phases = std::max(phases, static_cast<int>(shuffle->vectors.size()));
            IRGraphVisitor::visit(shuffle);
        }
    } interleaved;
    value.accept(&interleaved);
    return interleaved.phases;
}

/// Vectors of an allocation, all of `lanes` lanes, that hold each phase by itself, one after the other.
struct Apart {
    std::string name;
    int lanes = 0, phases = 1;

    /// A whole vector?
    bool holds(const Expr& index) const {
        const Ramp* row = index.as<Ramp>();
        const auto first = as_const_int(row ? row->base : Expr());
        return first && *first % lanes == 0 && is_const_one(row->stride) && row->lanes == lanes;
    }
    /// Or which phase of one, if not -1?
    int phase_at(const Expr& index) const {
        const Ramp* row = index.as<Ramp>();
        const auto first = as_const_int(row ? row->base : Expr());
        const bool strided = first && phases > 1 && is_const(row->stride, phases) && row->lanes == each();
        return strided && *first % lanes < phases ? static_cast<int>(*first % lanes) : -1;
    }
    Expr places(const Expr& index, int phase) const {
        const std::int64_t first = *as_const_int(index.as<Ramp>()->base);
        return Ramp::make(make_const(Halide::Int(32), first - first % lanes + phase * each()), 1, each());
    }
    Expr loaded(const Load& load, int phase) const {
        return Load::make(load.type.with_lanes(each()), name, places(load.index, phase), load.image,
                          load.param, const_true(each()), ModulusRemainder());
    }

private:
    int each() const { return lanes / phases; }
};

/// Loads of its phases from where these are, and of whole vectors interleaved.
class FromApart : public IRGraphMutator {
public:
    explicit FromApart(const Apart& apart) : apart_(apart) {}

private:
    const Apart& apart_;

    using IRGraphMutator::visit;
    Expr visit(const Load* load) override {
        if (load->name != apart_.name) return IRGraphMutator::visit(load);
        const int phase = apart_.phase_at(load->index);
        if (phase >= 0) return apart_.loaded(*load, phase);
        std::vector<Expr> phases;
        for (int i = 0; i < apart_.phases; ++i) phases.push_back(apart_.loaded(*load, i));
        return Shuffle::make_interleave(phases);
    }
};

class PhaseOfSum : public PhaseOfLanes {
public:
    PhaseOfSum(int phase, const Apart& apart) : PhaseOfLanes(phase, apart.phases), apart_(apart) {}

private:
    const Apart& apart_;

    using PhaseOfLanes::visit;
    Expr visit(const Load* load) override {
        const bool whole = load->name == apart_.name && apart_.holds(load->index);
        return whole ? apart_.loaded(*load, first_) : PhaseOfLanes::visit(load);
    }
    Expr visit(const Shuffle* shuffle) override {
        return FromApart(apart_).mutate(PhaseOfLanes::visit(shuffle));
    }
};

/// One for each phase, where all of the value is known phase by phase.
std::optional<std::vector<Expr>> in_phases(const Expr& value, const Lets& lets, const Apart& apart) {
    const Expr spelled = spelled_out(value, of_vectors(lets));
    std::vector<Expr> phases;
    for (int i = 0; i < apart.phases; ++i) {
        PhaseOfSum phase(i, apart);
        phases.push_back(phase.mutate(spelled));
        if (!phase.known()) return std::nullopt;
    }
    return phases;
}

/// How the elements of an allocation are stored and loaded.
class AccessesInPhases : public WithLets<IRVisitor> {
public:
    explicit AccessesInPhases(const std::string& name) { apart_.name = name; }

    /// Nothing where not all of them are whole vectors, or phases of these, at constant places.
    std::optional<Apart> apart() const {
        const bool parts =
            known_ && apart_.phases > 1 && apart_.lanes % apart_.phases == 0 && apart_.lanes > apart_.phases;
        const auto fits = [&](const Expr& index) {
            return apart_.holds(index) || apart_.phase_at(index) >= 0;
        };
        return parts && std::all_of(loaded_.begin(), loaded_.end(), fits) &&
                       std::all_of(stored_.begin(), stored_.end(),
                                   [&](const Expr& i) { return apart_.holds(i); })
                   ? std::optional<Apart>(apart_)
                   : std::nullopt;
    }

private:
    Apart apart_;
    std::vector<Expr> loaded_, stored_; // places
    bool known_ = true;

    using WithLets::visit;
    void visit(const Load* load) override {
        if (load->name == apart_.name) {
            loaded_.push_back(load->index);
            known_ = known_ && is_const_one(load->predicate);
        }
        WithLets::visit(load);
    }
    void visit(const Store* store) override {
        if (store->name == apart_.name) {
            stored_.push_back(store->index);
            known_ = known_ && is_const_one(store->predicate);
            apart_.lanes = store->index.type().lanes();
            apart_.phases = std::max(apart_.phases, phases_in(spelled_out(store->value, of_vectors(lets_))));
        }
        WithLets::visit(store);
    }
    void visit(const Variable* variable) override { // a pointer to it, handed on
        known_ = known_ && variable->name != apart_.name && variable->name != apart_.name + ".buffer";
    }
};

/// Stores to the allocation, phase by phase, and loads of it, interleaved: after the last operation where
/// what reads it is known phase by phase, too.
class InPhases : public WithLets<IRMutator> {
public:
    explicit InPhases(const Apart& apart) : apart_(apart) {}
    bool known = true; // all that is stored there is

private:
    const Apart& apart_;

    using WithLets::visit;
    Expr visit(const Load* load) override {
        return load->name == apart_.name ? FromApart(apart_).mutate(load) : WithLets::visit(load);
    }
    Stmt visit(const Store* store) override {
        const auto phases = in_phases(store->value, lets_, apart_);
        if (store->name == apart_.name) {
            known = known && phases;
            return phases ? stored(*store, *phases) : Stmt(store);
        }
        const bool reads =
            store->value.type().lanes() == apart_.lanes && phases && is_const_one(store->predicate);
        if (!reads || !loads_it(store->value)) return WithLets::visit(store);
        return Store::make(store->name, Shuffle::make_interleave(*phases), store->index, store->param,
                           store->predicate, store->alignment);
    }

    bool loads_it(const Expr& value) const {
        struct Reads : IRGraphVisitor {
            const Apart* apart = nullptr;
            bool found = false;

            using IRGraphVisitor::visit;
            void visit(const Load* load) override {
                found = found || load->name == apart->name;
                IRGraphVisitor::visit(load);
            }
        } reads;
        reads.apart = &apart_;
        spelled_out(value, of_vectors(lets_)).accept(&reads);
        return reads.found;
    }

    /// Each phase is made of nothing else of the same vector.
    Stmt stored(const Store& store, const std::vector<Expr>& phases) const {
        std::vector<Stmt> stores;
        for (int i = 0; i < apart_.phases; ++i)
            stores.push_back(Store::make(store.name, phases[static_cast<std::size_t>(i)],
                                         apart_.places(store.index, i), store.param,
                                         const_true(apart_.lanes / apart_.phases), ModulusRemainder()));
        return Block::make(stores);
    }
};

class SumsInPhases : public WithLets<IRMutator> {
    using WithLets::visit;
    Stmt visit(const Allocate* allocation) override {
        AccessesInPhases accesses(allocation->name);
        allocation->body.accept(&accesses);
        const std::optional<Apart> apart = accesses.apart();
        if (!apart) return WithLets::visit(allocation);
        InPhases in_phases(*apart);
        const Stmt body = in_phases.mutate(allocation->body);
        if (!in_phases.known) return WithLets::visit(allocation);
        return Allocate::make(allocation->name, allocation->type, allocation->memory_type,
                              allocation->extents, allocation->condition, mutate(body), allocation->new_expr,
                              allocation->free_function);
    }
};

} // namespace

void add_up_phases_apart(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new SumsInPhases);
}

} // namespace autoconfig::lowering
