// oneDNN, three ways: its sgemm, its matmul primitive on plain layouts, and the primitive with B reordered
// beforehand into whatever layout it likes best.
#include "bench/peers/onednn.h"
#include "bench/matmul/epilogue.h"
#include "bench/peers/peer.h"

#include <fmt/format.h>
#include <oneapi/dnnl/dnnl.hpp>

#include <memory>
#include <unordered_map>

namespace autoconfig::bench {

namespace {

using Memory = dnnl::memory;

void check(dnnl_status_t status) {
    if (status != dnnl_success)
        throw Error(fmt::format("dnnl_sgemm failed with status {}", static_cast<int>(status)));
}

Call sgemm_call(const MatmulOperands& operands, int) {
    return [&operands] {
        const MatmulShape& s = operands.shape;
        for (std::int64_t i = 0; i < s.batch; ++i)
            check(dnnl_sgemm(s.trans_a ? 'T' : 'N', s.trans_b ? 'T' : 'N', s.m, s.n, s.k, 1.0f, operands.a(i),
                             operands.lda(), operands.b(i), operands.ldb(), 0.0f, operands.out(i),
                             operands.ldc()));
        apply_epilogue(operands);
    };
}

/// A rows x columns matrix, or a batch of them; `transposed`: stored columns x rows.
Memory::desc matrix(const MatmulShape& shape, std::int64_t rows, std::int64_t columns, bool transposed) {
    const Memory::dims strides = transposed ? Memory::dims{1, rows} : Memory::dims{columns, 1};
    if (shape.batch == 1) return {{rows, columns}, Memory::data_type::f32, strides};
    return {{shape.batch, rows, columns},
            Memory::data_type::f32,
            Memory::dims{rows * columns, strides[0], strides[1]}};
}

Memory::desc bias_row(const MatmulShape& shape) {
    return shape.batch == 1 ? Memory::desc({1, shape.n}, Memory::data_type::f32, Memory::format_tag::ab)
                            : Memory::desc({1, 1, shape.n}, Memory::data_type::f32, Memory::format_tag::abc);
}

/// A matmul primitive with its memories; `packed`: B in the layout the primitive asks for.
struct Matmul {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
    dnnl::matmul primitive;
    std::unordered_map<int, Memory> arguments;

    Matmul(const MatmulOperands& operands, bool packed);
    void run() {
        primitive.execute(stream, arguments);
        stream.wait();
    }
};

Matmul::Matmul(const MatmulOperands& operands, bool packed) {
    const MatmulShape& s = operands.shape;
    const Memory::desc a = matrix(s, s.m, s.k, s.trans_a), b = matrix(s, s.k, s.n, s.trans_b),
                       out = matrix(s, s.m, s.n, false);
    const Memory::desc b_used = packed ? any_layout(b) : b;
    const auto chosen_for = [&](const auto&... operand) {
        return described<dnnl::matmul>(engine, onednn_attributes(operands.epilogue), operand...);
    };
    const auto chosen =
        operands.epilogue.bias ? chosen_for(a, b_used, bias_row(s), out) : chosen_for(a, b_used, out);
    primitive = dnnl::matmul(chosen);

    const auto in = [&](const Memory::desc& desc, const float* data) {
        return Memory(desc, engine, const_cast<float*>(data));
    };
    const Memory b_memory = reordered(in(b, operands.b()), chosen.weights_desc(), stream);
    arguments = {{DNNL_ARG_SRC, in(a, operands.a())},
                 {DNNL_ARG_WEIGHTS, b_memory},
                 {DNNL_ARG_DST, in(out, operands.out())}};
    if (operands.epilogue.bias) arguments.emplace(DNNL_ARG_BIAS, in(bias_row(s), operands.bias()));
}

Call matmul_call(const MatmulOperands& operands, bool packed) {
    try {
        auto matmul = std::make_shared<Matmul>(operands, packed);
        return [matmul] { matmul->run(); };
    } catch (const dnnl::error& error) {
        throw Error(fmt::format("oneDNN matmul: {}", error.what()));
    }
}

} // namespace

Peer onednn_sgemm_peer() {
    return {"onednn_sgemm", "onednn", Fairness::Plain, on<MatmulOperands>(sgemm_call), describe_onednn};
}

Peer onednn_matmul_peer() {
    const auto prepare = [](const MatmulOperands& operands, int) { return matmul_call(operands, false); };
    return {"onednn_matmul", "onednn", Fairness::Plain, on<MatmulOperands>(prepare), describe_onednn};
}

Peer onednn_packed_peer() {
    const auto prepare = [](const MatmulOperands& operands, int) { return matmul_call(operands, true); };
    return {"onednn_packed", "onednn_packed", Fairness::Packs, on<MatmulOperands>(prepare), describe_onednn};
}

} // namespace autoconfig::bench
