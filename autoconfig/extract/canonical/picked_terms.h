// An update that a condition on data (RDom::where) leaves out at places becomes one that leaves its element
// as it is there, so that vectors need no branch in each lane. The schedules that the plugin writes hold this
// text: it stands alone, also within a function.
#include <Halide.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

struct PickedTerms {
    using Expr = ::Halide::Expr;
    using Definition = ::Halide::Internal::Definition;

    /// Adds what changes nothing where the term is not picked. Empty where the update combines its element
    /// with a term by no operator that Halide knows to be associative, or in floats of 16 bits: what Halide
    /// takes for the least of these is not that.
    static std::vector<Expr> with_neutral_terms(const std::string& func, const Definition& definition,
                                                const Expr& picked) {
        const ::Halide::Internal::AssociativeOp found =
            ::Halide::Internal::prove_associativity(func, definition.args(), definition.values());
        if (!found.associative()) return {};
        std::map<std::string, Expr> operands;
        for (std::size_t i = 0; i < found.size(); i++) {
            const ::Halide::Type type = definition.values()[i].type();
            const bool has_least = type.is_int() || type.is_uint() || type.bits() > 16;
            if (!has_least || found.xs[i].var.empty() || found.ys[i].var.empty()) return {};
            operands[found.xs[i].var] = found.xs[i].expr;
            operands[found.ys[i].var] =
                ::Halide::select(picked, found.ys[i].expr, found.pattern.identities[i]);
        }
        std::vector<Expr> values;
        for (const Expr& combined : found.pattern.ops)
            values.push_back(::Halide::Internal::substitute(operands, combined));
        return values;
    }

    /// The update's reduced loops belong to a domain of which no more than `condition` is asked.
    static void restrict_to(Definition& definition, const Expr& condition) {
        const auto& rvars = definition.schedule().rvars();
        ::Halide::Internal::ReductionDomain domain(rvars);
        std::map<std::string, Expr> loops;
        for (const ::Halide::Internal::ReductionVariable& rvar : rvars)
            loops[rvar.var] = ::Halide::Internal::Variable::make(::Halide::Int(32), rvar.var, domain);
        for (Expr& value : definition.values()) value = ::Halide::Internal::substitute(loops, value);
        definition.predicate() = condition;
        if (!::Halide::Internal::is_const_one(condition))
            domain.where(::Halide::Internal::substitute(loops, condition));
    }

    /// So many conditions of an update of its own element, by their places among all that are to hold, choose
    /// values from now on. `exact`: nothing is added to an element that is left out, not even 0.
    static void apply(const ::Halide::Func& func, int update, const std::vector<std::size_t>& conditions,
                      bool exact) {
        ::Halide::Internal::Function function = func.function();
        Definition& definition = function.update(update);
        const std::vector<Expr> all = definition.split_predicate();
        Expr picked = ::Halide::Internal::const_true(), stays = picked;
        for (std::size_t i = 0; i < all.size(); i++) {
            const bool moved = std::find(conditions.begin(), conditions.end(), i) != conditions.end();
            Expr& both = moved ? picked : stays;
            both = ::Halide::Internal::is_const_one(both) ? all[i] : both && all[i];
        }
        std::vector<Expr> values;
        if (!exact) values = with_neutral_terms(func.name(), definition, picked);
        for (std::size_t i = values.size(); i < definition.values().size(); i++) {
            const Expr own = ::Halide::Internal::Call::make(function, definition.args(), static_cast<int>(i));
            values.push_back(::Halide::select(picked, definition.values()[i], own));
        }
        definition.values() = values;
        restrict_to(definition, stays);
    }
};
