// A lowering pass over the selects and quotients of vectors in innermost loops and beside them.
#include "lowering/unswitch.h"

#include "autoconfig/halide_compat.h"
#include "lowering/choices.h"
#include "lowering/let_scopes.h"
#include "lowering/lets.h"
#include "lowering/quotients.h"

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
        const auto note = [&](const EQ& equality) {
            if (!found) found = choices_.of(equality);
            return std::optional<bool>();
        };
        if (!found) choices_.left_of(*select, note);
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
        const Expr left = choices_.left_of(*select, [&](const EQ& condition) {
            const auto equality = choices_.of(condition);
            return equality ? decision_.says(*equality) : std::nullopt;
        });
        if (is_const_one(left)) return mutate(select->true_value);
        if (is_const_zero(left)) return mutate(select->false_value);
        if (left.same_as(select->condition)) return IRMutator::visit(select);
        return mutate(Select::make(left, select->true_value, select->false_value));
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
        // Halide asks chains of equalities at once, and each of them once.
        if (!first.found) return copies == 1 ? from_multiples(stmt, choices) : stmt;
        copies++;
        const auto side = [&](bool holds) {
            const Decision decision{*first.found, holds};
            const Stmt chosen = Decided(decision, choices).mutate(stmt);
            return decided(divided(chosen, decision, choices), choices, copies);
        };
        const Stmt chosen = side(true);
        return IfThenElse::make(first.found->condition(), chosen, side(false));
    }

    /// Once more where it begins at a multiple of what its places are divided by: there they lie at known
    /// distances, and what they load in common is loaded once. Of a loop, whose iterations begin here and
    /// there, its body.
    Stmt from_multiples(const Stmt& stmt, const Choices& choices) const {
        if (const auto multiple = rest_in_common(stmt, choices))
            return IfThenElse::make(multiple->condition(), divided(stmt, {*multiple, true}, choices), stmt);
        const For* loop = stmt.as<For>();
        if (!loop) return stmt;
        const Stmt body = from_multiples(loop->body, Choices(lets_, ""));
        return body.same_as(loop->body) ? stmt : compat::loop_over(*loop, loop->min, loop->extent, body);
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
