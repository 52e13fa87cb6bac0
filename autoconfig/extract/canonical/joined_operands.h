// A product of more than two operands, as in a(k, y) * w(k) * b(x, k), becomes one of two: the factors that
// belong together are a Func of their loops, joined(x, k) = w(k) * b(x, k). The schedules that the plugin
// writes hold this text: it stands alone, also within a function.
#include <Halide.h>

#include <map>
#include <string>
#include <vector>

struct JoinedOperands {
    /// Factors by their places in the product, and the loops that lead to them, in the order of the
    /// dimensions of their Func.
    struct Operand {
        std::vector<std::size_t> factors;
        std::vector<std::string> loops;
    };

    static void split(const ::Halide::Expr& value, std::vector<::Halide::Expr>& factors) {
        constexpr std::size_t most = 16; // shared ones can stand for exponentially many
        const auto* product = value.as<::Halide::Internal::Mul>();
        if (!product || factors.size() > most) return factors.push_back(value);
        split(product->a, factors);
        split(product->b, factors);
    }

    static bool is_itself(const ::Halide::Expr& value, const ::Halide::Internal::Function& function) {
        const auto* load = value.as<::Halide::Internal::Call>();
        return load && load->name == function.name();
    }

    /// Of what update 0 adds to its Func; none where it does anything else.
    static std::vector<::Halide::Expr> factors_of(const ::Halide::Internal::Function& function) {
        const ::Halide::Expr value =
            ::Halide::Internal::substitute_in_all_lets(function.update(0).values()[0]);
        const auto* sum = value.as<::Halide::Internal::Add>();
        std::vector<::Halide::Expr> factors;
        if (sum && is_itself(sum->a, function)) split(sum->b, factors);
        if (sum && is_itself(sum->b, function)) split(sum->a, factors);
        return factors;
    }

    /// Puts Vars in the place of the loops, which it keeps as they were.
    struct ByVars : ::Halide::Internal::IRGraphMutator {
        std::map<std::string, ::Halide::Expr> loops;

        using ::Halide::Internal::IRGraphMutator::visit;
        ::Halide::Expr visit(const ::Halide::Internal::Variable* op) override {
            const auto loop = loops.find(op->name);
            if (loop == loops.end()) return op;
            loop->second = op;
            return ::Halide::Var(op->name);
        }
    };

    static ::Halide::Expr times(const ::Halide::Expr& a, const ::Halide::Expr& b) {
        return a.defined() ? a * b : b;
    }

    /// Changes update 0 of `func`, of one value; the names of the new Funcs.
    static std::vector<std::string> apply(const ::Halide::Func& func, const std::vector<Operand>& operands) {
        ::Halide::Internal::Function function = func.function();
        std::vector<::Halide::Expr> factors = factors_of(function);
        std::vector<std::string> made;
        ::Halide::Expr product;
        for (const Operand& operand : operands) {
            ByVars by;
            ::Halide::Expr value;
            for (const std::string& loop : operand.loops) by.loops[loop] = ::Halide::Expr();
            for (std::size_t factor : operand.factors) {
                value = times(value, by.mutate(factors[factor]));
                factors[factor] = ::Halide::Expr();
            }
            std::vector<::Halide::Var> vars;
            std::vector<::Halide::Expr> at;
            for (const std::string& loop : operand.loops) {
                vars.emplace_back(loop);
                at.push_back(by.loops[loop]);
            }
            ::Halide::Func joined(func.name() + "_joined" + std::to_string(made.size()));
            joined(vars) = value;
            made.push_back(joined.name());
            product = times(product, joined(at));
        }
        for (const ::Halide::Expr& factor : factors)
            if (factor.defined()) product = times(product, factor);
        std::vector<::Halide::Expr> here(function.definition().args());
        function.update(0).values()[0] = func(here) + product;
        return made;
    }
};
