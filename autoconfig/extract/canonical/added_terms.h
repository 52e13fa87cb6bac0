// A sum whose terms are a Func of their own, terms(k, x, y) = a(k, y) * b(x, k), adds them itself: it then
// reads the operands. The schedules that the plugin writes hold this text: it stands alone, also within a
// function.
#include <Halide.h>

#include <map>
#include <string>
#include <vector>

struct AddedTerms {
    /// Puts what a pure Func computes in the place of its loads.
    struct WriteOut : ::Halide::Internal::IRGraphMutator {
        ::Halide::Internal::Function read;

        using ::Halide::Internal::IRGraphMutator::visit;
        ::Halide::Expr visit(const ::Halide::Internal::Call* op) override {
            if (op->call_type != ::Halide::Internal::Call::Halide || op->name != read.name())
                return ::Halide::Internal::IRGraphMutator::visit(op);
            std::map<std::string, ::Halide::Expr> at;
            for (std::size_t d = 0; d < op->args.size(); d++) at[read.args()[d]] = mutate(op->args[d]);
            return ::Halide::Internal::substitute(at,
                                                  read.values()[static_cast<std::size_t>(op->value_index)]);
        }
    };

    /// Update 0 of `sum` no longer reads the terms.
    static void apply(const ::Halide::Func& sum, const ::Halide::Func& terms) {
        WriteOut write_out;
        write_out.read = terms.function();
        ::Halide::Internal::Function function = sum.function();
        for (::Halide::Expr& value : function.update(0).values()) value = write_out.mutate(value);
    }
};
