// A lowering pass over innermost loops that store to an array and load from it.
#include "lowering/carried_values.h"

#include "lowering/indices.h"
#include "lowering/innermost_loops.h"
#include "lowering/invariant.h"
#include "lowering/kept_vector.h"
#include "lowering/let_scopes.h"
#include "lowering/lets.h"
#include "lowering/terms.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// A load that every step of a loop comes to.
struct Loaded {
    const Load* load;
    Expr index; // by the loop and what is defined outside of it
};

/// A store that every step of a loop comes to.
struct Stored {
    const Store* store;
    Expr first;               // of its elements, as above
    std::size_t loads_before; // so many does a step come to before it

    int lanes() const { return store->index.type().lanes(); }
};

/// What one step stores and the next one loads.
struct Carried {
    const Store* store;
    std::vector<const Load*> loads;
    Expr before; // what the first step loads
    KeptVector kept;
};

/// Whether elements that lie a sum of terms apart are others, as a condition on single terms: where one is
/// at least so large, as strides are.
class Apart {
public:
    /// Whether so many elements do not meet so many others `distance` behind the first of them; false where
    /// no single term says so.
    bool require(const Terms& distance, int elements, int others, const std::set<std::string>& inside) {
        const std::int64_t constant = distance.constant;
        if (distance.factors.empty()) return constant >= elements || constant <= -others;
        const auto& [term, factor] = *distance.factors.begin();
        if (distance.factors.size() > 1 || !is_invariant(term, inside)) return false;
        std::int64_t& least = least_.emplace(term, 1).first->second;
        least = std::max(least, factor > 0 ? elements - constant : others + constant);
        return true;
    }

    Expr condition() const {
        Expr all = const_true();
        for (const auto& [term, least] : least_) all = all && term >= static_cast<int>(least);
        return all;
    }

private:
    std::map<Expr, std::int64_t, IRDeepCompare> least_;
};

/// What a step stores and loads, in its order, and the arrays that it stores to in another way.
class Step : public LetVisitor {
public:
    explicit Step(const For& loop) { loop.body.accept(this); }

    std::vector<Loaded> loads;
    std::vector<Stored> stores;
    std::set<std::string> others;
    bool is_plain = true; // only stores change memory, and no load or store stands for two places

private:
    Lets lets_;
    bool always_ = true;
    std::map<const IRNode*, Expr> seen_; // with their indices

    /// Whether it is a new one: one that stands for the same place twice may be seen again.
    bool is_new(const IRNode* node, const Expr& index) {
        const auto [known, added] = seen_.emplace(node, index);
        is_plain =
            is_plain && (added || (node->node_type == IRNodeType::Load && equal(known->second, index)));
        return added;
    }

    void enter(const std::string& name, const Expr& value) override { lets_.emplace_back(name, value); }
    void leave() override { lets_.pop_back(); }

    using LetVisitor::visit;
    void visit(const IfThenElse* branch) override { visit_sometimes(branch); }
    void visit(const Call* call) override {
        is_plain = is_plain && call->is_pure();
        visit_sometimes(call);
    }
    template<typename T>
    void visit_sometimes(const T* node) {
        const bool before = std::exchange(always_, false);
        IRVisitor::visit(node);
        always_ = before;
    }
    void visit(const Atomic*) override { is_plain = false; }
    void visit(const Acquire*) override { is_plain = false; }
    void visit(const Fork*) override { is_plain = false; }
    void visit(const Allocate* array) override {
        others.insert(array->name);
        IRVisitor::visit(array);
    }
    void visit(const Load* load) override {
        IRVisitor::visit(load);
        const Expr index = spelled_out(load->index, lets_);
        if (is_new(load, index) && always_ && is_const_one(load->predicate)) loads.push_back({load, index});
    }
    void visit(const Store* store) override {
        IRVisitor::visit(store);
        const Expr index = spelled_out(store->index, lets_);
        const Expr first = first_of_row(index);
        if (is_new(store, index) && always_ && first.defined() && is_const_one(store->predicate))
            stores.push_back({store, first, loads.size()});
        else
            others.insert(store->name);
    }
};

class Carrying {
public:
    /// `outside`: what is defined around the loop.
    Carrying(const For& loop, const Lets& outside)
        : loop_(loop), outside_(outside), step_(loop), inside_(names_defined_in(Stmt(&loop))) {
        if (!step_.is_plain) return;
        for (const Stored& stored : step_.stores)
            if (step_.others.count(stored.store->name) == 0) carry(stored);
    }

    std::vector<Carried> all;
    Apart apart; // where nothing else is stored to what is carried

private:
    const For& loop_;
    const Lets& outside_;
    Step step_;
    std::set<std::string> inside_;

    Terms in_next_step(const Expr& index) const {
        return Terms(substitute(loop_.name, Variable::make(Halide::Int(32), loop_.name) + 1, index));
    }

    void carry(const Stored& stored) {
        std::vector<const Load*> loads;
        Expr first;
        for (std::size_t i = 0; i < stored.loads_before; ++i) {
            if (!loads_what_was_stored(step_.loads[i], stored)) continue;
            loads.push_back(step_.loads[i].load);
            first = simplify(substitute(loop_.name, loop_.min, step_.loads[i].index));
        }
        Apart with = apart;
        if (loads.empty() || !apart_from_others(stored, with)) return;
        apart = std::move(with);
        const Load& load = *loads.back();
        const Expr before = Load::make(load.type, load.name, first, load.image, load.param, load.predicate,
                                       ModulusRemainder());
        const KeptVector kept{unique_name(load.name + ".carried"), load.type};
        all.push_back({stored.store, std::move(loads), before, kept});
    }

    /// Where it was stored one step ago, and not in all steps before, as a sum in its place is.
    bool loads_what_was_stored(const Loaded& loaded, const Stored& stored) const {
        const Load& load = *loaded.load;
        const Expr first = first_of_row(loaded.index);
        if (load.name != stored.store->name || load.type != stored.store->value.type() || !first.defined())
            return false;
        const Terms next = in_next_step(first);
        return is_zero(next.minus(Terms(stored.first))) && !is_zero(next.minus(Terms(first)));
    }

    bool is_zero(const Terms& terms) const {
        const Terms spelled = terms.spelled_out(outside_, 0);
        return spelled.factors.empty() && spelled.constant == 0;
    }

    /// Until a store's elements are loaded in the next step no other store writes to one of them.
    bool apart_from_others(const Stored& stored, Apart& where) const {
        bool later = false;
        for (const Stored& other : step_.stores) {
            later = later || other.store == stored.store;
            if (other.store == stored.store || other.store->name != stored.store->name) continue;
            const Terms first = later ? Terms(other.first) : in_next_step(other.first);
            const Terms distance = first.minus(Terms(stored.first)).spelled_out(outside_, 1);
            if (!where.require(distance, stored.lanes(), other.lanes(), inside_)) return false;
        }
        return true;
    }
};

/// Takes values from registers, and keeps in them what is stored.
class InRegisters : public IRMutator {
public:
    explicit InRegisters(const std::vector<Carried>& all) : all_(all) {}

private:
    const std::vector<Carried>& all_;

    using IRMutator::visit;
    Expr visit(const Load* load) override {
        for (const Carried& one : all_)
            if (std::count(one.loads.begin(), one.loads.end(), load) > 0) return one.kept.value();
        return IRMutator::visit(load);
    }
    Stmt visit(const Store* store) override {
        for (const Carried& one : all_) {
            if (one.store != store) continue;
            const std::string name = unique_name(store->name + ".stored");
            const Expr value = Variable::make(store->value.type(), name);
            return LetStmt::make(name, mutate(store->value),
                                 Block::make(Store::make(store->name, value, mutate(store->index),
                                                         store->param, store->predicate, store->alignment),
                                             one.kept.keep(value)));
        }
        return IRMutator::visit(store);
    }
};

class CarriedValues : public WithLets<InnermostLoops> {
    Stmt rewritten(const Stmt& stmt) override {
        const For& loop = *stmt.as<For>();
        const Carrying carrying(loop, lets_);
        if (carrying.all.empty()) return stmt;
        Stmt result = InRegisters(carrying.all).mutate(stmt);
        for (const Carried& one : carrying.all) result = one.kept.around(result, one.before);
        const Expr apart = simplify(loop.extent > 0 && carrying.apart.condition());
        return is_const_one(apart) ? result : IfThenElse::make(apart, result, stmt);
    }
};

} // namespace

void carry_values(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new CarriedValues);
}

} // namespace autoconfig::lowering
