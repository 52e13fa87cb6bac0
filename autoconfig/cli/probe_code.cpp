// Two pipelines, scheduled by hand as schedules do it, over buffers whose rows all lie at the same place.
#include "autoconfig/cli/probe_code.h"

#include "autoconfig/host.h"
#include "runtime/memory.h"

#include <Halide.h>

#include <cstdlib>
#include <memory>

namespace autoconfig::cli {

namespace {

using Halide::Buffer;
using Halide::Func;
using Halide::ImageParam;
using Halide::RDom;
using Halide::Var;

constexpr int tile_rows = 6, tile_vectors = 2;

/// Rows of f32, one beside or on top of the other, so many bytes after the start of a page: arrays at the
/// same place of their pages disturb each other.
class Rows {
public:
    explicit Rows(std::size_t after_page) : after_page(after_page) {}

    Buffer<float> of(std::int64_t columns, std::int64_t rows, std::int64_t stride) {
        const auto last = static_cast<std::size_t>(columns + (rows - 1) * stride);
        if (last > elements) {
            memory = runtime::allocate(after_page + last * sizeof(float));
            elements = last;
        }
        const halide_dimension_t shape[] = {{0, static_cast<int>(columns), 1},
                                            {0, static_cast<int>(rows), static_cast<int>(stride)}};
        return Buffer<float>(reinterpret_cast<float*>(memory.get() + after_page), 2, shape);
    }

private:
    std::size_t after_page, elements = 0;
    runtime::Memory memory{nullptr, std::free};
};

struct Tiles {
    ImageParam a{Halide::Float(32), 2}, b{Halide::Float(32), 2};
    Func product{"product"}, out{"out"};
    Rows of_a{0}, of_b{1344}, of_out{2688};
    int columns;

    explicit Tiles(const Halide::Target& target)
        : columns(tile_vectors * target.natural_vector_size<float>()) {
        Var n("n"), m("m"), mi("mi");
        RDom k(0, a.dim(0).extent(), "k");
        product(n, m) += a(k, m) * b(n, k);
        out(n, m) = product(n, m);
        const int lanes = target.natural_vector_size<float>();
        out.bound(n, 0, columns).split(m, m, mi, tile_rows, Halide::TailStrategy::RoundUp);
        out.reorder(n, mi, m).vectorize(n, lanes).unroll(n).unroll(mi);
        product.compute_at(out, m).vectorize(n, lanes).unroll(n).unroll(m);
        product.update().reorder(n, m, k).vectorize(n, lanes).unroll(n).unroll(m);
        out.compile_jit(target);
    }

    void run(std::int64_t steps, std::int64_t tiles) {
        a.set(of_a.of(steps, tiles * tile_rows, 0));
        b.set(of_b.of(columns, steps, columns));
        Buffer<float> result = of_out.of(columns, tiles * tile_rows, 0);
        out.realize(result);
    }
};

struct ChainedRows {
    ImageParam in{Halide::Float(32), 2};
    Func first{"first"}, out{"out"};
    Rows of_in{0}, of_out{2688};

    explicit ChainedRows(const Halide::Target& target) {
        Var x("x"), y("y");
        const int lanes = target.natural_vector_size<float>();
        first(x, y) = in(x, y) * 0.5f + 0.25f;
        out(x, y) = first(x, y) * 0.5f + 0.25f;
        out.vectorize(x, lanes);
        first.store_root().compute_at(out, y).vectorize(x, lanes);
        out.compile_jit(target);
    }

    void run(std::int64_t columns, std::int64_t rows) {
        in.set(of_in.of(columns, rows, 0));
        Buffer<float> result = of_out.of(columns, rows, 0);
        out.realize(result);
    }
};

} // namespace

ProbeCode compile_probe_code() {
    const Halide::Target target = host_target();
    const auto tiles = std::make_shared<Tiles>(target);
    const auto rows = std::make_shared<ChainedRows>(target);
    return {[tiles](std::int64_t steps, std::int64_t count) { tiles->run(steps, count); },
            [rows](std::int64_t columns, std::int64_t count) { rows->run(columns, count); }};
}

} // namespace autoconfig::cli
