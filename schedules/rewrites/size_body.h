// One more body of code for a sum, at some sizes: a copy of its Func, which a specialization of the reader
// reads in its place. The schedules that the plugin writes hold this text: it stands alone, also within a
// function.
#include <Halide.h>

#include <map>
#include <string>
#include <vector>

struct SizeBody {
    struct TakesUp : ::Halide::Internal::IRGraphMutator {
        ::Halide::Internal::Function read;

        using ::Halide::Internal::IRGraphMutator::visit;
        ::Halide::Expr visit(const ::Halide::Internal::Call* op) override {
            const ::Halide::Expr call = ::Halide::Internal::IRGraphMutator::visit(op);
            if (op->call_type != ::Halide::Internal::Call::Halide || op->name != read.name()) return call;
            std::map<std::string, ::Halide::Expr> at;
            const auto* own = call.as<::Halide::Internal::Call>();
            for (std::size_t d = 0; d < own->args.size(); d++) at[read.args()[d]] = own->args[d];
            return ::Halide::Internal::substitute(at, read.definition().values()[own->value_index]);
        }
    };

    struct Reads : ::Halide::Internal::IRGraphMutator {
        ::Halide::Internal::Function from, to;

        using ::Halide::Internal::IRGraphMutator::visit;
        ::Halide::Expr visit(const ::Halide::Internal::Call* op) override {
            if (op->call_type != ::Halide::Internal::Call::Halide || op->name != from.name())
                return ::Halide::Internal::IRGraphMutator::visit(op);
            return ::Halide::Internal::Call::make(to, all(op->args), op->value_index);
        }
        std::vector<::Halide::Expr> all(const std::vector<::Halide::Expr>& exprs) {
            std::vector<::Halide::Expr> result;
            for (const ::Halide::Expr& expr : exprs) result.push_back(mutate(expr));
            return result;
        }
    };

    /// Min, extent or stride of an image that is given at run time, by its Func.
    static ::Halide::Expr size(const ::Halide::Func& image, const std::string& which, int dimension) {
        const auto& param = image.function().definition().values()[0].as<::Halide::Internal::Call>()->param;
        return ::Halide::Internal::Variable::make(
            ::Halide::Int(32), param.name() + "." + which + "." + std::to_string(dimension), param);
    }

    /// The definition of `reader` takes up that of a Func that it reads.
    static void take_up(const ::Halide::Func& reader, const ::Halide::Func& read) {
        TakesUp takes_up;
        takes_up.read = read.function();
        ::Halide::Internal::Function function = reader.function();
        for (::Halide::Expr& value : function.definition().values()) value = takes_up.mutate(value);
    }

    /// The last specialization of `reader` reads a copy of `sum`, which is returned.
    static ::Halide::Func copy(const ::Halide::Func& reader, const ::Halide::Func& sum) {
        Reads reads;
        reads.from = sum.function();
        reads.to = ::Halide::Internal::Function(::Halide::Internal::unique_name(sum.name() + "_body"));
        reads.to.define(reads.from.args(), reads.from.definition().values());
        for (const auto& update : reads.from.updates())
            reads.to.define_update(reads.all(update.args()), reads.all(update.values()));
        ::Halide::Internal::Function function = reader.function();
        ::Halide::Internal::Definition body = function.definition().specializations().back().definition;
        body.values() = reads.all(body.values());
        return ::Halide::Func(reads.to);
    }
};
