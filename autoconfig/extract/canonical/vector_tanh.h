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

    /// Within 1.5 units in the last place: x - x^3 P(x^2) near 0, P fitted to the least relative error below
    /// 0.625; 1 - 2 / (e^2x + 1) beyond, with the sign of x.
    static ::Halide::Expr tanh_of(const ::Halide::Expr& argument) {
        const std::string name = ::Halide::Internal::unique_name("tanh_of");
        const ::Halide::Expr x = ::Halide::Internal::Variable::make(argument.type(), name);
        const ::Halide::Expr z = x * x, size = ::Halide::abs(x);
        ::Halide::Expr p = 0.0057170456f;
        p = 0.0206505880f - z * p;
        p = 0.0537434965f - z * p;
        p = 0.1333149076f - z * p;
        p = 0.3333328366f - z * p;
        const ::Halide::Expr far = 1.0f - 2.0f / (exp_of_twice(::Halide::min(size, 10.0f)) + 1.0f);
        // An integer: Halide takes -0.0f and 0.0f for one value and may put either in the other's place.
        const ::Halide::Expr sign = bits(x) & ::Halide::Int(32).min();
        const ::Halide::Expr all =
            ::Halide::select(size >= 0.625f, ::Halide::reinterpret<float>(bits(far) | sign), x - x * z * p);
        return ::Halide::Internal::Let::make(name, argument, all);
    }

    /// e^2x for 0 <= x <= 10: 2^k e^r, r from -ln 2 / 2 to ln 2 / 2, e^r as a polynomial of degree 6. k is
    /// put into the exponent's bits, which it does not leave.
    static ::Halide::Expr exp_of_twice(const ::Halide::Expr& x) {
        const ::Halide::Expr k = ::Halide::cast<int>(x * 2.8853900818f + 0.5f);
        const ::Halide::Expr r = 2.0f * x - ::Halide::cast<float>(k) * 0.69314718056f;
        ::Halide::Expr p = 0.001392619106f;
        p = p * r + 0.008363185032f;
        p = p * r + 0.04166655457f;
        p = p * r + 0.1666657695f;
        p = p * r + 0.5f;
        p = (p * r + 1.0f) * r + 1.0f;
        return ::Halide::reinterpret<float>(bits(p) + (k << 23));
    }

    static ::Halide::Expr bits(const ::Halide::Expr& value) { return ::Halide::reinterpret<int>(value); }

    /// Changes all definitions of `func`; was there one?
    static bool apply(const ::Halide::Func& func) {
        VectorTanh rewrite;
        func.function().mutate(&rewrite);
        return rewrite.found;
    }
};
