// A lowering pass over the selects of vectors in innermost loops and beside them.
#include "lowering/unswitch.h"

#include "lowering/invariant.h"
#include "lowering/let_scopes.h"
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

/// Copies of a statement: mostly one for each channel or phase.
constexpr int most_copies = 24;

template<typename Operation>
std::optional<std::int64_t> constant_operand(const Operation* operation) {
    if (!operation) return std::nullopt;
    const auto constant = as_const_int(operation->b);
    return constant ? std::optional<std::int64_t>(*constant) : std::nullopt;
}

/// A sum of whole numbers without the terms that are multiples of the divisor, and its constant terms apart.
struct Phase {
    Expr rest;
    std::int64_t constant = 0;

    Phase(const Expr& sum, std::int64_t divisor) : rest(make_zero(sum.type())), divisor_(divisor) {
        add(sum);
    }

private:
    std::int64_t divisor_;

    void add(const Expr& sum) {
        if (const Add* both = sum.as<Add>()) {
            add(both->a);
            add(both->b);
            return;
        }
        if (const auto number = as_const_int(sum)) {
            constant += *number;
            return;
        }
        const auto factor = constant_operand(sum.as<Mul>());
        if (!factor || *factor % divisor_ != 0) rest = is_const_zero(rest) ? sum : rest + sum;
    }
};

/// a == k of whole numbers; of a remainder, k without what a adds to it.
struct Equality {
    Expr a;
    std::int64_t k = 0;
    std::int64_t divisor = 0; // of a remainder

    static std::optional<Equality> of(const Expr& condition) {
        const EQ* equality = condition.as<EQ>();
        const auto k = constant_operand(equality);
        if (!k || !equality->type.is_scalar() || !equality->a.type().is_int()) return std::nullopt;
        const Mod* remainder = equality->a.as<Mod>();
        const auto divisor = constant_operand(remainder);
        if (!divisor || *divisor <= 0 || *k < 0 || *k >= *divisor) return Equality{equality->a, *k, 0};
        const Phase phase(simplify(remainder->a), *divisor);
        return Equality{phase.rest, ((*k - phase.constant) % *divisor + *divisor) % *divisor, *divisor};
    }

    Expr condition() const {
        const Expr side = divisor ? a % make_const(a.type(), divisor) : a;
        return side == make_const(a.type(), k);
    }
};

struct Decision {
    Equality equality;
    bool holds;

    /// What it says of another condition, if it does.
    std::optional<bool> says(const Equality& other) const {
        if (other.divisor != equality.divisor || !equal(other.a, equality.a)) return std::nullopt;
        if (other.k == equality.k) return holds;
        if (holds) return false;
        return equality.divisor == 2 ? std::optional(true) : std::nullopt;
    }
};

/// The conditions of selects of vectors that are the same in all lanes, by names from outside of a loop.
class Choices {
public:
    Choices(const Lets& outside, std::string loop) : outside_(outside), inside_{{loop, Expr()}} {}

    void enter(const std::string& name, const Expr& value) { inside_.emplace_back(name, value); }
    void leave() { inside_.pop_back(); }

    /// Nothing where the loop changes it.
    std::optional<Equality> of(const Select& select) const {
        const Broadcast* same = select.condition.as<Broadcast>(); // in all lanes
        const Expr& decides = same ? same->value : select.condition;
        if (!select.type.is_vector() || !decides.type().is_scalar()) return std::nullopt;
        const EQ* condition = behind_name(decides).as<EQ>();
        if (!condition) return std::nullopt;
        const Expr spelled = EQ::make(behind_name(condition->a), condition->b);
        const auto equality = Equality::of(spelled_out(spelled, {inside_.begin() + 1, inside_.end()}));
        return equality && is_from_outside(equality->a) ? equality : std::nullopt;
    }

private:
    const Lets& outside_;
    Lets inside_; // the loop first

    Expr behind_name(const Expr& expr) const { return lowering::behind_name(expr, inside_, outside_); }

    bool is_from_outside(const Expr& expr) const {
        std::set<std::string> inside;
        for (const auto& let : inside_) inside.insert(let.first);
        return is_invariant(expr, inside);
    }
};

/// The first choice in a loop that the loop does not change.
class FirstChoice : public LetVisitor {
public:
    explicit FirstChoice(Choices choices) : choices_(std::move(choices)) {}
    std::optional<Equality> found;

private:
    Choices choices_;

    void enter(const std::string& name, const Expr& value) override { choices_.enter(name, value); }
    void leave() override { choices_.leave(); }

    using LetVisitor::visit;
    void visit(const Select* select) override {
        if (!found) found = choices_.of(*select);
        if (!found) IRVisitor::visit(select);
    }
};

/// Takes the sides that a decision says.
class Decided : public LetMutator {
public:
    Decided(Decision decision, Choices choices)
        : decision_(std::move(decision)), choices_(std::move(choices)) {}

private:
    Decision decision_;
    Choices choices_;

    void enter(const std::string& name, const Expr& value) override { choices_.enter(name, value); }
    void leave() override { choices_.leave(); }

    using LetMutator::visit;
    Expr visit(const Select* select) override {
        const auto equality = choices_.of(*select);
        const auto side = equality ? decision_.says(*equality) : std::nullopt;
        if (!side) return IRMutator::visit(select);
        return mutate(*side ? select->true_value : select->false_value);
    }
};

/// mux() of one index for all lanes, as selects.
class MuxesAsSelects : public LetMutator {
public:
    explicit MuxesAsSelects(const Lets& outside) : outside_(outside) {}

private:
    const Lets& outside_;
    Lets inside_;

    void enter(const std::string& name, const Expr& value) override { inside_.emplace_back(name, value); }
    void leave() override { inside_.pop_back(); }

    using LetMutator::visit;
    Expr visit(const Call* call) override {
        Expr result = IRMutator::visit(call);
        const Call* mux = result.as<Call>();
        if (!mux || !mux->is_intrinsic(Call::mux) || !mux->type.is_vector()) return result;
        const Expr spelled = behind_name(mux->args[0], inside_, outside_);
        const Broadcast* index = spelled.as<Broadcast>();
        if (!index || !index->value.type().is_scalar()) return result;
        Expr chosen = mux->args.back();
        for (std::size_t i = mux->args.size() - 2; i > 0; --i)
            chosen = Select::make(
                Broadcast::make(index->value == make_const(index->value.type(), static_cast<int>(i) - 1),
                                mux->type.lanes()),
                mux->args[i], chosen);
        return chosen;
    }
};

/// Which statements are not decided whole: those with loops in them, or that free what was allocated before
/// them. Found once for all of those in one.
class InParts : public IRMutator {
public:
    explicit InParts(const Stmt& all) { mutate(all); }
    bool is_in_parts(const Stmt& stmt) const { return found_.count(stmt.get()) > 0; }

private:
    std::set<const IRNode*> found_;
    // Seen since the statement at hand began.
    bool loop_ = false;
    std::set<std::string> freed_;

    using IRMutator::visit;
    Stmt visit(const For* loop) override {
        mutate(loop->body);
        loop_ = true;
        return loop;
    }
    Stmt visit(const Allocate* array) override {
        mutate(array->body);
        freed_.erase(array->name);
        return array;
    }
    Stmt visit(const Free* end) override {
        freed_.insert(end->name);
        return end;
    }
    Expr mutate(const Expr& expr) override { return expr; }
    Stmt mutate(const Stmt& stmt) override {
        if (!stmt.defined()) return stmt;
        const bool loop_before = std::exchange(loop_, false);
        std::set<std::string> freed_before = std::exchange(freed_, {});
        IRMutator::mutate(stmt);
        if (loop_ || !freed_.empty()) found_.insert(stmt.get());
        loop_ = loop_ || loop_before;
        freed_.merge(freed_before);
        return stmt;
    }
};

/// Decides innermost loops, and statements beside loops: the vectors that end rows.
class Unswitched : public WithLets<IRMutator> {
    std::optional<InParts> parts_; // of the function at hand

    Stmt decided(const Stmt& stmt, const Choices& choices, int& copies) const {
        FirstChoice first(choices);
        if (copies < most_copies) stmt.accept(&first);
        if (!first.found) return stmt;
        copies++;
        const auto side = [&](bool holds) {
            return decided(Decided({*first.found, holds}, choices).mutate(stmt), choices, copies);
        };
        const Stmt chosen = side(true);
        return IfThenElse::make(first.found->condition(), chosen, side(false));
    }

    /// `loop`: its variable, if it is one.
    Stmt decided(const Stmt& stmt, const std::string& loop) const {
        const Stmt inner = MuxesAsSelects(lets_).mutate(stmt);
        int copies = 1;
        const Stmt outside = decided(inner, Choices(lets_, loop), copies);
        return outside.same_as(inner) ? stmt : outside;
    }

    Stmt outermost(const Stmt& stmt) {
        parts_.emplace(stmt);
        Stmt result = mutate(stmt);
        parts_.reset();
        return result;
    }

    using WithLets::visit;
    Stmt visit(const For* loop) override {
        if (parts_->is_in_parts(loop->body)) return IRMutator::visit(loop);
        return loop->for_type == ForType::Serial ? decided(loop, loop->name) : loop;
    }

public:
    using IRMutator::mutate;
    Stmt mutate(const Stmt& stmt) override {
        if (!stmt.defined()) return stmt;
        if (!parts_) return outermost(stmt);
        return parts_->is_in_parts(stmt) ? IRMutator::mutate(stmt) : decided(stmt, "");
    }
};

} // namespace

void unswitch_loops(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new Unswitched);
}

} // namespace autoconfig::lowering
