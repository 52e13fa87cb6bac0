// Arithmetic on one load within an update, as in cast<float>(a(k, y)) * scale, becomes a Func that the update
// reads. The schedules that the plugin writes hold this text: it stands alone, also within a function.
#include <Halide.h>

#include <string>
#include <vector>

struct OperandFuncs : ::Halide::Internal::IRGraphMutator {
    /// The load that an expression reads, where it reads one, once, and no loop moves anything but its
    /// indices.
    struct OnlyLoad : ::Halide::Internal::IRGraphVisitor {
        const ::Halide::Internal::Call* load = nullptr;
        int loads = 0;
        bool others = false;

        using ::Halide::Internal::IRGraphVisitor::visit;
        void visit(const ::Halide::Internal::Call* op) override {
            const bool reads = op->call_type == ::Halide::Internal::Call::Halide ||
                               op->call_type == ::Halide::Internal::Call::Image;
            if (!reads) return ::Halide::Internal::IRGraphVisitor::visit(op);
            load = op;
            loads++;
            for (const ::Halide::Expr& index : op->args) {
                OnlyLoad within;
                index.accept(&within);
                others = others || within.loads > 0;
            }
        }
        void visit(const ::Halide::Internal::Variable* op) override {
            others = others || !op->param.defined();
        }
    };

    /// Puts another expression in the place of a load.
    struct Replace : ::Halide::Internal::IRGraphMutator {
        const ::Halide::Internal::Call* load = nullptr;
        ::Halide::Expr by;

        using ::Halide::Internal::IRGraphMutator::visit;
        ::Halide::Expr visit(const ::Halide::Internal::Call* op) override {
            return op == load ? by : ::Halide::Internal::IRGraphMutator::visit(op);
        }
    };

    std::string name; // that of the Funcs begins so
    std::vector<std::string> made;

    ::Halide::Expr func_of(const ::Halide::Expr& value, const ::Halide::Internal::Call* load) {
        std::vector<::Halide::Var> vars;
        std::vector<::Halide::Expr> at;
        for (std::size_t d = 0; d < load->args.size(); d++) {
            vars.emplace_back("x" + std::to_string(d));
            at.emplace_back(vars.back());
        }
        Replace replace;
        replace.load = load;
        replace.by = ::Halide::Internal::Call::make(load->type, load->name, at, load->call_type, load->func,
                                                    load->value_index, load->image, load->param);
        ::Halide::Func func(name + std::to_string(made.size()));
        func(vars) = replace.mutate(value);
        made.push_back(func.name());
        return func(load->args);
    }

    using ::Halide::Internal::IRGraphMutator::mutate;
    ::Halide::Expr mutate(const ::Halide::Expr& value) override {
        const auto* call = value.as<::Halide::Internal::Call>();
        if (value.type().is_float() && !(call && call->call_type == ::Halide::Internal::Call::Halide)) {
            OnlyLoad found;
            value.accept(&found);
            if (found.loads == 1 && !found.others && !found.load->args.empty())
                return func_of(value, found.load);
        }
        return ::Halide::Internal::IRGraphMutator::mutate(value);
    }

    /// Changes update 0 of `func`; the names of the new Funcs.
    static std::vector<std::string> apply(const ::Halide::Func& func) {
        OperandFuncs rewrite;
        rewrite.name = func.name() + "_operand";
        ::Halide::Internal::Function function = func.function();
        for (::Halide::Expr& value : function.update(0).values()) value = rewrite.mutate(value);
        return rewrite.made;
    }
};
