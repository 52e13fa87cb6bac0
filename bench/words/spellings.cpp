// See spellings.h.
#include "bench/words/spellings.h"

#include "bench/words/writer.h"

namespace autoconfig::words {

namespace {

using namespace Halide;

const Var x("x"), y("y"), c("c"), n("n");

Spelling spelled(const std::string& name, const Writer& writer, const Func& output,
                 const std::vector<int>& shape) {
    return {name, estimated(output, shape), writer.inputs(), shape};
}

Func product(const std::string& name, const Expr& term) {
    Func func(name);
    func(x, y) += term;
    return func;
}

Func copied(const Func& func, const std::string& name) {
    Func copy(name);
    copy(_) = func(_);
    return copy;
}

Operator matmul(int M, int N, int K) {
    Operator op{"matmul " + std::to_string(M) + "x" + std::to_string(N) + "x" + std::to_string(K),
                2.0 * M * N * K,
                {}};
    const auto add = [&](const std::string& name, const auto& write) {
        Writer writer;
        const ImageParam A = writer.input("A", {K, M}), B = writer.input("B", {N, K});
        op.spellings.push_back(spelled(name, writer, write(A, B), {N, M}));
    };
    const RDom k(0, K, "k");
    add("output reads the sum",
        [&](const auto& A, const auto& B) { return copied(product("sum", A(k, y) * B(x, k)), "out"); });
    add("output is the sum", [&](const auto& A, const auto& B) { return product("sum", A(k, y) * B(x, k)); });
    add("inline sum()", [&](const auto& A, const auto& B) {
        Func out("out");
        out(x, y) = sum(A(k, y) * B(x, k), "sum");
        return out;
    });
    add("operands through copies", [&](const auto& A, const auto& B) {
        return product("sum", copied(A, "a")(k, y) * copied(B, "b")(x, k));
    });
    add("operands scaled within",
        [&](const auto& A, const auto& B) { return product("sum", (A(k, y) * 1.0f) * max(B(x, k), -2.0f)); });
    add("from zeros of a Func", [&](const auto& A, const auto& B) {
        Func zero("zero"), out("out");
        zero(x, y) = 0.0f;
        out(x, y) = zero(x, y);
        out(x, y) = out(x, y) + B(x, k) * A(k, y);
        return out;
    });
    return op;
}

/// Window of so many pixels, padded by half of it; NHWC, one image.
Operator convolution(int pixels, int channels, int outputs, int window, int stride) {
    const int all = pixels * stride, pad = window / 2;
    Operator op{"conv " + std::to_string(pixels) + "x" + std::to_string(pixels) + "x" +
                    std::to_string(channels) + "-" + std::to_string(outputs) + " " + std::to_string(window) +
                    "x" + std::to_string(window) + "/" + std::to_string(stride),
                2.0 * pixels * pixels * channels * outputs * window * window,
                {}};
    const auto add = [&](const std::string& name, const auto& write) {
        Writer writer;
        const ImageParam A = writer.input("A", {channels, all, all});
        const ImageParam W = writer.input("W", {outputs, channels, window, window});
        op.spellings.push_back(spelled(name, writer, write(A, W), {outputs, pixels, pixels}));
    };
    const RDom r(0, channels, 0, window, 0, window, "r");
    const Expr column = stride * x + r.y - pad, row = stride * y + r.z - pad;
    const auto summed = [&](const std::string& name, const Expr& term) {
        Func func(name);
        func(c, x, y) += term;
        return func;
    };
    const auto edge = [&](const auto& A) {
        return BoundaryConditions::repeat_edge(
            A, {{Expr(), Expr()}, {0, A.dim(1).extent()}, {0, A.dim(2).extent()}});
    };
    add("output reads the sum, BoundaryConditions", [&](const auto& A, const auto& W) {
        return copied(summed("sum", W(c, r.x, r.y, r.z) * edge(A)(r.x, column, row)), "out");
    });
    add("output is the sum", [&](const auto& A, const auto& W) {
        return summed("sum", W(c, r.x, r.y, r.z) * edge(A)(r.x, column, row));
    });
    add("clamped by hand", [&](const auto& A, const auto& W) {
        return summed("sum", W(c, r.x, r.y, r.z) * A(r.x, clamp(column, 0, A.dim(1).extent() - 1),
                                                     clamp(row, 0, A.dim(2).extent() - 1)));
    });
    return op;
}

Operator depthwise(int pixels, int channels, int window) {
    Operator op{"depthwise " + std::to_string(pixels) + "x" + std::to_string(pixels) + "x" +
                    std::to_string(channels) + " " + std::to_string(window) + "x" + std::to_string(window),
                2.0 * pixels * pixels * channels * window * window,
                {}};
    const int all = pixels + window - 1;
    const RDom r(0, window, 0, window, "r");
    for (const bool reads : {true, false}) {
        Writer writer;
        const ImageParam A = writer.input("A", {channels, all, all});
        const ImageParam W = writer.input("W", {channels, window, window});
        Func sum("sum");
        sum(c, x, y) += W(c, r.x, r.y) * A(c, x + r.x, y + r.y);
        op.spellings.push_back(spelled(reads ? "output reads the sum" : "output is the sum", writer,
                                       reads ? copied(sum, "out") : sum, {channels, pixels, pixels}));
    }
    return op;
}

/// So many groups of channels; dimension `g` of its own, or the quotient of a channel.
Operator grouped(int pixels, int groups, int channels, int window) {
    Operator op{"grouped " + std::to_string(pixels) + "x" + std::to_string(pixels) + ", " +
                    std::to_string(groups) + " x " + std::to_string(channels) + "-" +
                    std::to_string(channels) + " " + std::to_string(window) + "x" + std::to_string(window),
                2.0 * pixels * pixels * groups * channels * channels * window * window,
                {}};
    const int all = pixels + window - 1;
    const RDom r(0, channels, 0, window, 0, window, "r");
    for (const bool reads : {true, false}) {
        Writer writer;
        const ImageParam A = writer.input("A", {groups * channels, all, all});
        const ImageParam W = writer.input("W", {groups * channels, channels, window, window});
        Func sum("sum");
        sum(c, x, y) += W(c, r.x, r.y, r.z) * A(c / channels * channels + r.x, x + r.y, y + r.z);
        op.spellings.push_back(spelled(reads ? "output reads the sum, channel / size" : "output is the sum",
                                       writer, reads ? copied(sum, "out") : sum,
                                       {groups * channels, pixels, pixels}));
    }
    return op;
}

/// The same product with bias and gelu, as its formula is found in papers.
Operator gelu(int M, int N, int K) {
    Operator op{"matmul, bias, gelu by tanh " + std::to_string(M) + "x" + std::to_string(N) + "x" +
                    std::to_string(K),
                2.0 * M * N * K,
                {}};
    Writer writer;
    const ImageParam A = writer.input("A", {K, M}), B = writer.input("B", {N, K}),
                     bias = writer.input("bias", {N});
    const RDom k(0, K, "k");
    Func out("out");
    const Func sum = product("sum", A(k, y) * B(x, k));
    const Expr v = sum(x, y) + bias(x);
    out(x, y) = 0.5f * v * (1.0f + tanh(0.79788456f * (v + 0.044715f * v * v * v)));
    op.spellings.push_back(spelled("output reads the sum", writer, out, {N, M}));
    return op;
}

} // namespace

std::vector<Operator> operators() {
    return {matmul(512, 512, 512),
            matmul(577, 577, 64),
            matmul(1536, 1536, 96),
            matmul(33, 31, 32),
            convolution(28, 128, 128, 3, 1),
            convolution(14, 256, 256, 3, 2),
            depthwise(48, 240, 5),
            depthwise(15, 576, 3),
            grouped(28, 8, 16, 3),
            gelu(577, 577, 64),
            gelu(128, 768, 768)};
}

} // namespace autoconfig::words
