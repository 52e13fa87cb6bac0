// That addresses of rows stay out of vectors, and that results are right.
#include "lowering/scalar_addresses.h"

#include "autoconfig/autoschedule.h"
#include "tests/lowering/lowered.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// A layer with zeros around its input, in register tiles over a copy of it whose rows lie as far apart as
/// sizes say at run time.
struct Layer {
    static constexpr int window = 3;
    ImageParam in{Float(32), 3, "in"}, weights{Float(32), 4, "weights"};
    Func out{"out"};
    Pipeline pipeline;

    Layer() {
        const Var c("c"), x("x"), y("y");
        const RDom r(0, weights.dim(1).extent(), 0, window, 0, window, "r");
        const Func zeros = BoundaryConditions::constant_exterior(
            in, 0.0f, {{Expr(), Expr()}, {0, in.dim(1).extent()}, {0, in.dim(2).extent()}});
        out(c, x, y) += weights(c, r.x, r.y, r.z) * zeros(r.x, x + r.y - 1, y + r.z - 1);
        in.set_estimates({{0, 128}, {0, 28}, {0, 28}});
        weights.set_estimates({{0, 128}, {0, 128}, {0, window}, {0, window}});
        out.set_estimates({{0, 128}, {0, 28}, {0, 28}});
        pipeline = Pipeline(out);
    }

    void schedule(const Target& target) {
        Options options;
        options.machine = "x86-zen3";
        options.parallelism = 1;
        options.force = "register_tile mr6 nv2 pack_a pack_b";
        autoschedule(pipeline, target, options);
    }
};

/// Indices that are taken out of vectors within the loops over channels, in LLVM's code.
int indices_in_lanes(Layer& layer, const Target& target) {
    const TemporaryFolder folder;
    const std::string path = folder.path("layer.ll");
    layer.pipeline.compile_to_llvm_assembly(path, {layer.in, layer.weights}, "layer", target);
    std::ifstream file(path);
    const std::regex block(R"(^("[^"]+"|[^ ]+):)"), loop(R"(^"for .*sum.*\.s1\.r\$x[^"]*":)"),
        lane("extractelement <[24] x i64>");
    bool inside = false;
    int found = 0;
    for (std::string line; std::getline(file, line);) {
        if (std::regex_search(line, block)) inside = std::regex_search(line, loop);
        found += inside && std::regex_search(line, lane);
    }
    return found;
}

TEST(ScalarAddresses, NoIndexIsTakenOutOfAVector) {
    const Target avx2("x86-64-linux-avx2-avx-f16c-fma-sse41-no_runtime");
    Layer layer;
    layer.schedule(avx2);
    lowering::keep_addresses_scalar(layer.pipeline, avx2);
    EXPECT_EQ(indices_in_lanes(layer, avx2), 0);
}

/// Distances of rows of `a` from its first.
struct RowsOfTheirOwn : Internal::IRVisitor {
    std::set<std::string> distances;

    using IRVisitor::visit;
    void visit(const Internal::LetStmt* let) override {
        if (let->name.rfind("a.row", 0) == 0) distances.insert(let->name);
        IRVisitor::visit(let);
    }
};

TEST(ScalarAddresses, LoopsAroundACopyHaveThemToo) {
    constexpr int rows = 4;
    ImageParam a(Float(32), 2, "a"), b(Float(32), 2, "b");
    const Var n("n"), m("m"), lane("lane"), row("row");
    const RDom k(0, 64, "k");
    const RVar block("block"), step("step");
    Func copy("copy"), out("out");
    copy(n, m) = b(n, m);
    out(n, m) += a(k, m) * copy(n, k);
    out.update()
        .split(n, n, lane, 8, TailStrategy::RoundUp)
        .split(m, m, row, rows, TailStrategy::RoundUp)
        .split(k, block, step, 4)
        .reorder(lane, row, step, block, n, m)
        .vectorize(lane)
        .unroll(row)
        .unroll(step);
    copy.compute_at(out, block);
    Pipeline pipeline(out);
    lowering::keep_addresses_scalar(pipeline, get_host_target());
    RowsOfTheirOwn found;
    visit_lowered(pipeline, {a, b}, found);
    EXPECT_EQ(found.distances.size(), rows - 1u);
}

TEST(ScalarAddresses, ResultsAreRight) {
    const Target target = get_jit_target_from_environment();
    Layer layer, unscheduled;
    layer.schedule(target);
    lowering::keep_addresses_scalar(layer.pipeline, target);
    constexpr int width = 17, height = 4, channels = 5, outputs = 37;
    Buffer<float> in(channels, width, height);
    Buffer<float> weights(outputs, channels, Layer::window, Layer::window);
    in.for_each_element([&](int c, int x, int y) { in(c, x, y) = static_cast<float>(c - 3 * x + 2 * y); });
    weights.for_each_element(
        [&](int k, int c, int s, int r) { weights(k, c, s, r) = static_cast<float>(k % 5 - c + s * r); });
    for (Layer* one : {&layer, &unscheduled}) {
        one->in.set(in);
        one->weights.set(weights);
    }
    const Buffer<float> scheduled = layer.pipeline.realize({outputs, width, height}, target)[0];
    const Buffer<float> plain = unscheduled.pipeline.realize({outputs, width, height}, target)[0];
    plain.for_each_element([&](int c, int x, int y) {
        EXPECT_EQ(scheduled(c, x, y), plain(c, x, y)) << c << ", " << x << ", " << y;
    });
}

} // namespace
} // namespace autoconfig::testing
