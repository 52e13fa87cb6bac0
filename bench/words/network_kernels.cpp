// See network_kernels.h. Sizes are rows x columns, columns contiguous; or channels x height x width.
#include "bench/words/network_kernels.h"

#include "bench/words/writer.h"

namespace autoconfig::words {

namespace {

using namespace Halide;
using std::to_string;

const Var x("x"), y("y"), c("c");

Written written(const Writer& writer, const Func& output, const std::vector<int>& shape) {
    return {estimated(output, shape), writer.inputs(), output.function().output_types().front(), shape};
}

std::string sized(const std::string& name, int rows, int columns) {
    return name + " " + to_string(rows) + "x" + to_string(columns);
}

Func loaded(const ImageParam& image, const std::string& name) {
    Func func(name);
    func(_) = image(_);
    return func;
}

using Reduce = std::function<Expr(const RDom&, const Expr&)>;

const Reduce add = [](const RDom& r, const Expr& e) { return sum(r, e); };
const Reduce largest = [](const RDom& r, const Expr& e) { return maximum(r, e); };
const Reduce where_largest = [](const RDom& r, const Expr& e) { return argmax(r, e)[0]; };

/// To one number a row.
NetworkKernel row_reduction(const std::string& name, const Reduce& reduce, int rows, int columns) {
    return {sized(name, rows, columns), [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {columns, rows}), "tmp0");
                const RDom r(0, columns, "r");
                Func out("out");
                out(y) = reduce(r, in(r, y));
                return written(writer, out, {rows});
            }};
}

/// To one number a column.
NetworkKernel column_reduction(const std::string& name, const Reduce& reduce, int rows, int columns) {
    return {sized(name, rows, columns), [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {columns, rows}), "tmp0");
                const RDom r(0, rows, "r");
                Func out("out");
                out(x) = reduce(r, in(x, r));
                return written(writer, out, {columns});
            }};
}

NetworkKernel whole_sum(int rows, int columns) {
    return {sized("sum of all", rows, columns), [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {columns, rows}), "tmp0");
                const RDom r(0, columns, 0, rows, "r");
                Func out("out");
                out() = sum(r, in(r.x, r.y));
                return written(writer, out, {});
            }};
}

NetworkKernel softmax(int rows, int columns) {
    return {sized("softmax", rows, columns), [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {columns, rows}), "tmp0");
                const RDom r(0, columns, "r");
                Func most("most"), power("power"), total("total"), out("out");
                most(y) = maximum(r, in(r, y));
                power(x, y) = exp(in(x, y) - most(y));
                total(y) = sum(r, power(r, y));
                out(x, y) = power(x, y) / total(y);
                return written(writer, out, {columns, rows});
            }};
}

NetworkKernel cross_entropy(int rows, int columns) {
    return {sized("cross entropy", rows, columns), [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {columns, rows}), "tmp0");
                const ImageParam label = writer.indices<int>("label", {rows}, columns);
                const RDom r(0, columns, "r");
                Func most("most"), total("total"), out("out");
                most(y) = maximum(r, in(r, y));
                total(y) = sum(r, exp(in(r, y) - most(y)));
                out(y) = log(total(y)) + most(y) - in(clamp(label(y), 0, columns - 1), y);
                return written(writer, out, {rows});
            }};
}

/// Mean and variance by Welford's two sweeps, scale and shift.
NetworkKernel layer_norm(int rows, int columns, bool residual) {
    return {sized(residual ? "residual and layer norm" : "layer norm", rows, columns), [=] {
                Writer writer;
                const ImageParam in = writer.input("in", {columns, rows}),
                                 other = writer.input("other", {columns, rows}),
                                 weight = writer.input("weight", {columns}),
                                 bias = writer.input("bias", {columns});
                const RDom r(0, columns, "r");
                Func value("value"), mean("mean"), variance("variance"), scale("scale"), out("out");
                value(x, y) = residual ? in(x, y) + other(x, y) : in(x, y);
                mean(y) = sum(r, value(r, y)) / float(columns);
                variance(y) = sum(r, pow(value(r, y) - mean(y), 2)) / float(columns);
                scale(y) = 1 / sqrt(variance(y) + 1e-5f);
                out(x, y) = (value(x, y) - mean(y)) * scale(y) * weight(x) + bias(x);
                return written(writer, out, {columns, rows});
            }};
}

NetworkKernel rms_norm(int rows, int columns) {
    return {sized("rms norm", rows, columns), [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {columns, rows}), "tmp0");
                const ImageParam weight = writer.input("weight", {columns});
                const RDom r(0, columns, "r");
                Func squares("squares"), out("out");
                squares(y) = sum(r, in(r, y) * in(r, y));
                out(x, y) = in(x, y) / sqrt(squares(y) / float(columns) + 1e-6f) * weight(x);
                return written(writer, out, {columns, rows});
            }};
}

/// Of training: every channel's mean and variance over an image of so many pixels.
NetworkKernel channel_statistics(int channels, int pixels) {
    return {sized("mean and variance of channels", channels, pixels), [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {pixels, pixels, channels}), "tmp0");
                const RDom r(0, pixels, 0, pixels, "r");
                const float count = static_cast<float>(pixels) * static_cast<float>(pixels);
                Func mean("mean"), squares("squares"), out("out");
                mean(c) = sum(r, in(r.x, r.y, c)) / count;
                squares(c) = sum(r, in(r.x, r.y, c) * in(r.x, r.y, c)) / count;
                out(c) = mean(c) / sqrt(squares(c) - mean(c) * mean(c) + 1e-5f);
                return written(writer, out, {channels});
            }};
}

NetworkKernel max_pool(int channels, int pixels, int window, int stride) {
    const int outputs = (pixels - window) / stride + 1;
    return {sized("max pool " + to_string(window) + "/" + to_string(stride) + ", " + to_string(channels) +
                      " channels",
                  outputs, outputs),
            [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {pixels, pixels, channels}), "tmp0");
                const RDom r(0, window, 0, window, "r");
                Func out("out");
                out(x, y, c) = maximum(r, in(stride * x + r.x, stride * y + r.y, c));
                return written(writer, out, {outputs, outputs, channels});
            }};
}

NetworkKernel mean_pool(int channels, int pixels) {
    return {sized("mean of pixels, " + to_string(channels) + " channels", pixels, pixels), [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {pixels, pixels, channels}), "tmp0");
                const RDom r(0, pixels, 0, pixels, "r");
                Func out("out");
                out(c) = sum(r, in(r.x, r.y, c)) / (static_cast<float>(pixels) * static_cast<float>(pixels));
                return written(writer, out, {channels});
            }};
}

NetworkKernel transpose(int rows, int columns) {
    return {
        sized("transpose and add", rows, columns), [=] {
            Writer writer;
            const ImageParam a = writer.input("a", {rows, columns}), b = writer.input("b", {columns, rows});
            Func out("out");
            out(x, y) = a(y, x) + b(x, y);
            return written(writer, out, {columns, rows});
        }};
}

NetworkKernel gelu(int rows, int columns) {
    return {sized("gelu", rows, columns), [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {columns, rows}), "tmp0");
                Func out("out");
                out(x, y) = in(x, y) * 0.5f * (1.0f + erf(in(x, y) * 0.70710678f));
                return written(writer, out, {columns, rows});
            }};
}

NetworkKernel swiglu(int rows, int columns) {
    return {
        sized("swiglu", rows, columns), [=] {
            Writer writer;
            const ImageParam a = writer.input("a", {columns, rows}), b = writer.input("b", {columns, rows});
            Func out("out");
            out(x, y) = a(x, y) / (1.0f + exp(-a(x, y))) * b(x, y);
            return written(writer, out, {columns, rows});
        }};
}

NetworkKernel upsample(int channels, int pixels) {
    return {sized("bilinear upsample, " + to_string(channels) + " channels", 2 * pixels, 2 * pixels), [=] {
                Writer writer;
                const ImageParam in = writer.input("in", {pixels, pixels, channels});
                const auto place = [&](const Expr& e) {
                    return max((cast<float>(e) + 0.5f) * 0.5f - 0.5f, 0.0f);
                };
                const auto whole = [&](const Expr& e) { return cast<int>(floor(place(e))); };
                const auto next = [&](const Expr& e) { return min(whole(e) + 1, pixels - 1); };
                const Expr fx = place(x) - cast<float>(whole(x)), fy = place(y) - cast<float>(whole(y));
                Func upper("upper"), lower("lower"), out("out");
                upper(x, y, c) = lerp(in(whole(x), whole(y), c), in(next(x), whole(y), c), fx);
                lower(x, y, c) = lerp(in(whole(x), next(y), c), in(next(x), next(y), c), fx);
                out(x, y, c) = lerp(upper(x, y, c), lower(x, y, c), fy);
                return written(writer, out, {2 * pixels, 2 * pixels, channels});
            }};
}

NetworkKernel embedding(int rows, int columns, int words) {
    return {sized("embedding", rows, columns), [=] {
                Writer writer;
                const ImageParam table = writer.input("table", {columns, words});
                const ImageParam word = writer.indices<int64_t>("word", {rows}, words);
                Func out("out");
                out(x, y) = table(x, clamp(cast<int>(word(y)), 0, words - 1));
                return written(writer, out, {columns, rows});
            }};
}

NetworkKernel cumulative(bool along_rows, int rows, int columns) {
    return {sized(along_rows ? "cumulative sum along rows" : "cumulative sum along columns", rows, columns),
            [=] {
                Writer writer;
                const Func in = loaded(writer.input("in", {columns, rows}), "tmp0");
                const RDom r(1, (along_rows ? columns : rows) - 1, "r");
                Func running("running"), out("out");
                running(x, y) = in(x, y);
                if (along_rows)
                    running(r, y) += running(r - 1, y);
                else
                    running(x, r) += running(x, r - 1);
                out(x, y) = running(x, y);
                return written(writer, out, {columns, rows});
            }};
}

NetworkKernel histogram(int rows, int columns) {
    return {sized("histogram", rows, columns), [=] {
                Writer writer;
                const ImageParam in = writer.indices<uint8_t>("in", {columns, rows}, 256);
                const RDom r(0, columns, 0, rows, "r");
                Func count("count"), out("out");
                count(x) = 0;
                count(clamp(cast<int>(in(r.x, r.y)), 0, 255)) += 1;
                out(x) = count(x);
                return written(writer, out, {256});
            }};
}

} // namespace

std::vector<NetworkKernel> network_kernels() {
    return {row_reduction("row sum", add, 1024, 1024),
            row_reduction("row sum", add, 30, 50000),
            row_reduction("row maximum", largest, 4000, 77),
            row_reduction("row argmax", where_largest, 512, 1000),
            column_reduction("column sum", add, 1024, 1024),
            column_reduction("column sum", add, 20000, 50),
            column_reduction("column maximum", largest, 300, 3000),
            column_reduction("column argmax", where_largest, 1000, 512),
            whole_sum(1000, 1000),
            softmax(512, 1024),
            softmax(3000, 65),
            cross_entropy(256, 4000),
            layer_norm(512, 768, false),
            layer_norm(512, 768, true),
            rms_norm(256, 2048),
            channel_statistics(64, 56),
            mean_pool(512, 7),
            max_pool(64, 113, 3, 2),
            transpose(1000, 1200),
            gelu(512, 1024),
            swiglu(512, 1024),
            upsample(32, 64),
            embedding(512, 768, 5000),
            cumulative(true, 512, 1024),
            cumulative(false, 1024, 512),
            histogram(1024, 1024)};
}

} // namespace autoconfig::words
