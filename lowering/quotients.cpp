// See quotients.h.
#include "lowering/quotients.h"

#include "lowering/let_scopes.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// Halide makes vectors of elements that are divided by so little phase by phase.
constexpr std::int64_t most_phases = 4;

class FirstQuotients : public LetVisitor {
public:
    explicit FirstQuotients(Choices choices) : choices_(std::move(choices)) {}

    std::optional<Equality> found;

private:
    struct Seen {
        Expr rest;
        std::int64_t divisor, constant;
    };
    Choices choices_;
    std::vector<Seen> seen_;

    void enter(const std::string& name, const Expr& value) override { choices_.enter(name, value); }
    void leave() override { choices_.leave(); }

    using LetVisitor::visit;
    void visit(const Div* quotient) override {
        const auto divisor = as_const_int(quotient->b);
        const bool small = divisor && *divisor > 1 && *divisor <= most_phases;
        const auto residue = small && !found ? choices_.of(quotient->a, *divisor) : std::nullopt;
        if (residue) {
            const bool beside = std::any_of(seen_.begin(), seen_.end(), [&](const Seen& other) {
                return other.divisor == *divisor && other.constant != residue->constant() &&
                       equal(other.rest, residue->rest());
            });
            if (beside) found = Equality{residue->rest(), 0, *divisor};
            seen_.push_back({residue->rest(), *divisor, residue->constant()});
        }
        IRVisitor::visit(quotient);
    }
};

class Divided : public LetMutator {
public:
    Divided(Decision decision, Choices choices)
        : decision_(std::move(decision)), choices_(std::move(choices)) {}

private:
    Decision decision_;
    Choices choices_;

    void enter(const std::string& name, const Expr& value) override { choices_.enter(name, value); }
    void leave() override { choices_.leave(); }

    template<typename Operation, typename Known>
    Expr known(const Operation* operation, const Known& known) {
        const auto divisor = as_const_int(operation->b);
        const auto residue = divisor && *divisor == decision_.equality.divisor
                                 ? choices_.of(operation->a, *divisor)
                                 : std::nullopt;
        const auto left = residue ? decision_.leaves(residue->rest(), *divisor) : std::nullopt;
        return left ? known(*residue, *left) : IRMutator::visit(operation);
    }

    using LetMutator::visit;
    Expr visit(const Div* quotient) override {
        return known(quotient, [](const Residue& residue, auto left) { return residue.quotient(left); });
    }
    Expr visit(const Mod* remainder) override {
        return known(remainder, [](const Residue& residue, auto left) { return residue.remainder(left); });
    }
};

} // namespace

std::optional<Equality> rest_in_common(const Stmt& stmt, const Choices& choices) {
    FirstQuotients first(choices);
    stmt.accept(&first);
    return first.found;
}

Stmt divided(const Stmt& stmt, const Decision& decision, const Choices& choices) {
    return Divided(decision, choices).mutate(stmt);
}

} // namespace autoconfig::lowering
