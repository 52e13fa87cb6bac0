// A sum of several products, as a(k, y) * b(x, k) - c(k, y) * d(x, k), becomes a sum of one over one reduced
// loop more: each operand is a Func of the loops that lead to its factors and of that loop, which says whose
// factors. So does each value of a Tuple, for itself. The schedules that the plugin writes hold this text: it
// stands alone, also within a function.
#include <Halide.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

struct SummedProducts {
    using Expr = ::Halide::Expr;
    using Function = ::Halide::Internal::Function;
    using Loops = std::vector<std::string>;

    /// Factors, and the sign of their product.
    struct Term {
        std::vector<Expr> factors;
        bool negative = false;
    };

    /// What an update adds to a value; none where it does anything else.
    static std::vector<Term> terms_of(const Function& function, std::size_t value, int update = 0) {
        std::vector<Term> terms;
        int own = 0;
        const Expr all = ::Halide::Internal::substitute_in_all_lets(function.update(update).values()[value]);
        split_terms(all, false, function, static_cast<int>(value), terms, own);
        return own == 1 && terms.size() <= most ? terms : std::vector<Term>();
    }

    /// Each value of `func` becomes a copy of a new Func's, with update 0 alone. The one operand has the
    /// factors that dimension 0 leads to, by the loops `columns`, the other one the rest, by `rows`;
    /// dimensions are in the order of these. The names of the new Funcs that have updates.
    static std::vector<std::string> apply(const ::Halide::Func& func, const Loops& columns,
                                          const Loops& rows) {
        SummedProducts rewrite(func.function(), columns, rows);
        std::vector<Expr>& values = rewrite.function.definition().values();
        std::vector<std::string> made;
        for (std::size_t i = 0; i < values.size(); i++) {
            const Function part = rewrite.part_of(i);
            values[i] = ::Halide::Internal::Call::make(part, rewrite.function.definition().args(), 0);
            made.push_back(part.name());
        }
        using Definitions = std::vector<::Halide::Internal::Definition>;
        const_cast<Definitions&>(rewrite.function.updates())
            .clear(); // Halide has no call that takes definitions back
        return made;
    }

private:
    static constexpr std::size_t most = 8; // products

    Function function;
    const Loops &columns, &rows;
    struct Operand {
        std::vector<Expr> values; // one a product
        ::Halide::Func func;
    };
    std::vector<Operand> operands; // that are there

    SummedProducts(const Function& function, const Loops& columns, const Loops& rows)
        : function(function), columns(columns), rows(rows) {}

    static void split_terms(const Expr& value, bool negative, const Function& function, int index,
                            std::vector<Term>& terms, int& own) {
        const auto* sum = value.as<::Halide::Internal::Add>();
        const auto* difference = value.as<::Halide::Internal::Sub>();
        const auto* load = value.as<::Halide::Internal::Call>();
        if (terms.size() > most) return; // shared ones can stand for exponentially many
        if (sum || difference) {
            split_terms(sum ? sum->a : difference->a, negative, function, index, terms, own);
            split_terms(sum ? sum->b : difference->b, negative != (difference != nullptr), function, index,
                        terms, own);
        } else if (load && load->name == function.name()) {
            own += load->value_index == index && !negative ? 1 : 2;
        } else {
            Term term;
            term.negative = negative;
            split_factors(value, term);
            terms.push_back(term);
        }
    }

    static void split_factors(const Expr& value, Term& term) {
        const auto* product = value.as<::Halide::Internal::Mul>();
        const auto* difference = value.as<::Halide::Internal::Sub>();
        if (difference && ::Halide::Internal::is_const_zero(difference->a)) { // as -x is written
            term.negative = !term.negative;
            return split_factors(difference->b, term);
        }
        if (!product || term.factors.size() > most) return term.factors.push_back(value);
        split_factors(product->a, term);
        split_factors(product->b, term);
    }

    /// The product of the factors that the columns lead to, or of the others.
    Expr operand_of(const Term& term, bool of_columns) const {
        Expr product;
        for (const Expr& factor : term.factors)
            if (::Halide::Internal::expr_uses_var(factor, function.args()[0]) == of_columns)
                product = product.defined() ? product * factor : factor;
        return of_columns && term.negative ? -product : product;
    }

    /// A Func of the loops, and of which product it is where there are several: the same one for the same
    /// factors.
    ::Halide::Func func_of(const std::vector<Expr>& values, const Loops& loops) {
        for (const Operand& known : operands) {
            bool same = known.values.size() == values.size();
            for (std::size_t v = 0; same && v < values.size(); v++) same = equal(known.values[v], values[v]);
            if (same) return known.func;
        }
        std::vector<::Halide::Var> vars;
        std::map<std::string, Expr> by_var;
        for (const std::string& loop : loops) {
            vars.emplace_back(loop);
            by_var[loop] = vars.back();
        }
        const ::Halide::Var which(function.name() + "_which");
        Expr value = values.back();
        for (int v = static_cast<int>(values.size()) - 2; v >= 0; v--)
            value = ::Halide::select(which == v, values[static_cast<std::size_t>(v)], value);
        if (values.size() > 1) vars.push_back(which);
        ::Halide::Func operand(function.name() + "_operand_of_products");
        operand(vars) = ::Halide::Internal::substitute(by_var, value);
        operands.push_back({values, operand});
        return operand;
    }

    /// The reduced loops, and one over the products, outermost.
    ::Halide::RDom loops_over(std::size_t products) const {
        ::Halide::Region ranges;
        for (const auto& loop : function.update(0).schedule().rvars())
            ranges.push_back({loop.min, loop.extent});
        if (products > 1) ranges.push_back({0, static_cast<int>(products)});
        return ::Halide::RDom(ranges, function.name() + "_products");
    }

    /// Of its loops, those of the new reduction in the places of the old ones'.
    static Expr read(const ::Halide::Func& operand, const Loops& loops, std::map<std::string, Expr> at,
                     const ::Halide::RDom& r, bool of_several) {
        std::vector<Expr> place;
        for (const std::string& loop : loops)
            place.push_back(at.count(loop) ? at[loop] : Expr(::Halide::Var(loop)));
        if (of_several) place.push_back(r[r.dimensions() - 1]);
        return operand(place);
    }

    /// In the order of the rows' factors, so that values that have the same ones share an operand.
    std::vector<Term> ordered_terms(std::size_t value) const {
        std::multimap<std::string, Term> by_rows;
        for (const Term& term : terms_of(function, value)) {
            std::ostringstream text;
            text << operand_of(term, false);
            by_rows.emplace(text.str(), term);
        }
        std::vector<Term> terms;
        for (const auto& [text, term] : by_rows) terms.push_back(term);
        return terms;
    }

    Function part_of(std::size_t value) {
        const std::vector<Term> terms = ordered_terms(value);
        const ::Halide::RDom r = loops_over(terms.size());
        std::map<std::string, Expr> at;
        const auto& reduced = function.update(0).schedule().rvars();
        for (std::size_t i = 0; i < reduced.size(); i++) at[reduced[i].var] = Expr(r[static_cast<int>(i)]);
        Expr product;
        for (const bool of_columns : {true, false}) {
            const Loops& loops = of_columns ? columns : rows;
            std::vector<Expr> values;
            for (const Term& term : terms) values.push_back(operand_of(term, of_columns));
            const Expr operand = read(func_of(values, loops), loops, at, r, terms.size() > 1);
            product = product.defined() ? product * operand : operand;
        }
        Function part(::Halide::Internal::unique_name(function.name() + "_products"));
        const std::vector<Expr> args = function.definition().args();
        part.define(function.args(), {function.values()[value]});
        part.define_update(args, {::Halide::Internal::Call::make(part, args, 0) + product});
        return part;
    }
};
