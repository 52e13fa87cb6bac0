// An output that is updated becomes a copy of a Func that is, or a Func with several updates one with the
// last of them, which begins with what another Func with the others has come to. The schedules that the
// plugin writes hold this text: it stands alone, also within a function.
#include <Halide.h>

#include <string>
#include <vector>

struct OutputSum {
    struct ReadsSum : ::Halide::Internal::IRGraphMutator {
        std::string output;
        ::Halide::Internal::Function sum;

        using ::Halide::Internal::IRGraphMutator::visit;
        ::Halide::Expr visit(const ::Halide::Internal::Call* op) override {
            if (op->call_type != ::Halide::Internal::Call::Halide || op->name != output)
                return ::Halide::Internal::IRGraphMutator::visit(op);
            return ::Halide::Internal::Call::make(sum, all(op->args), op->value_index);
        }
        std::vector<::Halide::Expr> all(const std::vector<::Halide::Expr>& exprs) {
            std::vector<::Halide::Expr> result;
            for (const ::Halide::Expr& expr : exprs) result.push_back(mutate(expr));
            return result;
        }
    };

    /// A new Func takes over the definitions of `func`, or but for those of the last updates where so many
    /// are `kept`, and `func` begins with what it reads of that one; its name.
    static std::string detach(const ::Halide::Func& func, std::size_t kept = 0) {
        using Definitions = std::vector<::Halide::Internal::Definition>;
        ::Halide::Internal::Function output = func.function();
        ::Halide::Internal::Function sum(::Halide::Internal::unique_name(func.name() + "_sum"));
        sum.define(output.args(), output.definition().values());
        ReadsSum to_sum;
        to_sum.output = output.name();
        to_sum.sum = sum;
        const std::size_t detached = output.updates().size() - kept;
        for (std::size_t i = 0; i < detached; i++) {
            const auto& update = output.updates()[i];
            sum.define_update(to_sum.all(update.args()), to_sum.all(update.values()));
        }
        std::vector<::Halide::Expr>& values = output.definition().values();
        for (std::size_t i = 0; i < values.size(); i++)
            values[i] = ::Halide::Internal::Call::make(sum, output.definition().args(), static_cast<int>(i));
        auto& updates = const_cast<Definitions&>(output.updates()); // Halide has no call that takes them back
        updates.erase(updates.begin(), updates.begin() + static_cast<std::ptrdiff_t>(detached));
        return sum.name();
    }
};
