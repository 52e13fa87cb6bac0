// Matrix product with an elementwise epilogue, as an ordinary Halide Generator:
//   output(n, m[, batch]) = activation(sum over k of A(k, m[, batch]) * B(n, k[, batch]) + bias(n))
// Dimension 0 is innermost; trans_a and trans_b exchange the first two dimensions of an operand.
// A size that is given binds inputs and output to it, dense; a size of 0 comes at run time and
// `<size>_estimate` says what to expect. It has no schedule of its own: an autoscheduler's work.
#include "autoconfig/halide_compat.h"
#include "generators/activation.h"
#include "generators/sizes.h"

#include <Halide.h>

#include <string>
#include <vector>

namespace {

using autoconfig::Activation;
using autoconfig::Size;

enum class OperandTypes { f32, f64, u8i8i32, u8u8i32, i8i8i32, i16i16i32 };

class Matmul : public Halide::Generator<Matmul> {
public:
    GeneratorParam<int> m_{"m", 0}, n_{"n", 0}, k_{"k", 0};
    // 0: no batch dimension; -1: one whose size comes at run time.
    GeneratorParam<int> batch_{"batch", 0};
    GeneratorParam<int> m_estimate_{"m_estimate", 256}, n_estimate_{"n_estimate", 256},
        k_estimate_{"k_estimate", 256}, batch_estimate_{"batch_estimate", 8};
    GeneratorParam<bool> trans_a_{"trans_a", false}, trans_b_{"trans_b", false}, bias_{"with_bias", false};
    GeneratorParam<OperandTypes> type_{"type",
                                       OperandTypes::f32,
                                       {{"f32", OperandTypes::f32},
                                        {"f64", OperandTypes::f64},
                                        {"u8i8i32", OperandTypes::u8i8i32},
                                        {"u8u8i32", OperandTypes::u8u8i32},
                                        {"i8i8i32", OperandTypes::i8i8i32},
                                        {"i16i16i32", OperandTypes::i16i16i32}}};
    GeneratorParam<Activation> activation_{"activation", Activation::none, autoconfig::activation_names()};

    void configure() {
        require(m_ >= 0 && n_ >= 0 && k_ >= 0, "m, n and k must be sizes, or 0 for run time");
        require(batch_ >= -1, "batch must be a size, 0 for none or -1 for run time");
        require(m_estimate_ > 0 && n_estimate_ > 0 && k_estimate_ > 0 && batch_estimate_ > 0,
                "an estimate must be a size above 0");
        const int batch_dims = batch_ != 0 ? 1 : 0;
        A = add_input<Buffer<>>("A", type_a(), 2 + batch_dims);
        B = add_input<Buffer<>>("B", type_b(), 2 + batch_dims);
        if (bias_) bias = add_input<Buffer<>>("bias", type_out(), 1);
        output = add_output<Buffer<>>("output", type_out(), 2 + batch_dims);
    }

    void generate() {
        Var n("n"), m("m"), batch("batch");
        const std::vector<Var> batch_args = batch_ != 0 ? std::vector<Var>{batch} : std::vector<Var>{};
        std::vector<Var> args{n, m};
        args.insert(args.end(), batch_args.begin(), batch_args.end());

        const int k_dim = trans_a_ ? 1 : 0;
        A->dim(k_dim).set_min(0);
        RDom k(0, k_ > 0 ? Expr(int(k_)) : A->dim(k_dim).extent(), "k");

        Func prod("prod");
        prod(args) = Halide::cast(type_out(), 0);
        prod(args) += Halide::cast(type_out(), (*A)(operand_args(m, k, trans_a_, batch_args))) *
                      Halide::cast(type_out(), (*B)(operand_args(k, n, trans_b_, batch_args)));

        Expr value = prod(args);
        if (bias_) value += (*bias)(n);
        (*output)(args) = autoconfig::apply(activation_, value);
        state_all_sizes();
    }

private:
    Input<Buffer<>>* A = nullptr;
    Input<Buffer<>>* B = nullptr;
    Input<Buffer<>>* bias = nullptr;
    Output<Buffer<>>* output = nullptr;

    static void require(bool holds, const char* rule) {
        if (!holds) autoconfig::compat::user_error(std::string("generator matmul: ") + rule);
    }

    /// Arguments of the element in `row` and `column` of a row-major matrix, or of its transpose.
    static std::vector<Expr> operand_args(Expr row, Expr column, bool transposed,
                                          const std::vector<Var>& batch) {
        std::vector<Expr> args{column, row};
        if (transposed) std::swap(args[0], args[1]);
        args.insert(args.end(), batch.begin(), batch.end());
        return args;
    }

    void state_all_sizes() {
        const Size m{m_, m_estimate_}, n{n_, n_estimate_}, k{k_, k_estimate_};
        const Size batch{batch_ < 0 ? 0 : int(batch_), batch_estimate_};
        const auto with_batch = [&](Size inner, Size outer, bool transposed) {
            std::vector<Size> sizes{inner, outer};
            if (transposed) std::swap(sizes[0], sizes[1]);
            if (batch_ != 0) sizes.push_back(batch);
            return sizes;
        };
        autoconfig::state_sizes(*A, with_batch(k, m, trans_a_));
        autoconfig::state_sizes(*B, with_batch(n, k, trans_b_));
        if (bias_) autoconfig::state_sizes(*bias, {n});
        autoconfig::state_sizes(*output, with_batch(n, m, false));
    }

    Halide::Type type_a() const {
        switch (OperandTypes(type_)) {
        case OperandTypes::f32: return Float(32);
        case OperandTypes::f64: return Float(64);
        case OperandTypes::u8i8i32:
        case OperandTypes::u8u8i32: return UInt(8);
        case OperandTypes::i8i8i32: return Int(8);
        case OperandTypes::i16i16i32: return Int(16);
        }
        return Float(32);
    }
    Halide::Type type_b() const { return type_ == OperandTypes::u8i8i32 ? Int(8) : type_a(); }
    Halide::Type type_out() const { return type_a().is_float() ? type_a() : Int(32); }
};

} // namespace

HALIDE_REGISTER_GENERATOR(Matmul, matmul)
