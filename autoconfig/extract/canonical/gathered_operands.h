// An operand of a product at places that no rule of its loops leads to, as in a(k, row(y)), becomes a Func of
// these loops, copy(k, y), which gathers each of its elements once. The schedules that the plugin writes hold
// this text: it stands alone, also within a function.
#include <Halide.h>

#include <set>
#include <string>
#include <vector>

struct GatheredOperands : ::Halide::Internal::IRGraphMutator {
    /// The `load`-th load of update 0, as they are visited, whose index `dimension` follows the `loop`.
    struct Gather {
        std::size_t load;
        int dimension;
        std::string loop;
    };

    std::vector<Gather> gathers;
    std::string name; // that of the Funcs begins so
    std::vector<std::string> made;
    std::size_t seen = 0;

    static bool is_load(const ::Halide::Internal::Call* op) {
        return op->call_type == ::Halide::Internal::Call::Halide ||
               op->call_type == ::Halide::Internal::Call::Image;
    }

    /// Those that are no index of another one.
    struct Loads : ::Halide::Internal::IRGraphVisitor {
        std::vector<const ::Halide::Internal::Call*> all;

        using ::Halide::Internal::IRGraphVisitor::visit;
        void visit(const ::Halide::Internal::Call* op) override {
            if (is_load(op))
                all.push_back(op);
            else
                ::Halide::Internal::IRGraphVisitor::visit(op);
        }
    };

    const Gather* gather_of(std::size_t load, std::size_t dimension) const {
        for (const Gather& gather : gathers)
            if (gather.load == load && gather.dimension == static_cast<int>(dimension)) return &gather;
        return nullptr;
    }

    /// The load of a Func of the loops that gather and, for the other dimensions, of the load's own indices.
    ::Halide::Expr copied(const ::Halide::Internal::Call* load, std::size_t number) {
        std::vector<::Halide::Var> vars;
        std::vector<::Halide::Expr> from, at;
        std::set<std::string> taken;
        for (std::size_t d = 0; d < load->args.size(); d++) {
            const Gather* gather = gather_of(number, d);
            const auto* loop = load->args[d].as<::Halide::Internal::Variable>();
            const std::string of_loop = gather ? gather->loop : loop ? loop->name : "";
            const ::Halide::Var var(of_loop.empty() ? "x" + std::to_string(d) + "$" : of_loop);
            from.push_back(gather ? load->args[d] : ::Halide::Expr(var));
            if (!taken.insert(var.name()).second) continue;
            vars.push_back(var);
            at.push_back(gather ? ::Halide::Expr(var) : load->args[d]);
        }
        ::Halide::Func copy(name + std::to_string(made.size()));
        copy(vars) = ::Halide::Internal::Call::make(load->type, load->name, from, load->call_type, load->func,
                                                    load->value_index, load->image, load->param);
        made.push_back(copy.name());
        return copy(at);
    }

    /// What update 0 takes, as loads are counted.
    static ::Halide::Expr value_of(const ::Halide::Internal::Function& function) {
        return ::Halide::Internal::substitute_in_all_lets(function.update(0).values()[0]);
    }

    using ::Halide::Internal::IRGraphMutator::visit;
    ::Halide::Expr visit(const ::Halide::Internal::Call* op) override {
        if (!is_load(op)) return ::Halide::Internal::IRGraphMutator::visit(op);
        const std::size_t number = seen++;
        for (const Gather& gather : gathers)
            if (gather.load == number) return copied(op, number);
        return op;
    }

    /// Changes update 0 of `func`, of one value; the names of the new Funcs.
    static std::vector<std::string> apply(const ::Halide::Func& func, const std::vector<Gather>& gathers) {
        GatheredOperands rewrite;
        rewrite.name = func.name() + "_gathered";
        rewrite.gathers = gathers;
        ::Halide::Internal::Function function = func.function();
        function.update(0).values()[0] = rewrite.mutate(value_of(function));
        return rewrite.made;
    }
};
