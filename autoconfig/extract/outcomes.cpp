// Collects the conditions of a definition's selects, and enumerates what they may come to.
#include "autoconfig/extract/outcomes.h"

#include <algorithm>
#include <set>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

constexpr std::int64_t most_places = 8, most_phases = 4;
constexpr std::size_t most_outcomes = 16;

/// `variable + offset`, or `(variable + offset) % modulus`; modulus 0 without a remainder.
struct Asked {
    std::string variable;
    std::int64_t offset = 0, modulus = 0;
};

template<typename Constant>
std::optional<std::int64_t> number_of(const Constant& constant) {
    return constant ? std::optional<std::int64_t>(*constant) : std::nullopt;
}

std::optional<Asked> asked(const Expr& index) {
    if (const Variable* variable = index.as<Variable>()) return Asked{variable->name, 0, 0};
    if (const Add* sum = index.as<Add>()) {
        auto inner = asked(sum->a);
        const auto offset = number_of(as_const_int(sum->b));
        if (!inner || inner->modulus || !offset) return std::nullopt;
        inner->offset += *offset;
        return inner;
    }
    if (const Mod* remainder = index.as<Mod>()) {
        auto inner = asked(remainder->a);
        const auto modulus = number_of(as_const_int(remainder->b));
        if (!inner || inner->modulus || !modulus || *modulus < 2 || *modulus > most_phases)
            return std::nullopt;
        inner->modulus = *modulus;
        return inner;
    }
    return std::nullopt;
}

struct Conditions : IRGraphVisitor {
    std::set<std::string> places;
    std::map<std::string, std::int64_t> moduli; // the largest

private:
    void note(const Expr& index) {
        const auto what = asked(index);
        if (!what) return;
        if (!what->modulus)
            places.insert(what->variable);
        else
            moduli[what->variable] = std::max(moduli[what->variable], what->modulus);
    }

    /// The equalities that it is made of by and, or, not.
    void note_all(const Expr& condition) {
        if (const EQ* equality = condition.as<EQ>()) {
            if (as_const_int(equality->b)) note(equality->a);
        } else if (const NE* difference = condition.as<NE>()) {
            if (as_const_int(difference->b)) note(difference->a);
        } else if (const Not* opposite = condition.as<Not>()) {
            note_all(opposite->a);
        } else if (const And* both = condition.as<And>()) {
            note_all(both->a);
            note_all(both->b);
        } else if (const Or* either = condition.as<Or>()) {
            note_all(either->a);
            note_all(either->b);
        }
    }

    using IRGraphVisitor::visit;
    void visit(const Select* select) override {
        note_all(select->condition);
        IRGraphVisitor::visit(select);
    }
    void visit(const Call* call) override {
        if (call->is_intrinsic(Call::mux)) note(call->args[0]);
        IRGraphVisitor::visit(call);
    }
};

/// Does what an outcome leaves of a value make a load?
class Makes : public IRGraphVisitor {
public:
    Makes(const Call* load, const Outcome& outcome) : load_(load), outcome_(outcome) {}
    bool found = false;

private:
    using IRGraphVisitor::visit;
    void visit(const Select* select) override {
        if (const Expr* taken = outcome_.taken(select))
            taken->accept(this);
        else
            IRGraphVisitor::visit(select);
    }
    void visit(const Call* call) override {
        found = found || (call->name == load_->name && equal(Expr(call), Expr(load_)));
        if (const Expr* taken = outcome_.taken(call))
            taken->accept(this);
        else
            IRGraphVisitor::visit(call);
    }

    const Call* load_;
    const Outcome& outcome_;
};

bool makes(const std::vector<Expr>& values, const Call* load, const Outcome& outcome) {
    Makes makes(load, outcome);
    for (const Expr& value : values) value.accept(&makes);
    return makes.found;
}

/// Each outcome once for each of what `next` makes of it.
template<typename Next>
std::vector<Outcome> crossed(const std::vector<Outcome>& outcomes, std::int64_t count, const Next& next) {
    std::vector<Outcome> result;
    for (const Outcome& outcome : outcomes)
        for (std::int64_t i = 0; i < count; ++i) {
            result.push_back(outcome);
            next(result.back(), i);
        }
    return result;
}

using Known = std::optional<bool>;

Known opposite(Known known) { return known ? Known(!*known) : known; }

/// `value` where one of them is known to be, its opposite where both are known not to be.
Known either_is(bool value, Known a, Known b) {
    if (a == Known(value) || b == Known(value)) return value;
    return a && b ? Known(!value) : std::nullopt;
}

} // namespace

std::optional<bool> Outcome::of(const Expr& condition) const {
    if (const NE* difference = condition.as<NE>()) return opposite(of(difference->a == difference->b));
    if (const Not* negated = condition.as<Not>()) return opposite(of(negated->a));
    if (const And* both = condition.as<And>()) return either_is(false, of(both->a), of(both->b));
    if (const Or* either = condition.as<Or>()) return either_is(true, of(either->a), of(either->b));
    const EQ* equality = condition.as<EQ>();
    const auto k = equality ? number_of(as_const_int(equality->b)) : std::nullopt;
    const auto what = k ? asked(equality->a) : std::nullopt;
    if (!what) return std::nullopt;
    const auto place = places.find(what->variable);
    if (place != places.end()) {
        const std::int64_t sum = place->second + what->offset;
        return (what->modulus ? (sum % what->modulus + what->modulus) % what->modulus : sum) == *k;
    }
    const auto phase = phases.find(what->variable);
    if (phase == phases.end() || !what->modulus || phase->second.modulus % what->modulus != 0)
        return std::nullopt;
    const std::int64_t sum = phase->second.remainder + what->offset;
    return (sum % what->modulus + what->modulus) % what->modulus == *k;
}

const Expr* Outcome::taken(const Select* select) const {
    const auto holds = of(select->condition);
    if (!holds) return nullptr;
    return *holds ? &select->true_value : &select->false_value;
}

const Expr* Outcome::taken(const Call* mux) const {
    if (!mux->is_intrinsic(Call::mux)) return nullptr;
    const std::size_t values = mux->args.size() - 1;
    for (std::size_t i = 0; i < values; ++i) {
        const auto holds = of(EQ::make(mux->args[0], make_const(mux->args[0].type(), static_cast<int>(i))));
        if (!holds) return nullptr;
        if (*holds) return &mux->args[1 + i];
    }
    return &mux->args[values];
}

std::vector<Outcome> outcomes(const Stage& stage, const std::vector<std::string>& loops,
                              const std::vector<std::int64_t>& extents) {
    Conditions conditions;
    for (const Expr& value : stage.values) value.accept(&conditions);
    std::vector<Outcome> result(1);
    for (std::size_t d = 0; d < loops.size(); ++d) {
        const std::string& loop = loops[d];
        const auto modulus = conditions.moduli.find(loop);
        if (d > 0 && extents[d] <= most_places && conditions.places.count(loop))
            result = crossed(result, extents[d], [&](Outcome& outcome, auto i) { outcome.places[loop] = i; });
        else if (modulus != conditions.moduli.end())
            result = crossed(result, modulus->second, [&](Outcome& outcome, auto i) {
                outcome.phases[loop] = {modulus->second, i};
            });
    }
    return result.size() <= most_outcomes ? result : std::vector<Outcome>(1);
}

double share_of(const Call* load, const Stage& stage, const std::vector<Outcome>& outcomes) {
    if (outcomes.size() <= 1) return 1;
    const auto made = std::count_if(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) {
        return makes(stage.values, load, outcome);
    });
    // What no value loads is loaded by a condition, or to know where to store.
    return made == 0 ? 1 : static_cast<double>(made) / static_cast<double>(outcomes.size());
}

Choice choice_among(const std::vector<Outcome>& outcomes, const std::vector<std::string>& loops) {
    const Outcome& any = outcomes.front();
    if (any.places.empty() || !any.phases.empty()) return {};
    Choice choice{0, static_cast<double>(outcomes.size())};
    for (std::size_t d = 0; d < loops.size(); ++d)
        if (any.places.count(loops[d]) > 0) choice.by |= only(d);
    return choice;
}

int phases_of(const std::string& loop, const std::vector<Outcome>& outcomes) {
    const auto found = outcomes.front().phases.find(loop);
    return found == outcomes.front().phases.end() ? 1 : static_cast<int>(found->second.modulus);
}

} // namespace autoconfig::extraction
