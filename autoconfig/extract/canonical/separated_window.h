// A reduction that goes through one of its loops only as along a dimension of its Func, as sums and maxima
// over boxes do, is made of one over its other loops: this lies along that dimension, and each of its
// elements is read by all windows that it is part of. The schedules that the plugin writes hold this text: it
// stands alone, also within a function.
#include <Halide.h>

#include <map>
#include <string>
#include <vector>

struct SeparatedWindow {
    using Expr = ::Halide::Expr;
    using Call = ::Halide::Internal::Call;

    static bool is_own(const Expr& value, const std::string& func) {
        const auto* load = value.as<Call>();
        return load && load->name == func;
    }

    /// The operands of a sum, maximum or minimum of what a Func has and of one term; the Func's own first.
    static std::vector<Expr> operands(const Expr& value, const std::string& func) {
        Expr a, b;
        if (const auto* sum = value.as<::Halide::Internal::Add>()) a = sum->a, b = sum->b;
        if (const auto* most = value.as<::Halide::Internal::Max>()) a = most->a, b = most->b;
        if (const auto* least = value.as<::Halide::Internal::Min>()) a = least->a, b = least->b;
        if (a.defined() && is_own(a, func)) return {a, b};
        return b.defined() && is_own(b, func) ? std::vector<Expr>{b, a} : std::vector<Expr>();
    }
    static Expr combined(const Expr& like, const Expr& a, const Expr& b) {
        if (like.as<::Halide::Internal::Add>()) return a + b;
        return like.as<::Halide::Internal::Max>() ? max(a, b) : min(a, b);
    }

    /// The loop, or all others; and these as variables.
    static ::Halide::Internal::ReductionDomain
    domain(const std::vector<::Halide::Internal::ReductionVariable>& all, const std::string& loop,
           bool others) {
        std::vector<::Halide::Internal::ReductionVariable> some;
        for (const auto& one : all)
            if ((one.var == loop) != others) some.push_back(one);
        return ::Halide::Internal::ReductionDomain(some);
    }
    static Expr variable(const std::string& name, const ::Halide::Internal::ReductionDomain& domain) {
        return ::Halide::Internal::Variable::make(::Halide::Int(32), name, domain);
    }

    /// Each value of `all` in terms of itself of `own`, at this place, and of one of `terms`.
    static std::vector<Expr> combined(const std::vector<Expr>& all, const ::Halide::Internal::Function& own,
                                      const std::vector<Expr>& args, const std::vector<Expr>& terms) {
        std::vector<Expr> values;
        for (std::size_t i = 0; i < all.size(); i++)
            values.push_back(combined(all[i], Call::make(own, args, static_cast<int>(i)), terms[i]));
        return values;
    }

    /// Update 0 of `func`, its only one, goes through `loop` along this dimension of a new Func; its name.
    static std::string apply(const ::Halide::Func& func, int dimension, const std::string& loop) {
        using Definitions = std::vector<::Halide::Internal::Definition>;
        ::Halide::Internal::Function window = func.function();
        const std::vector<::Halide::Internal::ReductionVariable> loops = window.update(0).schedule().rvars();
        const std::vector<Expr> args = window.update(0).args();
        const auto within = domain(loops, loop, true), across = domain(loops, loop, false);
        std::map<std::string, Expr> at{{loop, Expr(0)}};
        for (const auto& other : loops)
            if (other.var != loop) at[other.var] = variable(other.var, within);
        std::vector<Expr> values, own, terms;
        for (const Expr& written : window.update(0).values()) {
            values.push_back(::Halide::Internal::substitute_in_all_lets(written));
            const std::vector<Expr> parts = operands(values.back(), window.name());
            own.push_back(parts[0]);
            terms.push_back(::Halide::Internal::substitute(at, parts[1]));
        }
        ::Halide::Internal::Function line(::Halide::Internal::unique_name(func.name() + "_line"));
        line.define(window.args(), window.values());
        line.define_update(args, combined(values, line, args, terms));
        std::vector<Expr> moved = args;
        moved[static_cast<std::size_t>(dimension)] += variable(loop, across);
        // Halide changes no definition of what others read, but takes that of another Func.
        std::vector<Expr> of_line;
        for (std::size_t i = 0; i < values.size(); i++)
            of_line.push_back(Call::make(line, moved, static_cast<int>(i)));
        ::Halide::Internal::Function like(::Halide::Internal::unique_name(func.name()));
        like.define(window.args(), window.values());
        like.define_update(args, combined(values, like, args, of_line));
        ::Halide::Internal::Definition update = like.updates()[0];
        for (std::size_t i = 0; i < values.size(); i++)
            update.values()[i] = combined(values[i], own[i], of_line[i]);
        const_cast<Definitions&>(window.updates()) = {update};
        return line.name();
    }
};
