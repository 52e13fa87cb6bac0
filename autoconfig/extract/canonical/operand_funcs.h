// Arithmetic on one load within an update, as in cast<float>(a(k, y)) * scale, and bounds on its indices, as
// in a(clamp(x + k, 0, width - 1)), become a Func that the update reads; of integers where that Func may have
// 16 bits, as those that are multiplied in pairs do, or 8, as those that are in fours. The schedules that the
// plugin writes hold this text: it stands alone, also within a function.
#include <Halide.h>

#include <string>
#include <vector>

struct OperandFuncs : ::Halide::Internal::IRGraphMutator {
    /// The loads of an expression.
    struct Loads : ::Halide::Internal::IRGraphVisitor {
        std::vector<const ::Halide::Internal::Call*> all;

        using ::Halide::Internal::IRGraphVisitor::visit;
        void visit(const ::Halide::Internal::Call* op) override {
            if (op->call_type == ::Halide::Internal::Call::Halide ||
                op->call_type == ::Halide::Internal::Call::Image)
                all.push_back(op);
            ::Halide::Internal::IRGraphVisitor::visit(op);
        }
    };

    /// Is there a variable in it, but for parameters and these?
    struct Varies : ::Halide::Internal::IRGraphVisitor {
        std::vector<::Halide::Var> but;
        bool found = false;

        using ::Halide::Internal::IRGraphVisitor::visit;
        void visit(const ::Halide::Internal::Variable* op) override {
            bool known = op->param.defined();
            for (const ::Halide::Var& var : but) known = known || var.name() == op->name;
            found = found || !known;
        }
    };

    static bool varies(const ::Halide::Expr& value, const std::vector<::Halide::Var>& but = {}) {
        Varies visitor;
        visitor.but = but;
        value.accept(&visitor);
        return visitor.found;
    }

    /// Does a reduced loop move it that may run no time at all?
    struct MayNotRun : ::Halide::Internal::IRGraphVisitor {
        bool found = false;

        using ::Halide::Internal::IRGraphVisitor::visit;
        void visit(const ::Halide::Internal::Variable* op) override {
            if (!op->reduction_domain.defined()) return;
            for (const auto& loop : op->reduction_domain.domain())
                found = found || (loop.var == op->name && !::Halide::Internal::is_const(loop.extent));
        }
    };

    static bool may_not_run(const ::Halide::Expr& index) {
        MayNotRun visitor;
        index.accept(&visitor);
        return visitor.found;
    }

    /// What an index bounds from below or above; the index itself where it does not.
    static ::Halide::Expr within_bounds(const ::Halide::Expr& index) {
        ::Halide::Expr a, b;
        if (const auto* most = index.as<::Halide::Internal::Min>()) a = most->a, b = most->b;
        if (const auto* least = index.as<::Halide::Internal::Max>()) a = least->a, b = least->b;
        if (!a.defined() || varies(a) == varies(b)) return index;
        return within_bounds(varies(a) ? a : b);
    }

    /// The bounds of an index around another.
    static ::Halide::Expr bounds_of(const ::Halide::Expr& index, const ::Halide::Expr& inner) {
        const auto* most = index.as<::Halide::Internal::Min>();
        const auto* least = index.as<::Halide::Internal::Max>();
        if (within_bounds(index).same_as(index)) return inner;
        const ::Halide::Expr a = most ? most->a : least->a, b = most ? most->b : least->b;
        const ::Halide::Expr within = bounds_of(varies(a) ? a : b, inner), bound = varies(a) ? b : a;
        return most ? min(within, bound) : max(within, bound);
    }

    /// Puts variables in the place of the indices of a load, there and elsewhere in its value, and says of
    /// those with bounds that they are rarely beyond: what BoundaryConditions says, too. Not where the loop
    /// may not run: of one that is cut, Halide 14 to 17 then drop the other parts, too.
    struct ByVariables : ::Halide::Internal::IRGraphMutator {
        const ::Halide::Internal::Call* load = nullptr;
        std::vector<::Halide::Expr> indices;
        std::vector<::Halide::Var> vars;

        using ::Halide::Internal::IRGraphMutator::mutate;
        ::Halide::Expr mutate(const ::Halide::Expr& value) override {
            for (std::size_t d = 0; d < vars.size(); d++)
                if (varies(indices[d]) && equal(indices[d], value)) return vars[d];
            return ::Halide::Internal::IRGraphMutator::mutate(value);
        }
        using ::Halide::Internal::IRGraphMutator::visit;
        ::Halide::Expr visit(const ::Halide::Internal::Call* op) override {
            if (op != load) return ::Halide::Internal::IRGraphMutator::visit(op);
            std::vector<::Halide::Expr> at;
            for (std::size_t d = 0; d < vars.size(); d++) {
                const bool cut = !indices[d].same_as(op->args[d]) && !may_not_run(indices[d]);
                at.push_back(cut ? likely(bounds_of(op->args[d], likely(vars[d])))
                                 : bounds_of(op->args[d], vars[d]));
            }
            return ::Halide::Internal::Call::make(op->type, op->name, at, op->call_type, op->func,
                                                  op->value_index, op->image, op->param);
        }
    };

    std::string own, name; // of the Func with the update; those of the new ones begin so
    std::vector<std::string> made;
    bool of_integers = false;                     // of 32 bits, not of floats
    bool may_be_bytes = false, are_bytes = false; // may factors have 8 bits, do those of the product at hand?

    /// The value of a Func, at the indices that its one load has within their bounds, of which alone it may
    /// depend; undefined where there is none.
    ::Halide::Expr func_of(const ::Halide::Expr& value, const ::Halide::Internal::Call* load) {
        ByVariables by;
        by.load = load;
        for (std::size_t d = 0; d < load->args.size(); d++) {
            by.vars.emplace_back("x" + std::to_string(d));
            by.indices.push_back(within_bounds(load->args[d]));
            for (std::size_t other = 0; other < d; other++)
                if (equal(by.indices[other], by.indices[d])) return ::Halide::Expr();
        }
        const ::Halide::Expr definition = by.mutate(value);
        if (varies(definition, by.vars)) return ::Halide::Expr();
        ::Halide::Func func(name + std::to_string(made.size()));
        func(by.vars) = definition;
        made.push_back(func.name());
        return func(by.indices);
    }

    static bool has_bounds(const ::Halide::Internal::Call* load) {
        for (const ::Halide::Expr& index : load->args)
            if (!within_bounds(index).same_as(index)) return true;
        return false;
    }

    /// Integers of 32 bits in 8, with or without a sign; undefined where they may not fit.
    static ::Halide::Expr in_8_bits(const ::Halide::Expr& value) {
        const ::Halide::Expr no_sign = ::Halide::Internal::lossless_cast(::Halide::UInt(8), value);
        return no_sign.defined() ? no_sign : ::Halide::Internal::lossless_cast(::Halide::Int(8), value);
    }

    /// Integers of 32 bits in 16, as what is loaded of so many, or the difference of two of 8, or in 8;
    /// undefined where they may not fit.
    ::Halide::Expr narrowed(const ::Halide::Expr& value) const {
        const auto* difference = value.as<::Halide::Internal::Sub>();
        if (value.type() != ::Halide::Int(32)) return ::Halide::Expr();
        if (are_bytes) return in_8_bits(value);
        if (!difference || !in_8_bits(difference->a).defined() || !in_8_bits(difference->b).defined())
            return ::Halide::Internal::lossless_cast(::Halide::Int(16), value);
        return cast(::Halide::Int(16), difference->a) - cast(::Halide::Int(16), difference->b);
    }

    bool is_own(const ::Halide::Expr& value) const {
        const auto* load = value.as<::Halide::Internal::Call>();
        return load && load->name == own;
    }

    /// Of integers whole factors alone gain by fewer bits.
    bool has_factors(const ::Halide::Expr& value) const {
        const auto* sum = value.as<::Halide::Internal::Add>();
        return value.as<::Halide::Internal::Mul>() || (sum && (is_own(sum->a) || is_own(sum->b)));
    }

    using ::Halide::Internal::IRGraphMutator::mutate;
    ::Halide::Expr mutate(const ::Halide::Expr& value) override {
        const ::Halide::Expr narrow = of_integers               ? narrowed(value)
                                      : value.type().is_float() ? value
                                                                : ::Halide::Expr();
        const auto* call = narrow.as<::Halide::Internal::Call>();
        const bool reads_a_func = call && call->call_type == ::Halide::Internal::Call::Halide;
        if (narrow.defined() && (!reads_a_func || has_bounds(call))) {
            Loads loads;
            narrow.accept(&loads);
            const bool one = loads.all.size() == 1 && !loads.all[0]->args.empty();
            if (const ::Halide::Expr made_of = one ? func_of(narrow, loads.all[0]) : ::Halide::Expr();
                made_of.defined())
                return cast(value.type(), made_of);
        }
        return of_integers && !has_factors(value) ? value : ::Halide::Internal::IRGraphMutator::mutate(value);
    }

    using ::Halide::Internal::IRGraphMutator::visit;
    ::Halide::Expr visit(const ::Halide::Internal::Mul* op) override {
        are_bytes = may_be_bytes && in_8_bits(op->a).defined() && in_8_bits(op->b).defined();
        ::Halide::Expr result = ::Halide::Internal::IRGraphMutator::visit(op);
        are_bytes = false;
        return result;
    }

    /// Changes update 0 of `func`; the names of the new Funcs. Of integers these have so many bits at least.
    static std::vector<std::string> apply(const ::Halide::Func& func, int bits = 16) {
        OperandFuncs rewrite;
        rewrite.may_be_bytes = bits == 8;
        rewrite.own = func.name();
        rewrite.name = func.name() + "_operand";
        ::Halide::Internal::Function function = func.function();
        rewrite.of_integers = function.output_types()[0] == ::Halide::Int(32);
        std::vector<::Halide::Expr> values;
        for (const ::Halide::Expr& value : function.update(0).values())
            values.push_back(rewrite.mutate(::Halide::Internal::substitute_in_all_lets(value)));
        if (!rewrite.made.empty()) function.update(0).values() = values;
        return rewrite.made;
    }
};
