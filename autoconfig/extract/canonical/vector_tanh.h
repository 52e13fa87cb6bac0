// tanh of f32, which LLVM calls once an element, as arithmetic for vectors. The schedules that the plugin
// writes hold this text: it stands alone, also within a function.
#include <Halide.h>

struct VectorTanh : ::Halide::Internal::IRGraphMutator {
    bool found = false;

    using ::Halide::Internal::IRGraphMutator::visit;
    ::Halide::Expr visit(const ::Halide::Internal::Call* op) override {
        if (op->name == "strict_float") return op;
        if (op->name != "tanh_f32") return ::Halide::Internal::IRGraphMutator::visit(op);
        found = true;
        return tanh_of(mutate(op->args[0]));
    }

    /// Within 1.5 units in the last place: x + x^3 P(x^2) near 0, P fitted to the least relative error below
    /// 0.625; 1 - 2 / (e^2x + 1) beyond.
    static ::Halide::Expr tanh_of(const ::Halide::Expr& argument) {
        const std::string name = ::Halide::Internal::unique_name("tanh_of");
        const ::Halide::Expr x = ::Halide::Internal::Variable::make(argument.type(), name);
        const ::Halide::Expr z = x * x, size = ::Halide::min(::Halide::abs(x), 10.0f);
        ::Halide::Expr p = -0.0057170456f;
        p = p * z + 0.0206505880f;
        p = p * z - 0.0537434965f;
        p = p * z + 0.1333149076f;
        p = p * z - 0.3333328366f;
        const ::Halide::Expr far = 1.0f - 2.0f / (::Halide::exp(2.0f * size) + 1.0f);
        const ::Halide::Expr all = ::Halide::select(::Halide::abs(x) >= 0.625f,
                                                    ::Halide::select(x < 0.0f, -far, far), x + x * z * p);
        return ::Halide::Internal::Let::make(name, argument, all);
    }

    /// Changes all definitions of `func`; was there one?
    static bool apply(const ::Halide::Func& func) {
        VectorTanh rewrite;
        func.function().mutate(&rewrite);
        return rewrite.found;
    }
};
